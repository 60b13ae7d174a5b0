import type { SocketModeClient } from "@slack/socket-mode"
import { Deferred, Effect, FiberSet, Layer, Option, Redacted } from "effect"
import { DatabaseUnavailable } from "../../src/domain/DatabaseUnavailable.ts"
import type { Json } from "../../src/domain/Json.ts"
import type { SlackApp } from "../../src/domain/SlackApp.ts"
import { Health } from "../../src/runtime/Health.ts"
import { logSetback } from "../../src/runtime/logSetback.ts"
import * as Supervised from "../../src/runtime/Supervised.ts"
import { quietLogger } from "./quietLogger.ts"
import { SlackAppSettings } from "./SlackAppSettings.ts"
import { callSlack, SlackFailure } from "./SlackFailure.ts"
import { SlackReceiver } from "./SlackReceiver.ts"
import { slackOptions } from "./slackClient.ts"
import { objectOf, storableJson } from "./wire.ts"

/** Sockets per node: while Slack recycles one, the other still receives. */
const sockets = 2

/** What the library passes on of an envelope. */
interface Envelope {
  readonly body: Json
  readonly ack: (response?: Record<string, unknown>) => Promise<void>
}

/** The app whose sockets are opened, and its token. */
export interface SocketOwner {
  readonly appToken: Redacted.Redacted
  /** A brand's own app; the operator's if left out. */
  readonly own?: Pick<SlackApp, "id" | "brandId"> | undefined
}

/**
 * Socket Mode: events arrive over sockets that we open, so that Slack need not be able to reach us. Each socket is an actor
 * that lives as long as the scope: however it ends, it is opened again. The library's own reconnecting is off, since it
 * ends the process when Slack refuses it. An envelope is acknowledged once its content is stored; otherwise Slack sends it
 * again, three times within six minutes and to any open socket. A node that cannot reach the database therefore closes its
 * sockets, so that other nodes receive instead.
 */
export const openSockets = Effect.fn("SocketMode.openSockets")(function* ({ appToken, own }: SocketOwner) {
  const { apiUrl } = yield* SlackAppSettings
  const receiver = yield* SlackReceiver
  const { readiness } = yield* Health

  const connected = Effect.gen(function* () {
    if ((yield* readiness).checks["database"] === false)
      return yield* new DatabaseUnavailable({ reason: "unreachable" })
  })
  const take = Effect.fnUntraced(function* ({ ack, body }: Envelope) {
    const answer = yield* receiver.take(objectOf(storableJson(body)), own?.id)
    yield* callSlack("ack", () => ack(typeof answer === "string" ? { text: answer } : answer))
  })

  for (let number = 1; number <= sockets; number++)
    yield* Supervised.supervise({
      name: own === undefined ? `socket ${number}` : `${own.id} socket ${number}`,
      kind: "slack",
      ...(own === undefined ? {} : { brandId: own.brandId, isPassing: true }),
      live: Effect.fnUntraced(function* (self) {
        yield* connected
        const cutOff = yield* Deferred.make<never, DatabaseUnavailable>()
        const run = yield* FiberSet.makeRuntime<never, void, never>()
        // Loaded with the first socket, since most installations have none.
        const { SocketModeClient } = yield* Effect.promise(() => import("@slack/socket-mode"))
        const client = new SocketModeClient({
          appToken: Redacted.value(appToken),
          autoReconnectEnabled: false,
          logger: quietLogger,
          // A fresh object, because the library modifies it.
          clientOptions: slackOptions(apiUrl)
        })
        let farewell: string | undefined
        const ended = Effect.callback<never, SlackFailure | Supervised.Recycled>((resume) => {
          const end = () => resume(Effect.fail(endedBy(farewell)))
          client.on("disconnected", end)
          return Effect.sync(() => void client.off("disconnected", end))
        })
        client.on("ws_message", (message: unknown) => {
          farewell = farewellIn(String(message)) ?? farewell
        })
        // The library's error may repeat what somebody wrote, so it is not logged.
        surviveMalformed(client, () => run(Effect.logWarning("An envelope from Slack was malformed")))
        client.on("slack_event", (envelope: Envelope) => {
          run(
            take(envelope).pipe(
              Effect.andThen(self.active),
              Effect.catchCause((cause) =>
                Effect.andThen(
                  logSetback("An envelope was not accepted; Slack will send it again", cause),
                  Effect.catch(connected, (away) => Deferred.fail(cutOff, away))
                )
              )
            )
          )
        })
        yield* Effect.acquireRelease(
          callSlack("apps.connections.open", () => client.start()).pipe(
            Effect.mapError((failure) => (farewell === undefined ? failure : endedBy(farewell)))
          ),
          // It resolves on Slack's close frame, which may never come.
          () =>
            Effect.timeoutOption(
              Effect.promise(() => client.disconnect()),
              "2 seconds"
            )
        )
        yield* self.ready
        yield* Effect.raceFirst(ended, Deferred.await(cutOff))
      })
    })
})

/** The sockets of the operator's app, if it has a token for them. */
export const layer = Layer.effectDiscard(
  SlackAppSettings.use(({ appToken }) =>
    Option.match(appToken, {
      onNone: () => Effect.void,
      onSome: (token) => openSockets({ appToken: token })
    })
  )
)

/** The reason that Slack gives for closing the socket, if any. */
const farewellIn = (message: string): string | undefined =>
  /^\s*\{[^{}]*"type"\s*:\s*"disconnect"/.test(message) ? /"reason"\s*:\s*"(\w{1,100})"/.exec(message)?.[1] : undefined

/** Slack asks for a new socket now and then; other reasons are refusals: `link_disabled`, `too_many_websockets`. */
const endedBy = (farewell: string | undefined): SlackFailure | Supervised.Recycled => {
  if (farewell === undefined) return new SlackFailure({ method: "socket", kind: "unknown", code: "closed" })
  return farewell === "warning" || farewell === "refresh_requested"
    ? new Supervised.Recycled({ reason: `Slack asked for it: ${farewell}` })
    : new SlackFailure({ method: "socket", kind: "refused", code: farewell })
}

/** The library's own listener rejects on an envelope without an event; the unhandled rejection would end the process. */
const surviveMalformed = (client: SocketModeClient, report: () => void) => {
  const listeners = client.listeners("ws_message")
  client.removeAllListeners("ws_message")
  client.on("ws_message", (...message: Array<unknown>) => {
    for (const listener of listeners) Promise.resolve(listener.apply(client, message)).catch(report)
  })
}
