import type { WebClient } from "@slack/web-api"
import { Context, Effect, Layer, Option, Redacted, Schema, Stream } from "effect"
import type { ConnectionId, PlacedConnection, SlackConnection } from "../../src/domain/ChannelConnection.ts"
import type { DatabaseUnavailable } from "../../src/domain/DatabaseUnavailable.ts"
import * as Supervised from "../../src/runtime/Supervised.ts"
import { ConnectionStore } from "../../src/tickets/connections/ConnectionStore.ts"
import { remembered } from "./remembered.ts"
import { SlackAppSettings } from "./SlackAppSettings.ts"
import { slackClient } from "./slackClient.ts"

export type Workspace = PlacedConnection<"chat">

/** Where an event or interaction comes from. */
export interface SlackPlace {
  readonly appId: string
  readonly teamId?: string | undefined
  readonly enterpriseId?: string | undefined
}

/** The secrets of a workspace. */
export const SlackSecrets = Schema.Struct({
  botToken: Schema.String,
  refreshToken: Schema.optionalKey(Schema.String),
  /** Unix time in milliseconds. */
  expiresAt: Schema.optionalKey(Schema.Number)
})
export type SlackSecrets = typeof SlackSecrets.Type

const secretsJson = Schema.fromJsonString(SlackSecrets)
export const readSecrets = Schema.decodeSync(secretsJson)
export const writeSecrets = (secrets: SlackSecrets) => Redacted.make(Schema.encodeSync(secretsJson)(secrets))

/** The external id of a connection: the app and the workspace, or the app and the enterprise of an org-wide installation. */
export const externalIdOf = (appId: string, id: string): string => `${appId}/${id}`

/** Looks up connected workspaces and their tokens, from a cache. */
export class SlackWorkspaces extends Context.Service<
  SlackWorkspaces,
  {
    /** The workspace that a request came from, even if it is turned off; `None` if it is not connected. */
    find(place: SlackPlace): Effect.Effect<Option.Option<Workspace>, DatabaseUnavailable>
    /** The same by its id. */
    get(id: ConnectionId): Effect.Effect<Option.Option<Workspace>, DatabaseUnavailable>
    /** A client with the workspace's token, and the token: at least as recent as the connection. */
    access(
      connection: Pick<SlackConnection, "id" | "updatedAt">
    ): Effect.Effect<{ readonly client: WebClient; readonly secrets: SlackSecrets }, DatabaseUnavailable>
  }
>()("trunkline/chat/SlackWorkspaces") {
  static readonly layer = Layer.effect(
    SlackWorkspaces,
    Effect.gen(function* () {
      const store = yield* ConnectionStore
      const { apiUrl } = yield* SlackAppSettings
      const places = yield* remembered((externalId: string) => store.external("chat", externalId))
      // By the time of the last change too: a workspace may be used before the news that it was connected again.
      const accesses = yield* remembered(({ id }: { readonly id: ConnectionId; readonly asOf: number }) =>
        Effect.map(store.secrets(id), (sealed) => {
          const secrets = readSecrets(Redacted.value(Option.getOrThrow(sealed)))
          return { id, client: slackClient(apiUrl, Redacted.make(secrets.botToken)), secrets }
        })
      )

      yield* Supervised.supervise({
        name: "workspaces",
        kind: "slack",
        live: Effect.fnUntraced(function* (self) {
          // Changes made while nobody listened were missed.
          yield* places.invalidateAll
          yield* accesses.invalidateAll
          yield* self.ready
          yield* Stream.runForEach(store.changes, (id) =>
            Effect.andThen(
              places.invalidateWhere((workspace) => Option.isNone(workspace) || workspace.value.connection.id === id),
              accesses.invalidateWhere((access) => access.id === id)
            )
          )
        })
      })

      return SlackWorkspaces.of({
        find: Effect.fnUntraced(function* ({ appId, enterpriseId, teamId }) {
          for (const id of [teamId, enterpriseId]) {
            if (id === undefined) continue
            const found = yield* places.get(externalIdOf(appId, id))
            if (Option.exists(found, isConnected)) return found
          }
          return Option.none()
        }),

        get: (id) =>
          Effect.map(
            store.placed(id),
            Option.flatMap(({ connection, scope }) =>
              connection.kind === "chat"
                ? Option.filter(Option.some({ connection, scope }), isConnected)
                : Option.none()
            )
          ),

        access: ({ id, updatedAt }) => accesses.get({ id, asOf: updatedAt.epochMilliseconds })
      })
    })
  )
}

/** Whether there still is a token. */
const isConnected = ({ connection }: Workspace) => connection.status !== "uninstalled"
