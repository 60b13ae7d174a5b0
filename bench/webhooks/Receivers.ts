import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { Effect, Schedule, type Scope } from "effect"

/** A webhook as it arrived. `at` is in milliseconds of the machine's monotonic clock, which all processes share. */
export interface Arrival {
  readonly at: number
  readonly path: string
  readonly event: string
  readonly attempt: number
  /** Sequence number within its ticket; 0 for an event without a ticket. */
  readonly sequence: number
  readonly ticket: string
}

/** What the parent sends to the receiver's process. */
export type Order = "count" | "take" | "down" | { readonly up: number }

/** What the receiver replies: once per order, and once when it listens. */
export type Report =
  | { readonly port: number }
  | { readonly count: number }
  | { readonly arrivals: ReadonlyArray<Arrival> }

/** The machine's monotonic clock in milliseconds, as in `Arrival.at`. */
export const clock = () => Number(process.hrtime.bigint()) / 1e6

/** The receiving side of all webhooks of a measurement. */
export interface Receivers {
  /** The URL of an endpoint that responds as `kind` says (see receiver.ts). */
  readonly url: (kind: string, name: string | number) => string
  /** Takes what has arrived since it was last taken. */
  readonly take: Effect.Effect<ReadonlyArray<Arrival>>
  /** Waits up to `seconds` until `count` webhooks have arrived since the last time, and takes them. */
  readonly wait: (count: number, seconds: number) => Effect.Effect<ReadonlyArray<Arrival>>
  /** Stops listening: connections are refused until `up`. */
  readonly down: Effect.Effect<void>
  readonly up: Effect.Effect<void>
}

/** Starts the receiver's process, which ends with the scope. */
export const startReceivers: Effect.Effect<Receivers, never, Scope.Scope> = Effect.gen(function* () {
  const child = yield* Effect.acquireRelease(
    Effect.sync(() => fork(join(import.meta.dirname, "receiver.ts"), { execArgv: [] })),
    (child) => Effect.sync(() => child.kill("SIGKILL"))
  )
  const { port } = (yield* report(child)) as { readonly port: number }
  const ask = <A extends Report>(order: Order) =>
    Effect.suspend(() => {
      const answer = report(child)
      child.send(order)
      // receiver.ts replies to each order with exactly this report.
      return answer as Effect.Effect<A>
    })
  const count = Effect.map(ask<{ count: number }>("count"), ({ count }) => count)
  const take = Effect.map(ask<{ arrivals: ReadonlyArray<Arrival> }>("take"), ({ arrivals }) => arrivals)
  return {
    url: (kind, name) => `http://127.0.0.1:${port}/${kind}/${name}`,
    take,
    wait: (wanted, seconds) =>
      count.pipe(
        Effect.repeat({ until: (come) => come >= wanted, schedule: Schedule.spaced("20 millis") }),
        Effect.timeoutOption(seconds * 1000),
        Effect.andThen(take)
      ),
    down: Effect.asVoid(ask("down")),
    up: Effect.asVoid(ask({ up: port }))
  }
})

const report = (child: ChildProcess) =>
  Effect.map(
    Effect.promise(() => once(child, "message")),
    ([message]) => message
  )
