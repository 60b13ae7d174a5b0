import { assert, layer } from "@effect/vitest"
import { Duration, Effect, Option, Redacted } from "effect"
import { readSecrets } from "../../../channels/chat/SlackWorkspaces.ts"
import { ConnectionStore } from "../../../src/tickets/ConnectionStore.ts"
import { rotatingNode } from "../../support/rotatingNode.ts"
import { connectWorkspace, eventually, Slack, slackSite } from "../../support/SlackSite.ts"

const secretsOf = Effect.fn(function* (id: Effect.Success<ReturnType<typeof connectWorkspace>>["connection"]["id"]) {
  const sealed = yield* (yield* ConnectionStore).secrets(id)
  return readSecrets(Redacted.value(Option.getOrThrow(sealed)))
})

layer(slackSite, { excludeTestServices: true, timeout: "60 seconds" })("Tokens that end", (it) => {
  it.effect("are renewed in time, once, on however many nodes", () =>
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

  it.effect("have to be asked for again when Slack does not renew them", () =>
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
