import { Clock, Duration, Effect, Layer, Option } from "effect"
import { ConnectionStore } from "../../src/tickets/connections/ConnectionStore.ts"
import { ProviderCallbacks } from "../../src/tickets/connections/ProviderCallbacks.ts"
import type { LeasedEntry } from "../../src/tickets/intake/ChannelInbox.ts"
import { channelInboxWorker, type InboxFailure } from "../../src/tickets/intake/channelInboxWorker.ts"
import { FileTrouble } from "../../src/tickets/intake/keepFetched.ts"
import { BoltApp, ListenerFailed } from "./BoltApp.ts"
import * as HomeTabs from "./desk/HomeTabs.ts"
import { SlackButtons } from "./desk/SlackButtons.ts"
import { SlackCommands } from "./desk/SlackCommands.ts"
import { SlackDesk } from "./desk/SlackDesk.ts"
import { SlackForms } from "./desk/SlackForms.ts"
import { SlackHome } from "./desk/SlackHome.ts"
import { SlackInteractions } from "./desk/SlackInteractions.ts"
import { openingKind, SlackOpening } from "./desk/SlackOpening.ts"
import { SlackShortcuts } from "./desk/SlackShortcuts.ts"
import { SlackUnfurls } from "./desk/SlackUnfurls.ts"
import * as OwnAppSockets from "./OwnAppSockets.ts"
import { brandChoiceKind, SlackBrandChoice } from "./SlackBrandChoice.ts"
import { SlackChannelEvents } from "./SlackChannelEvents.ts"
import * as SlackEvents from "./SlackEvents.ts"
import { endsAccess, SlackFailure } from "./SlackFailure.ts"
import { SlackFiles } from "./SlackFiles.ts"
import { SlackIntake } from "./SlackIntake.ts"
import { SlackMessages } from "./SlackMessages.ts"
import { SlackPeople } from "./SlackPeople.ts"
import { SlackReactions } from "./SlackReactions.ts"
import { SlackReceiver } from "./SlackReceiver.ts"
import { SlackRegistrations } from "./SlackRegistrations.ts"
import * as SlackSender from "./SlackSender.ts"
import * as SlackSimulator from "./SlackSimulator.ts"
import { SlackWorkspaces, type Workspace } from "./SlackWorkspaces.ts"
import * as SocketMode from "./SocketMode.ts"
import { slackCallbacks } from "./slackCallback.ts"
import * as TokenRotation from "./TokenRotation.ts"
import { SlackTeamAnswers } from "./threads/SlackTeamAnswers.ts"
import * as SlackThreads from "./threads/SlackThreads.ts"

const Callbacks = Layer.effectDiscard(
  Effect.gen(function* () {
    const callbacks = yield* ProviderCallbacks
    yield* Effect.forEach(slackCallbacks(yield* SlackReceiver, yield* SlackRegistrations), callbacks.add)
  })
)

/** Age up to which an entry can be at its first attempt. */
const fresh = Duration.minutes(1)

/** Kinds of inbox entries that hold what people have written. */
const said: ReadonlySet<string> = new Set(["message", "app_mention", openingKind, brandChoiceKind])
const notConnected: InboxFailure = {
  reason: "The app was removed from the workspace, or the brand was deleted",
  permanent: true
}

