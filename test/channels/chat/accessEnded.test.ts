import { assert, layer } from "@effect/vitest"
import { Effect, Option, Redacted } from "effect"
import { Database } from "../../../src/sql/Database.ts"
import { ConnectionStore } from "../../../src/tickets/ConnectionStore.ts"
import { type Connected, connectWorkspace, eventually, Slack, slackSite } from "../../support/SlackSite.ts"
import { handled, ticketFrom } from "../../support/slackDesk.ts"

layer(slackSite, { excludeTestServices: true })("C19: A workspace", (it) => {
  it.effect("that withdrew its token has to be connected again, one that left is left alone", () =>
    Effect.gen(function* () {
      const slack = yield* Slack
      const { system } = yield* Database
      const statusOf = (name: string) =>
        Effect.map(
          system<{ status: string }>`SELECT status FROM channel_connections WHERE name = ${name}`,
          ([row]) => row?.status
        )
      const end = ({ team }: Connected) => {
        for (const token of team.tokens.values()) token.isRevoked = true
      }
      const revoked = yield* connectWorkspace("revoked")
      end(revoked)
      slack.emit(revoked.team, { type: "tokens_revoked", tokens: { bot: [revoked.team.botUserId] } })
      yield* eventually(Effect.map(statusOf("revoked"), (status) => (status === "needs_reauth" ? true : undefined)))
      const left = yield* connectWorkspace("left")
      end(left)
      slack.emit(left.team, { type: "app_uninstalled" })
      yield* eventually(Effect.map(statusOf("left"), (status) => (status === "uninstalled" ? true : undefined)))
      slack.people.say(left.team, left.help, left.ines, "after that")
      yield* slack.told
      const entries = yield* system`SELECT 1 FROM channel_inbox i JOIN channel_connections c ON c.id = i.connection_id
        WHERE c.name = 'left' AND i.kind = 'message'`
      assert.lengthOf(entries, 0)
      // Its token is kept no longer.
      const [token = ""] = left.team.tokens.keys()
      const connections = yield* ConnectionStore
      yield* eventually(
        Effect.map(connections.secrets(left.connection.id), (sealed) =>
          Option.exists(sealed, (secrets) => Redacted.value(secrets).includes(token)) ? undefined : true
        )
      )
    })
  )

  it.effect("stays connected where Slack tells late of what ended before, or of tokens that are not ours", () =>
    Effect.gen(function* () {
      const slack = yield* Slack
      const connected = yield* connectWorkspace("reconnected")
      const { help, ines, scope, team } = connected
      slack.emit(team, { type: "app_uninstalled" })
      slack.emit(team, { type: "tokens_revoked", tokens: { oauth: [ines.id] } })
      yield* handled(connected)
      slack.people.say(team, help, ines, "still here")
      const { ticket } = yield* ticketFrom(scope, ines.email)
      assert.strictEqual(ticket.title, "still here")
    })
  )
})
