import { Effect, Layer, Option } from "effect"
import type { LeasedEntry } from "../../src/tickets/ChannelInbox.ts"
import { ConnectionStore } from "../../src/tickets/ConnectionStore.ts"
import { channelInboxWorker, type InboxFailure } from "../../src/tickets/channelInboxWorker.ts"
import { ProviderCallbacks } from "../../src/tickets/ProviderCallbacks.ts"
import { BoltApp, type ListenerFailed } from "./BoltApp.ts"
import { SlackAppSettings } from "./SlackAppSettings.ts"
import * as SlackEvents from "./SlackEvents.ts"
import { endsAccess, SlackFailure } from "./SlackFailure.ts"
import { SlackFiles } from "./SlackFiles.ts"
import { SlackIntake } from "./SlackIntake.ts"
import { SlackMessages } from "./SlackMessages.ts"
import { SlackPeople } from "./SlackPeople.ts"
import { SlackReactions } from "./SlackReactions.ts"
import { SlackReceiver } from "./SlackReceiver.ts"
import * as SlackSender from "./SlackSender.ts"
import { SlackWorkspaces } from "./SlackWorkspaces.ts"
import * as SocketMode from "./SocketMode.ts"
import { slackCallback } from "./slackCallback.ts"
import * as TokenRotation from "./TokenRotation.ts"

/** Without the app's signing secret there is no address for Slack's requests. */
const Callback = Layer.effectDiscard(
  Effect.gen(function* () {
    const { signingSecret } = yield* SlackAppSettings
    const receiver = yield* SlackReceiver
    const callbacks = yield* ProviderCallbacks
    if (Option.isSome(signingSecret)) yield* callbacks.add(slackCallback(receiver, signingSecret.value))
  })
)

/** Handles what was kept before Slack heard that we have it. */
const Inbox = Layer.unwrap(
  Effect.gen(function* () {
    const bolt = yield* BoltApp
    const connections = yield* ConnectionStore
    const workspaces = yield* SlackWorkspaces

    const handle = Effect.fnUntraced(function* ({ attempts, connectionId, payload }: LeasedEntry) {
      const found = yield* Effect.mapError(workspaces.get(connectionId), reasonOf)
      // The workspace was disconnected meanwhile.
      if (Option.isNone(found)) return undefined
      return yield* bolt.process({ body: payload, workspace: found.value, attempts }).pipe(
        Effect.tapError(({ cause }) =>
          cause instanceof SlackFailure && endsAccess(cause)
            ? connections.note(connectionId, { kind: "error", status: "needs_reauth", error: cause.message })
            : Effect.void
        ),
        Effect.mapError(reasonOf)
      )
    })
    return channelInboxWorker("chat", handle)
  })
)

/** In words for the team, and without anything that somebody wrote. */
const reasonOf = (error: ListenerFailed | { readonly _tag: string }): InboxFailure => {
  const cause = "cause" in error ? error.cause : error
  if (cause instanceof SlackFailure) return { reason: cause.message }
  const tag = typeof cause === "object" && cause !== null && "_tag" in cause ? String(cause._tag) : undefined
  if (tag === "DatabaseUnavailable") return { reason: "The database was away" }
  if (tag === "NotFound") return { reason: "The brand is gone", permanent: true }
  return { reason: tag === undefined ? "Something went wrong while it was handled" : `It failed: ${tag}` }
}

const Services = SlackReceiver.layer.pipe(
  Layer.provideMerge(BoltApp.layer),
  Layer.provide(SlackEvents.layer),
  Layer.provide(SlackReactions.layer),
  Layer.provide(SlackMessages.layer),
  Layer.provide(SlackIntake.layer),
  Layer.provideMerge(Layer.merge(SlackPeople.layer, SlackFiles.layer)),
  Layer.provideMerge(SlackWorkspaces.layer)
)

/** Slack, in and out: its address or sockets, what handles what it sends, what sends comments there, what renews tokens. */
export const layer = Layer.mergeAll(Callback, SocketMode.layer, Inbox, SlackSender.layer, TokenRotation.layer).pipe(
  Layer.provide(Services)
)