/** Processes the entries stored before they were acknowledged to Slack. */
const Inbox = Layer.unwrap(
  Effect.gen(function* () {
    const bolt = yield* BoltApp
    const brands = yield* SlackBrandChoice
    const connections = yield* ConnectionStore
    const opening = yield* SlackOpening
    const workspaces = yield* SlackWorkspaces

    const opened = Effect.fnUntraced(function* (workspace: Workspace, entry: LeasedEntry, attempts: number) {
      const { client } = yield* workspaces.access(workspace.connection)
      return yield* opening.open({ attempts, client, workspace }, entry)
    })

    const chosen = Effect.fnUntraced(function* (workspace: Workspace, entry: LeasedEntry, attempts: number) {
      const { client } = yield* workspaces.access(workspace.connection)
      return yield* brands.chosen({ attempts, client, workspace }, entry.payload)
    })

    const handle = Effect.fnUntraced(function* (entry: LeasedEntry) {
      const { connectionId, payload, receivedAt } = entry
      const age = (yield* Clock.currentTimeMillis) - receivedAt.epochMilliseconds
      // Processing a failed entry again resets its attempts, but what earlier attempts did is still there.
      const attempts = age > Duration.toMillis(fresh) ? Math.max(entry.attempts, 2) : entry.attempts
      const found = yield* Effect.mapError(workspaces.get(connectionId), reasonOf)
      // The app was removed or the brand deleted. What people have written is kept for when it is connected again.
      if (Option.isNone(found)) return said.has(entry.kind) ? yield* Effect.fail(notConnected) : undefined
      const handled =
        entry.kind === openingKind
          ? Effect.mapError(opened(found.value, entry, attempts), (cause) => new ListenerFailed(cause))
          : entry.kind === brandChoiceKind
            ? Effect.mapError(chosen(found.value, entry, attempts), (cause) => new ListenerFailed(cause))
            : bolt.process({ body: payload, workspace: found.value, attempts })
      return yield* handled.pipe(
        Effect.tapError(({ cause }) =>
          cause instanceof SlackFailure && endsAccess(cause)
            ? connections.note(connectionId, {
                kind: "error",
                error: cause.message,
                outage: { status: "needs_reauth", asOf: found.value.connection.updatedAt }
              })
            : Effect.void
        ),
        Effect.mapError(reasonOf)
      )
    })
    return channelInboxWorker("chat", handle)
  })
)

/** The reason in words for the team, without anything that somebody wrote. */
const reasonOf = (error: ListenerFailed | { readonly _tag: string }): InboxFailure => {
  const cause = "cause" in error ? error.cause : error
  if (cause instanceof SlackFailure)
    return endsAccess(cause)
      ? { reason: `Slack rejects the app's token (${cause.code}): reconnect the workspace`, isWaiting: true }
      : { reason: cause.message }
  if (cause instanceof FileTrouble) return { reason: cause.message }
  const tag = typeof cause === "object" && cause !== null && "_tag" in cause ? String(cause._tag) : undefined
  if (tag === "DatabaseUnavailable") return { reason: "The database was unavailable" }
  if (tag === "NotFound") return { reason: "The brand was deleted", permanent: true }
  return { reason: tag === undefined ? "It could not be processed because of an internal error" : `It failed: ${tag}` }
}

/** Interactive features: commands, shortcuts, forms, buttons, the Home tab, and previews of links to tickets. */
const Desk = Layer.mergeAll(SlackInteractions.layer, SlackUnfurls.layer).pipe(
  Layer.provide([SlackButtons.layer, SlackCommands.layer, SlackShortcuts.layer]),
  Layer.provideMerge(SlackHome.layer),
  Layer.provide(SlackForms.layer),
  Layer.provideMerge(SlackOpening.layer),
  Layer.provideMerge(SlackDesk.layer)
)

const Services = SlackReceiver.layer.pipe(
  Layer.provideMerge(BoltApp.layer),
  Layer.provide(SlackEvents.layer),
  Layer.provideMerge(Desk),
  Layer.provide([SlackReactions.layer, SlackChannelEvents.layer]),
  Layer.provide(SlackMessages.layer),
  Layer.provide(SlackTeamAnswers.layer),
  Layer.provideMerge(SlackBrandChoice.layer),
  Layer.provide(SlackIntake.layer),
  Layer.provideMerge(Layer.merge(SlackPeople.layer, SlackFiles.layer)),
  Layer.provideMerge(Layer.merge(SlackWorkspaces.layer, SlackRegistrations.layer))
)

/**
 * The Slack channel, in both directions: its endpoints and sockets, the inbox worker, the senders, and the token rotation.
 */
export const layer = Layer.mergeAll(
  Callbacks,
  SocketMode.layer,
  OwnAppSockets.layer,
  Inbox,
  SlackSender.layer,
  SlackThreads.layer,
  HomeTabs.layer,
  TokenRotation.layer
).pipe(Layer.provide(Services))

/** Slack without Slack, for test mode: simulated messages take the same path as Slack's events. */
export const simulator = SlackSimulator.layer.pipe(
  Layer.provide(SlackMessages.layer),
  Layer.provide(SlackTeamAnswers.layer),
  Layer.provide(SlackBrandChoice.layer),
  Layer.provide(SlackIntake.layer),
  Layer.provide(Layer.merge(SlackPeople.layer, SlackFiles.layer))
)
