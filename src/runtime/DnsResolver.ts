import { Context, Effect, Layer } from "effect"
import { newResolver } from "./newResolver.ts"

/** One question is asked twice at most, each time for so long (milliseconds). */
const patience = { timeout: 5_000, tries: 2 }
/** Milliseconds that an answer is remembered: one that there is, and the fact that there is none or none came. */
const remembered = { answer: 300_000, nothing: 30_000 }
/** Answers that are remembered; the oldest make room. */
const capacity = 10_000
/** So many questions in a row without an answer, and the servers count as away for a while (milliseconds). */
const away = { after: 3, pause: 15_000 }

/** Records as node:dns gives them: an array of strings, or for TXT of arrays of strings. */
export type DnsRecords = Array<string> | Array<Array<string>>

/** A question to DNS. It rejects as node:dns does, with a `code` such as ENOTFOUND, ENODATA or ETIMEOUT. */
export type Resolve = (name: string, type: string) => Promise<DnsRecords>

/** Names in the DNS. */
export class DnsResolver extends Context.Service<
  DnsResolver,
  {
    /** Remembers answers for minutes, and gives up at once for a while when no server answers. */
    readonly resolve: Resolve
    /** Asks the servers now, whatever is remembered. */
    readonly resolveFresh: Resolve
  }
>()("trunkline/runtime/DnsResolver") {
  /** `servers` are addresses, with `:port` where it is not 53; the system's when there are none. */
  static readonly layer = (servers: ReadonlyArray<string> = []) =>
    Layer.effect(
      DnsResolver,
      Effect.sync(() => {
        const ask: Resolve = (name, type) => newResolver(patience, servers).resolve(name, type) as Promise<DnsRecords> // the types asked for
        return { resolve: remembering(ask), resolveFresh: ask }
      })
    )
}

/** `ask` with a memory; questions at the same time are one. Real time: DNS lives in it, whatever clock a test has set. */
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
