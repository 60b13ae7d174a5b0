import { SocketModeClient } from "@slack/socket-mode"
import { Effect, FiberSet, Layer, Option, Redacted } from "effect"
import type { Json } from "../../src/domain/Json.ts"
import * as Supervised from "../../src/runtime/Supervised.ts"
import { quietLogger } from "./quietLogger.ts"
import { storable } from "./readSlackBody.ts"
import { SlackAppSettings } from "./SlackAppSettings.ts"
import { callSlack, SlackFailure } from "./SlackFailure.ts"
import { SlackReceiver } from "./SlackReceiver.ts"
import { slackOptions } from "./slackClient.ts"
import { objectOf } from "./wire.ts"

/** Sockets of one node: while Slack recycles one, the other hears. */
const sockets = 2

/** What the library hands over of an envelope. */
interface Envelope {
  readonly body: Json
  readonly ack: (response?: Record<string, unknown>) => Promise<void>
}

/**
 * Socket Mode: what happens is told over sockets that we open, so that Slack need not reach us. Each socket is an actor:
 * however it ends, it is opened again, and the library's own reconnecting, which ends the process when Slack refuses it,
 * is off. An envelope is acknowledged once what it says is kept; else Slack sends it again.
 */
export const layer = Layer.unwrap(
  Effect.gen(function* () {
    const { apiUrl, appToken } = yield* SlackAppSettings
    if (Option.isNone(appToken)) return Layer.empty
    const token = Redacted.value(appToken.value)
    const receiver = yield* SlackReceiver

    const take = Effect.fnUntraced(function* ({ ack, body }: Envelope) {
      const answer = yield* receiver.take(objectOf(storableJson(body)))
      yield* callSlack("ack", () => ack(typeof answer === "string" ? { text: answer } : answer))
    })

    const socket = (number: number) =>
      Supervised.layer({
        name: `socket ${number}`,
        kind: "slack",
        live: Effect.fnUntraced(function* (self) {
          const run = yield* FiberSet.makeRuntime<never, void, never>()
          const client = new SocketModeClient({
            appToken: token,
            autoReconnectEnabled: false,
            logger: quietLogger,
            // Options of its own: the library changes them.
            clientOptions: slackOptions(apiUrl)
          })
          let recycled: string | undefined
          const ended = Effect.callback<never, SlackFailure | Supervised.Recycled>((resume) => {
            const end = () =>
              resume(
                Effect.fail(
                  recycled === undefined
                    ? new SlackFailure({ method: "socket", kind: "unknown", code: "closed" })
                    : new Supervised.Recycled({ reason: `Slack asked for it: ${recycled}` })
                )
              )
            client.on("disconnected", end)
            return Effect.sync(() => void client.off("disconnected", end))
          })
          client.on("ws_message", (message: unknown) => {
            recycled = recyclingIn(String(message)) ?? recycled
          })
          surviveMalformed(client, (error) => run(Effect.logWarning("An envelope of Slack's was malformed", error)))
          client.on("slack_event", (envelope: Envelope) => {
            run(
              take(envelope).pipe(
                Effect.andThen(self.active),
                Effect.catchCause((cause) =>
                  Effect.logWarning("An envelope was not taken; Slack sends it again", cause)
                )
              )
            )
          })
          yield* Effect.acquireRelease(
            callSlack("apps.connections.open", () => client.start()),
            // It resolves with a close frame of Slack's, which may never come.
            () =>
              Effect.timeoutOption(
                Effect.promise(() => client.disconnect()),
                "2 seconds"
              )
          )
          yield* self.ready
          yield* ended
        })
      })

    return Layer.mergeAll(socket(1), ...Array.from({ length: sockets - 1 }, (_, index) => socket(index + 2)))
  })
)

/** Why Slack wants the socket to be opened anew, where it routinely does: `warning` or `refresh_requested`. */
const recyclingIn = (message: string): string | undefined =>
  /^\s*\{[^{}]*"type"\s*:\s*"disconnect"/.test(message)
    ? /"reason"\s*:\s*"(warning|refresh_requested)"/.exec(message)?.[1]
    : undefined

/** The library's own listener rejects on an envelope without an event, which nobody else would hear: the process ends. */
const surviveMalformed = (client: SocketModeClient, report: (error: unknown) => void) => {
  const listeners = client.listeners("ws_message")
  client.removeAllListeners("ws_message")
  client.on("ws_message", (...message: Array<unknown>) => {
    for (const listener of listeners) Promise.resolve(listener.apply(client, message)).catch(report)
  })
}

/** Sockets bring what was parsed already; PostgreSQL must be able to keep it. */
const storableJson = (value: Json): Json => {
  if (typeof value === "string") return storable(value)
  if (typeof value !== "object" || value === null) return value ?? null
  return Array.isArray(value)
    ? value.map(storableJson)
    : Object.fromEntries(Object.entries(value).map(([name, item]) => [storable(name), storableJson(item as Json)]))
}
