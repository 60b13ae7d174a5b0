import { assert, layer } from "@effect/vitest"
import { Duration, Effect, Option, Redacted } from "effect"
import { readSecrets } from "../../../channels/chat/SlackWorkspaces.ts"
import { uuidOf } from "../../../src/domain/Ids.ts"
import { Database } from "../../../src/sql/Database.ts"
import { ConnectionStore } from "../../../src/tickets/connections/ConnectionStore.ts"
import { ownSlackApp } from "../../support/ownSlackApp.ts"
import { rotatingNode } from "../../support/rotatingNode.ts"
import { connectWorkspace, eventually, Slack, slackSite } from "../../support/SlackSite.ts"

const secretsOf = Effect.fn(function* (id: Effect.Success<ReturnType<typeof connectWorkspace>>["connection"]["id"]) {
  const sealed = yield* (yield* ConnectionStore).secrets(id)
  return readSecrets(Redacted.value(Option.getOrThrow(sealed)))
})

layer(slackSite, { excludeTestServices: true })("Expiring tokens", (it) => {
  it.effect("are renewed in time, once, on any number of nodes", () =>
    Effect.gen(function* () {
      const slack = yield* Slack
      slack.state.tokenLifetime = Duration.toMillis("12 hours")
      const soon = yield* connectWorkspace("soon", { lifetime: Duration.toMillis("1 hour") })
      const later = yield* connectWorkspace("later", { lifetime: Duration.toMillis("5 hours") })
      const before = { soon: yield* secretsOf(soon.connection.id), later: yield* secretsOf(later.connection.id) }
      yield* Effect.all([rotatingNode, rotatingNode, rotatingNode], { concurrency: "unbounded" })
      const after = yield* eventually(
        Effect.map(secretsOf(soon.connection.id), (now) => (now.botToken === before.soon.botToken ? undefined : now))
      )
      assert.isTrue(soon.team.tokens.has(after.botToken))
      assert.isTrue(soon.team.refreshTokens.has(after.refreshToken ?? ""))
      assert.lengthOf(
        slack.calls.filter(
          ({ args, method }) => method === "oauth.v2.access" && args["grant_type"] === "refresh_token"
        ),
        1
      )
      assert.deepStrictEqual(yield* secretsOf(later.connection.id), before.later)
    }).pipe(Effect.scoped)
  )

  it.effect("are renewed whatever happened to the secrets of another workspace or app", () =>
    Effect.gen(function* () {
      const { system } = yield* Database
      const broken = yield* connectWorkspace("broken", { lifetime: Duration.toMillis("1 hour") })
      yield* system`UPDATE channel_connections SET secrets = '\\x00' WHERE id = ${uuidOf(broken.connection.id)}`
      const own = yield* ownSlackApp("broken", ["clientSecret", "appToken"])
      yield* system`UPDATE slack_apps SET secrets = '\\x00' WHERE id = ${uuidOf(own.id)}`
      yield* connectWorkspace("of the broken", { own, lifetime: Duration.toMillis("1 hour") })
      const heard = yield* ownSlackApp("heard", ["appToken"])
      const whole = yield* connectWorkspace("whole", { lifetime: Duration.toMillis("1 hour") })
      const before = yield* secretsOf(whole.connection.id)
      yield* rotatingNode
      yield* eventually(
        Effect.map(secretsOf(whole.connection.id), ({ botToken }) => (botToken === before.botToken ? undefined : true))
      )
      const { sockets } = yield* Slack
      yield* eventually(Effect.sync(() => (sockets.of(heard.app).length === 2 ? true : undefined)))
    }).pipe(Effect.scoped)
  )

  it.effect("must be authorized again when Slack does not renew them", () =>
    Effect.gen(function* () {
      const lost = yield* connectWorkspace("lost", { lifetime: Duration.toMillis("1 hour") })
      lost.team.refreshTokens.clear()
      yield* rotatingNode
      const connections = yield* ConnectionStore
      yield* eventually(
        Effect.map(connections.placed(lost.connection.id), (found) =>
          Option.isSome(found) && found.value.connection.status === "needs_reauth" ? true : undefined
        )
      )
    }).pipe(Effect.scoped)
  )
})
