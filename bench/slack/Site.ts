import { randomBytes } from "node:crypto"
import { join } from "node:path"
import { DateTime, Effect, Layer, Redacted, type Scope } from "effect"
import { externalIdOf, writeSecrets } from "../../channels/chat/SlackWorkspaces.ts"
import { EncryptionKey } from "../../src/accounts/EncryptionKey.ts"
import { Vault } from "../../src/accounts/Vault.ts"
import type { SlackConnection } from "../../src/domain/ChannelConnection.ts"
import { IdGenerator } from "../../src/domain/IdGenerator.ts"
import { parseId, uuidOf } from "../../src/domain/Ids.ts"
import { rowOfConnection } from "../../src/sql/rows/connectionRow.ts"
import { type FakeSlack, fakeSlack } from "../../test/support/slack/FakeSlack.ts"
import type { SlackChannel, SlackUser } from "../../test/support/slack/slackRecords.ts"
import type { Workspace } from "../../test/support/slack/Workspace.ts"
import type { ServerFailed } from "../ChildServer.ts"
import { launchTrunkline } from "../Contender.ts"
import { callApi } from "../callApi.ts"
import type { Measurement } from "../Figure.ts"
import type { Target } from "../load.ts"
import { startPrivatePostgres } from "../PrivatePostgres.ts"

/** How much is measured. */
export interface Options {
  /** Length of a measurement. */
  readonly seconds: number
}

export type SlackMeasurement = Measurement<Site, Options>

/** A workspace connected to a brand, with channels in which every message opens a ticket, and the people who write there. */
export interface Connected {
  readonly brandId: string
  readonly team: Workspace
  readonly channels: ReadonlyArray<SlackChannel>
  readonly people: ReadonlyArray<SlackUser>
}

/** A server with an app at a Slack of its own. */
export interface Site {
  readonly slack: FakeSlack
  readonly node: Target
  readonly connect: (name: string, channels: number, people: number) => Effect.Effect<Connected>
  /** Runs SQL on the server's database. */
  readonly sql: (text: string) => Effect.Effect<ReadonlyArray<Record<string, unknown>>>
}

const database = "bench_slack"

export const startSite = Effect.fnUntraced(function* (
  folder: string
): Effect.fn.Return<Site, ServerFailed, Scope.Scope> {
  const postgres = yield* Effect.orDie(startPrivatePostgres(join(folder, "postgres")))
  yield* postgres.run("postgres", `CREATE DATABASE ${database}`)
  const slack = yield* fakeSlack
  const key = randomBytes(32)
  const { app } = slack.state
  const node = yield* launchTrunkline(join(folder, "node"), {
    DATABASE_URL: postgres.url(database),
    ENCRYPTION_KEY: key.toString("base64"),
    SLACK_API_URL: slack.apiUrl,
    SLACK_CLIENT_ID: app.clientId,
    SLACK_CLIENT_SECRET: app.clientSecret,
    SLACK_SIGNING_SECRET: app.signingSecret
  })
  slack.sender.target = `${node.origin}/v1/channels/slack/events`
  const sql = (text: string) => postgres.run(database, text)
  const vault = Layer.provide(Vault.layer, Layer.succeed(EncryptionKey, Redacted.make([new Uint8Array(key)])))

  const connect = Effect.fnUntraced(
    function* (name: string, channels: number, people: number) {
      const brand = yield* callApi(node, "POST", "/v1/brands", { name })
      const brandId = yield* Effect.orDie(Effect.fromOption(parseId("brand", String(brand["id"]))))
      const team = slack.state.addWorkspace(name)
      const { token } = team.issueToken()
      const places = Array.from({ length: channels }, (_, n) => team.addChannel(`help-${n}`))
      const now = yield* DateTime.now
      const connection: SlackConnection = {
        id: (yield* IdGenerator).next("installation"),
        brandId,
        kind: "chat",
        provider: "slack",
        externalId: externalIdOf(app.id, team.id),
        name,
        status: "active",
        settings: {
          appId: app.id,
          teamId: team.id,
          botId: team.botId,
          botUserId: team.botUserId,
          scopes: [...token.scopes],
          channels: places.map(({ id }) => ({ channelId: id, role: "customer", trigger: "every_message" }))
        },
        createdAt: now,
        updatedAt: now
      }
      const secrets = yield* (yield* Vault).seal(
        "channel-secret",
        connection.id,
        writeSecrets({ botToken: token.value })
      )
      const [tenant] = yield* sql(`SELECT tenant_id FROM brands WHERE id = '${uuidOf(brandId)}'`)
      const row = rowOfConnection(String(tenant?.["tenant_id"]), connection)
      const names = Object.keys(row).join(", ")
      yield* sql(`INSERT INTO channel_connections (${names}, secrets)
      SELECT ${names}, '\\x${Buffer.from(secrets).toString("hex")}'::bytea
      FROM json_populate_record(NULL::channel_connections, '${JSON.stringify(row).replaceAll("'", "''")}')`)
      const writing = Array.from({ length: people }, (_, n) =>
        team.addUser({ name: `Person ${n}`, email: `person-${n}@${name.toLowerCase()}.example` })
      )
      return { brandId, team, channels: places, people: writing }
    },
    Effect.provide(Layer.merge(vault, IdGenerator.layer))
  )

  return { slack, node, connect, sql }
})

/** The element at index `n`, wrapping around. */
export const turn = <A>(all: ReadonlyArray<A>, n: number): A => {
  const found = all[n % all.length]
  if (found === undefined) throw new Error("nobody takes turns")
  return found
}
