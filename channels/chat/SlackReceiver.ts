import { Context, Deferred, Duration, Effect, FiberSet, Layer, Option } from "effect"
import { DatabaseUnavailable } from "../../src/domain/DatabaseUnavailable.ts"
import type { AppId } from "../../src/domain/Ids.ts"
import type { JsonObject } from "../../src/domain/Json.ts"
import { ConnectionStore } from "../../src/tickets/connections/ConnectionStore.ts"
import { ChannelInbox } from "../../src/tickets/intake/ChannelInbox.ts"
import { BoltApp } from "./BoltApp.ts"
import { isOwnEvent } from "./isOwnEvent.ts"
import { channelEvents } from "./SlackChannelEvents.ts"
import { SlackWorkspaces, type Workspace } from "./SlackWorkspaces.ts"
import { laneOf, type SlackEvent, type SlackInteraction, slackRequest } from "./slackRequest.ts"

/** How long a listener may take to respond to somebody who waits; Slack gives up after three seconds. */
const answerLimit = Duration.millis(2_500)

/** Events that are handled. */
const wanted: ReadonlySet<string> = new Set([
  "message",
  "app_mention",
  "reaction_added",
  "reaction_removed",
  "tokens_revoked",
  "app_uninstalled",
  "app_home_opened",
  "link_shared",
  ...channelEvents
])

/** The response to Slack: nothing, text, or an object. */
export type SlackAnswer = string | JsonObject | undefined

/** Takes what Slack sends, over HTTP or a socket. An event is stored when this returns. */
export class SlackReceiver extends Context.Service<
  SlackReceiver,
  {
    /**
     * `body` is authenticated by the secrets of a brand's own `app`, or by the operator's if there is none; it has no say
     * in workspaces that installed another app. Fails if it could not be stored: Slack, or whoever submitted a form, then
     * sends it again.
     */
    take(body: JsonObject, app: AppId | undefined): Effect.Effect<SlackAnswer, DatabaseUnavailable>
  }
>()("trunkline/chat/SlackReceiver") {
  static readonly layer = Layer.effect(
    SlackReceiver,
    Effect.gen(function* () {
      const bolt = yield* BoltApp
      const connections = yield* ConnectionStore
      const inbox = yield* ChannelInbox
      const workspaces = yield* SlackWorkspaces
      const answering = yield* FiberSet.make()

      const keep = Effect.fnUntraced(function* (workspace: Workspace, request: SlackEvent, body: JsonObject) {
        const { connection } = workspace
        const isOurs = isOwnEvent(request.event, connection.settings)
        // Only our own joining a channel is of interest; of everything else, only what others do.
        if (!wanted.has(request.name) || isOurs !== (request.name === "member_joined_channel")) return
        const told = yield* inbox.put({
          connectionId: connection.id,
          dedupeKey: `slack:${request.place.appId}:${request.eventId}`,
          kind: request.name,
          lane: laneOf(request),
          payload: body
        })
        if (told === "new") yield* connections.note(connection.id, { kind: "inbound" })
      })

      const interact = Effect.fnUntraced(function* (workspace: Workspace, request: SlackInteraction, body: JsonObject) {
        const answer = yield* Deferred.make<SlackAnswer, DatabaseUnavailable>()
        const ack = (said: unknown) => Deferred.doneUnsafe(answer, Effect.succeed(answerOf(said)))
        const nothing = Effect.succeed(request.isCommand ? sorry : undefined)
        const work = bolt.process({ body, workspace, attempts: 1, ack }).pipe(
          // No listener matched; somebody waits all the same.
          Effect.as(nothing),
          Effect.catchCause((cause) =>
            Effect.as(Effect.logError("An interaction failed", cause), request.isForm === true ? notTaken : nothing)
          ),
          Effect.flatMap((left) => Effect.sync(() => Deferred.doneUnsafe(answer, left)))
        )
        yield* FiberSet.run(answering, work)
        return yield* Effect.timeoutOrElse(Deferred.await(answer), {
          duration: answerLimit,
          orElse: () => (request.isForm === true ? notTaken : Effect.succeed(undefined))
        })
      })

      return SlackReceiver.of({
        take: Effect.fn("SlackReceiver.take")(function* (body, app) {
          const request = slackRequest(body)
          if (request.kind === "verification") return { challenge: request.challenge }
          if (request.kind === "other") return undefined
          const found = Option.filter(
            yield* workspaces.find(request.place),
            ({ connection: { settings, status } }) => settings.app === app && status !== "disabled"
          )
          if (Option.isNone(found))
            return request.kind === "interaction" && request.isCommand ? ephemeral(notConnected) : undefined
          switch (request.kind) {
            case "event":
              yield* keep(found.value, request, body)
              return undefined
            case "rate_limited":
              yield* Effect.logWarning("Slack is rate limiting events: some may be missing")
              yield* connections.note(found.value.connection.id, { kind: "error", error: eventsMissing })
              return undefined
            case "interaction":
              return yield* interact(found.value, request, body)
          }
        })
      })
    })
  )
}

const notConnected =
  "This workspace is not connected to a support desk. An admin can connect it in the desk's settings."
const eventsMissing = "Slack rate limited the events of this workspace: messages from that time may be missing"

/** Text that only its recipient sees. */
const ephemeral = (text: string): JsonObject => ({ response_type: "ephemeral", text })

/** Slack shows that the app did not respond, and keeps the form open with what was typed. */
const notTaken = Effect.fail(new DatabaseUnavailable({ reason: "timeout" }))

const sorry = ephemeral("That did not work. Please try again.")

/** A listener's response in the form that goes over the wire. */
const answerOf = (said: unknown): SlackAnswer => {
  if (typeof said === "string" || said === undefined || said === null) return said || undefined
  // An object of one of Bolt's types, which are all JSON.
  return JSON.parse(JSON.stringify(said)) as JsonObject
}
