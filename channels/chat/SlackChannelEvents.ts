import { Context, DateTime, Effect, Layer, Option, Result } from "effect"
import type { Causation } from "../../src/domain/Causation.ts"
import type { DatabaseUnavailable } from "../../src/domain/DatabaseUnavailable.ts"
import type { JsonObject } from "../../src/domain/Json.ts"
import { ChatDirectory } from "../../src/tickets/connections/ChatDirectory.ts"
import { ConnectionStore } from "../../src/tickets/connections/ConnectionStore.ts"
import { type ChannelHappened, channelHappened } from "../../src/tickets/connections/channelHappened.ts"
import type { Occasion } from "./BoltApp.ts"
import { objectOf, textOf } from "./wire.ts"

/** What each event about channels means, by the event's name; others are ignored. */
const kinds: Readonly<Record<string, ChannelHappened["kind"]>> = {
  channel_archive: "archived",
  group_archive: "archived",
  channel_unarchive: "unarchived",
  group_unarchive: "unarchived",
  channel_left: "left",
  group_left: "left",
  member_joined_channel: "joined",
  channel_rename: "renamed",
  group_rename: "renamed",
  channel_id_changed: "moved"
}

/** Names of events about channels. */
export const channelEvents: ReadonlyArray<string> = Object.keys(kinds)

/** Reads an event about a channel; `undefined` if it says nothing of interest. */
export const readChannelEvent = (event: JsonObject): ChannelHappened | undefined => {
  const kind = kinds[textOf(event["type"]) ?? ""]
  const channel = event["channel"]
  const channelId = textOf(channel) ?? textOf(objectOf(channel)["id"])
  if (kind === undefined) return undefined
  if (kind === "moved") {
    const [from, to] = [textOf(event["old_channel_id"]), textOf(event["new_channel_id"])]
    return from === undefined || to === undefined ? undefined : { kind, channelId: from, to }
  }
  if (channelId === undefined) return undefined
  if (kind !== "renamed") return { kind, channelId }
  const name = textOf(objectOf(channel)["name"])
  return name === undefined ? undefined : { kind, channelId, name }
}

/** Keeps what is stored about channels that have a role up to date. */
export class SlackChannelEvents extends Context.Service<
  SlackChannelEvents,
  {
    happened(occasion: Occasion, event: JsonObject): Effect.Effect<undefined, DatabaseUnavailable>
  }
>()("trunkline/chat/SlackChannelEvents") {
  static readonly layer = Layer.effect(
    SlackChannelEvents,
    Effect.gen(function* () {
      const connections = yield* ConnectionStore
      const directory = yield* ChatDirectory

      return SlackChannelEvents.of({
        happened: Effect.fn("SlackChannelEvents.happened")(function* ({ workspace }, event) {
          const happened = readChannelEvent(event)
          if (happened === undefined) return undefined
          const { id } = workspace.connection
          const now = yield* DateTime.now
          const scope = { ...workspace.scope, brandId: workspace.connection.brandId }
          const changed = yield* connections
            .change(scope, causedBySlack(id), "chat", id, (connection) =>
              Result.succeed(channelHappened(connection, happened, now))
            )
            // The workspace's identity does not change.
            .pipe(Effect.catchTag("AlreadyExists", Effect.die))
          if (Option.isSome(changed) && happened.kind === "moved")
            yield* directory.moveChannel(scope, id, happened.channelId, happened.to)
          return undefined
        })
      })
    })
  )
}

/** Somebody did it in the workspace; the event does not say who. */
const causedBySlack = (id: string): Causation => ({
  id,
  actor: { type: "system", id: null, name: null, channel: "chat" }
})
