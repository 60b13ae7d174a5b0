import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, Option, Redacted, Result } from "effect"
import { externalIdOf, writeSecrets } from "../../../channels/chat/SlackWorkspaces.ts"
import { IdGenerator } from "../../../src/domain/IdGenerator.ts"
import { uuidOf } from "../../../src/domain/Ids.ts"
import { Database } from "../../../src/sql/Database.ts"
import { ConnectionStore } from "../../../src/tickets/connections/ConnectionStore.ts"
import { reinstalled } from "../../../src/tickets/connections/changeSlackInstallation.ts"
import { Outbound } from "../../../src/tickets/outbound/Outbound.ts"
import { causation } from "../../support/Installation.ts"
import { type Connected, connectWorkspace, eventually, Slack, slackSite, ticketsOf } from "../../support/SlackSite.ts"
import { eventCallback } from "../../support/slack/EventSender.ts"
import { agentSays, answers, opened, until } from "../../support/slackConversation.ts"
import { handled, ticketFrom } from "../../support/slackDesk.ts"

layer(slackSite, { excludeTestServices: true })("C19: A workspace", (it) => {
  it.effect("that revoked its token must be reconnected; one that uninstalled the app is left alone", () =>
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
      // Its token is no longer stored.
      const [token = ""] = left.team.tokens.keys()
      const connections = yield* ConnectionStore
      yield* eventually(
        Effect.map(connections.secrets(left.connection.id), (sealed) =>
          Option.exists(sealed, (secrets) => Redacted.value(secrets).includes(token)) ? undefined : true
        )
      )
      // Calls in progress run into the revoked token as well, and report no more than is known.
      const outage = { status: "needs_reauth", asOf: left.connection.updatedAt } as const
      yield* connections.note(left.connection.id, { kind: "error", error: "No token", outage })
      const [after] = yield* system`SELECT status, last_error FROM channel_connections WHERE name = 'left'`
      assert.deepStrictEqual(after, { status: "uninstalled", last_error: "The app was removed from the workspace" })
    })
  )

  it.effect("that is reconnected gets the replies from in between once someone resends them", () =>
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

  it.effect("covered by its enterprise's installation is heard through that, though its own connection has ended", () =>
    Effect.gen(function* () {
      const slack = yield* Slack
      const connected = yield* connectWorkspace("in-a-grid")
      const { connection, help, ines, scope, team } = connected
      const connections = yield* ConnectionStore
      const [botToken = ""] = team.tokens.keys()
      const { teamId: _, ...settings } = connection.settings
      const whole = {
        ...connection,
        id: (yield* IdGenerator).next("installation"),
        externalId: externalIdOf(team.appId, "E0GRID"),
        settings: { ...settings, enterpriseId: "E0GRID" }
      }
      const audit = { event: "channel.created", entityType: "channel", entityId: whole.id } as const
      yield* connections.create(scope, causation, whole, writeSecrets({ botToken }), audit)
      const outage = { status: "uninstalled", asOf: connection.updatedAt } as const
      yield* connections.note(connection.id, { kind: "error", error: "The app was removed", outage })
      const message = slack.people.say(team, help, ines, "by the enterprise", { silent: true })
      const event = { type: "message", channel: help.id, user: ines.id, ts: message.ts, text: message.text }
      const told = eventCallback(slack.state.app, team, event)
      const authorizations = [{ enterprise_id: "E0GRID", team_id: team.id, is_bot: true, is_enterprise_install: true }]
      yield* eventually(
        Effect.gen(function* () {
          yield* Effect.promise(() => slack.sender.send(JSON.stringify({ ...told, authorizations })))
          const [first] = yield* ticketsOf(connected)
          return first
        })
      ).pipe(Effect.timeout("10 seconds"))
    })
  )

  it.effect("stays connected when a call with its former token is refused only after it was connected again", () =>
    Effect.gen(function* () {
      const slack = yield* Slack
      const { system } = yield* Database
      const conversation = yield* opened("refused-late")
      const { connection, scope, team } = conversation
      yield* slack.until(({ method, teamId }) => method === "reactions.add" && teamId === team.id)
      const reconnected = Promise.withResolvers<void>()
      slack.fault({ method: "chat.postMessage", what: { until: reconnected.promise } })
      for (const token of team.tokens.values()) token.isRevoked = true
      yield* agentSays(conversation, "On my way")
      yield* slack.until(({ method, teamId }) => method === "chat.postMessage" && teamId === team.id)
      const { token } = team.issueToken()
      const now = yield* DateTime.now
      yield* (yield* ConnectionStore).change(scope, causation, "chat", connection.id, (found) => {
        const { externalId, name, settings } = found
        const secrets = writeSecrets({ botToken: token.value })
        return Result.succeed(reinstalled(found, { externalId, name, settings, secrets }, now))
      })
      reconnected.resolve()
      yield* until(conversation, "sent")
      const [row] = yield* system`SELECT status FROM channel_connections WHERE id = ${uuidOf(connection.id)}`
      assert.deepStrictEqual(row, { status: "active" })
    })
  )

  it.effect("keeps the token with which it was connected again while its former one was being tested", () =>
    Effect.gen(function* () {
      const slack = yield* Slack
      const connections = yield* ConnectionStore
      const connected = yield* connectWorkspace("tested-late")
      const { connection, scope, team } = connected
      const reconnected = Promise.withResolvers<void>()
      slack.fault({ method: "auth.test", what: { until: reconnected.promise } })
      for (const token of team.tokens.values()) token.isRevoked = true
      slack.emit(team, { type: "app_uninstalled" })
      yield* slack.until(({ method, teamId }) => method === "auth.test" && teamId === team.id)
      const secrets = writeSecrets({ botToken: team.issueToken().token.value })
      const now = yield* DateTime.now
      yield* connections.change(scope, causation, "chat", connection.id, (found) => {
        const { externalId, name, settings } = found
        return Result.succeed(reinstalled(found, { externalId, name, settings, secrets }, now))
      })
      reconnected.resolve()
      yield* handled(connected)
      const kept = Option.getOrThrow(yield* connections.secrets(connection.id))
      assert.strictEqual(Redacted.value(kept), Redacted.value(secrets))
    })
  )

  it.effect("stays connected when Slack reports late what ended before, or tokens that are not ours", () =>
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
