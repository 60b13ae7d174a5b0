import { setTimeout as sleep } from "node:timers/promises"
import { Effect } from "effect"
import type { Facts } from "./RunningServer.ts"

/** Concurrent callers. */
const callers = 8
/** Milliseconds before an unanswered call is retried. */
const pause = 50

/**
 * Opens `tickets` tickets and changes each once, as a careful client does: every call carries an Idempotency-Key and is retried
 * until it is acknowledged, by whichever server then responds. `server` returns the current server; `acknowledged` counts the
 * calls.
 */
export const startFlow = (server: () => Facts, tickets: number, name: string) => {
  const ids: Array<string> = []
  let acknowledged = 0
  const call = async (method: string, path: string, key: string, body: unknown, signal: AbortSignal) => {
    while (!signal.aborted) {
      const { apiUrl, liveKey } = server()
      const answer = await fetch(`${apiUrl}${path}`, {
        method,
        headers: { authorization: `Bearer ${liveKey}`, "content-type": "application/json", "idempotency-key": key },
        body: JSON.stringify(body),
        signal: AbortSignal.any([signal, AbortSignal.timeout(10_000)])
      })
        .then(async (response) => ({ ok: response.ok, json: (await response.json()) as { readonly id: string } }))
        .catch(() => undefined)
      if (answer?.ok === true) {
        acknowledged++
        return answer.json
      }
      await sleep(pause)
    }
    throw new Error("the test is over")
  }
  const one = (n: number, signal: AbortSignal) =>
    Effect.promise(async () => {
      const path = `/v1/brands/${server().brandId}/tickets`
      const opened = { title: `Ticket ${n} of ${name}`, customerEmail: `customer${n % 50}@north.example` }
      const { id } = await call("POST", path, `${name}-open-${n}`, opened, signal)
      await call("PATCH", `${path}/${id}`, `${name}-change-${n}`, { priority: "high" }, signal)
      ids.push(id)
    })
  const run = Effect.callback<ReadonlyArray<string>>((resume, signal) => {
    const all = Effect.forEach(
      Array.from({ length: tickets }, (_, n) => n),
      (n) => one(n, signal),
      { concurrency: callers, discard: true }
    )
    Effect.runFork(all).addObserver((exit) => resume(Effect.as(exit, ids)))
  })
  return { run, acknowledged: () => acknowledged }
}
