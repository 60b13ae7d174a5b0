import { assert, layer } from "@effect/vitest"
import { Effect, Option, Redacted, Result } from "effect"
import { uuidOf } from "../../../src/domain/Ids.ts"
import { Database } from "../../../src/sql/Database.ts"
import { ConnectionStore } from "../../../src/tickets/ConnectionStore.ts"
import { reinstalled } from "../../../src/tickets/changeSlackInstallation.ts"
import { Outbound } from "../../../src/tickets/Outbound.ts"
import { causation } from "../../support/Installation.ts"
import { type Connected, connectWorkspace, eventually, Slack, slackSite } from "../../support/SlackSite.ts"
import { agentSays, answers, opened, until } from "../../support/slackConversation.ts"
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

  it.effect("that is connected again is sent what was answered while it was not, once somebody asks for it", () =>
    Effect.gen(function* () {
      const slack = yield* Slack
      const conversation = yield* opened("answered-meanwhile")
      const { connection, scope, team, ticket } = conversation
      const outbound = yield* Outbound
      for (const token of team.tokens.values()) token.isRevoked = true
      slack.emit(team, { type: "app_uninstalled" })
      const { system } = yield* Database
      const isGone = system`SELECT 1 FROM channel_connections WHERE id = ${uuidOf(connection.id)} AND status = 'uninstalled'`
      yield* eventually(Effect.map(isGone, ([gone]) => gone))
      yield* agentSays(conversation, "On my way")
      const [message] = yield* outbound.list(scope, ticket.id)
      assert.deepInclude(message, { status: "suppressed", error: "The channel was disconnected" })
      const id = message?.id ?? assert.fail("no message")
      const retry = outbound.retry(scope, causation, ticket.id, id)
      assert.include(yield* Effect.flip(retry), { _tag: "InvalidState", reason: "The channel was disconnected" })
      for (const token of team.tokens.values()) token.isRevoked = false
      const [botToken = ""] = team.tokens.keys()
      const connections = yield* ConnectionStore
      yield* connections.change(scope, causation, "chat", connection.id, (found) => {
        const { externalId, name, settings } = found
        const secrets = Redacted.make(JSON.stringify({ botToken }))
        return Result.succeed(reinstalled(found, { externalId, name, settings, secrets }, found.updatedAt))
      })
      yield* retry
      yield* until(conversation, "sent")
      assert.deepStrictEqual(
        answers(conversation).map(({ text }) => text),
        ["On my way"]
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
