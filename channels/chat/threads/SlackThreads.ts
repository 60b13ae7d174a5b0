import { Effect, Layer, Schema } from "effect"
import type { SlackConnection } from "../../../src/domain/ChannelConnection.ts"
import type { DatabaseUnavailable } from "../../../src/domain/DatabaseUnavailable.ts"
import type { JsonObject } from "../../../src/domain/Json.ts"
import { BlobStore } from "../../../src/tickets/files/BlobStore.ts"
import type { Delivered } from "../../../src/tickets/outbound/attemptMessage.ts"
import {
  type ChatFacts,
  type ChatPost,
  ChatUpdates,
  type LeasedUpdate,
  mirrorChannel
} from "../../../src/tickets/outbound/ChatUpdates.ts"
import { updateThreads } from "../../../src/tickets/outbound/updateThreads.ts"
import { Tickets } from "../../../src/tickets/Tickets.ts"
import { restingWhereLimited, takeTurn } from "../Pace.ts"
import { SlackAppSettings } from "../SlackAppSettings.ts"
import { answered } from "../SlackSender.ts"
import { SlackWorkspaces } from "../SlackWorkspaces.ts"
import { customerThread } from "./customerThread.ts"
import { mirrorThread } from "./mirrorThread.ts"

/** Milliseconds that a post waits for its turn in its channel; if its turn is further away, its thread is put back. */
const longestTurn = 20_000

/** Too many messages are waiting for the channel: the thread is retried later. */
class ChannelBusy extends Schema.TaggedError<ChannelBusy>()("ChannelBusy", {
  delivered: Schema.declare((input: unknown): input is Delivered => typeof input === "object" && input !== null)
}) {}

/** What updating one thread needs: turns in channels, and storage for what the thread shows. */
export interface ThreadWork {
  /** Awaited before each message. */
  readonly turn: (channel: string) => Effect.Effect<void, ChannelBusy>
  readonly keep: (of: "ticket" | "comment", channel: string, post: ChatPost) => Effect.Effect<void, DatabaseUnavailable>
  readonly remember: (progress: JsonObject) => Effect.Effect<void>
}

/** The actor that keeps threads in step with their tickets, both customers' threads and the team's. */
export const layer = Layer.unwrap(
  Effect.gen(function* () {
    const { apiUrl, publicUrl } = yield* SlackAppSettings
    const blobs = yield* BlobStore
    const tickets = yield* Tickets
    const updates = yield* ChatUpdates
    const workspaces = yield* SlackWorkspaces

    const show = Effect.fn("SlackThreads.show")(function* (
      update: LeasedUpdate,
      facts: ChatFacts,
      connection: SlackConnection,
      remember: (progress: JsonObject) => Effect.Effect<void>
    ) {
      const { client } = yield* workspaces.access(connection)
      const work: ThreadWork = {
        turn: (channel) =>
          Effect.flatMap(takeTurn(connection.id, channel, longestTurn), (delivered) =>
            delivered === undefined ? Effect.void : Effect.fail(new ChannelBusy({ delivered }))
          ),
        keep: (of, channel, post) => updates.keep(update, facts, of, channel, post),
        remember
      }
      yield* mirrorChannel(update.lane) === undefined
        ? customerThread(client, update, facts, work)
        : mirrorThread({ apiUrl, blobs, client, connection, publicUrl, tickets }, update, facts, work)
      const shown: Delivered = { outcome: "sent" }
      return shown
    })

    return updateThreads((update, facts, connection, remember) =>
      show(update, facts, connection, remember).pipe(
        restingWhereLimited(connection.id),
        Effect.catchTag("ChannelBusy", ({ delivered }) => Effect.succeed(delivered)),
        answered
      )
    )
  })
)
