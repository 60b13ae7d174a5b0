import { Context, Effect, Layer } from "effect"
import { newResolver } from "./newResolver.ts"

/** Each query is tried at most twice, with this timeout in milliseconds. */
const patience = { timeout: 5_000, tries: 2 }
/** Milliseconds for which results are cached: answers, and the fact that there was none or no server answered. */
const remembered = { answer: 300_000, nothing: 30_000 }
/** Most results that are cached; the oldest are evicted. */
const capacity = 10_000
/** After this many unanswered queries in a row, the servers count as down for `pause` milliseconds. */
const away = { after: 3, pause: 15_000 }

/** Records as node:dns returns them: an array of strings or, for TXT, of arrays of strings. */
export type DnsRecords = Array<string> | Array<Array<string>>

/** A DNS query. It rejects like node:dns, with a `code` such as ENOTFOUND, ENODATA or ETIMEOUT. */
export type Resolve = (name: string, type: string) => Promise<DnsRecords>

/** Resolves names through DNS. */
export class DnsResolver extends Context.Service<
  DnsResolver,
  {
    /** Caches answers for minutes. If no server answers, it fails immediately for a while. */
    readonly resolve: Resolve
    /** Queries the servers now, bypassing the cache. */
    readonly resolveFresh: Resolve
  }
>()("trunkline/runtime/DnsResolver") {
  /** `servers` are addresses, with `:port` if it is not 53; the system's servers if empty. */
  static readonly layer = (servers: ReadonlyArray<string> = []) =>
    Layer.effect(
      DnsResolver,
      Effect.sync(() => {
        const ask: Resolve = (name, type) => newResolver(patience, servers).resolve(name, type) as Promise<DnsRecords> // the types asked for
        return { resolve: remembering(ask), resolveFresh: ask }
      })
    )
}

/** Adds a cache to `ask`; concurrent equal queries share one. Uses real time, because DNS does, whatever clock a test sets. */
export const remembering = (ask: Resolve, now: () => number = Date.now): Resolve => {
  const answers = new Map<string, { readonly answer: Promise<DnsRecords>; until: number }>()
  let unanswered = 0
  let awayUntil = 0

  return (name, type) => {
    const question = `${type} ${name.toLowerCase()}`
    const known = answers.get(question)
    if (known !== undefined && known.until > now()) return known.answer
    if (awayUntil > now()) return Promise.reject(Object.assign(new Error("DNS is away"), { code: "ETIMEOUT" }))

    const entry = { answer: ask(name, type), until: Number.POSITIVE_INFINITY }
    answers.delete(question)
    answers.set(question, entry)
    for (const oldest of answers.keys()) {
      if (answers.size <= capacity) break
      answers.delete(oldest)
    }
    entry.answer.then(
      () => {
        unanswered = 0
        entry.until = now() + remembered.answer
      },
      (error: { readonly code?: string }) => {
        entry.until = now() + remembered.nothing
        const silent = error.code === "ETIMEOUT" || error.code === "ECONNREFUSED"
        unanswered = silent ? unanswered + 1 : 0
        if (unanswered >= away.after) awayUntil = now() + away.pause
      }
    )
    return entry.answer
  }
}
