import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { uuidOf } from "../../../src/domain/Ids.ts"
import { Database } from "../../../src/sql/Database.ts"
import { InboundLog } from "../../../src/tickets/intake/InboundLog.ts"
import { connectWorkspace, eventually, Slack, slackSite, ticketsOf } from "../../support/SlackSite.ts"
import { handled } from "../../support/slackDesk.ts"

layer(slackSite, { excludeTestServices: true })("Messages from users", (it) => {
  it.effect("wait while Slack refuses the app's token, and are there once it is accepted again", () =>
    Effect.gen(function* () {
      const { people, told } = yield* Slack
      const { system } = yield* Database
      const one = yield* connectWorkspace("refused")
      const connection = uuidOf(one.connection.id)
      for (const token of one.team.tokens.values()) token.isRevoked = true
      const root = people.say(one.team, one.help, one.ines, "Please help")
      // Slack sends both at once: a reply that was stored first would hold up the message that it replies to.
      yield* told
      people.say(one.team, one.help, one.ines, "It is on fire", { thread: root })
      const waiting = system<{ attempts: number; error: string | null }>`SELECT attempts, error FROM channel_inbox
        WHERE connection_id = ${connection} AND done_at IS NULL AND failed_at IS NULL ORDER BY id`
      // More attempts than any other failure would be given.
      for (let attempt = 0; attempt < 9; attempt++) {
        yield* eventually(Effect.map(waiting, ([first]) => (first?.error == null ? undefined : first)))
        yield* system`UPDATE channel_inbox SET due_at = now() - interval '1 second', error = NULL WHERE connection_id = ${connection}`
        yield* system`SELECT pg_notify('trunkline_inbox', '')`
      }
      const [first] = yield* eventually(Effect.map(waiting, (all) => (all[0]?.error == null ? undefined : all)))
      assert.deepStrictEqual(first, {
        attempts: 0,
        error: "Slack rejects the app's token (token_revoked): reconnect the workspace"
      })
      assert.deepStrictEqual(
        (yield* (yield* InboundLog).list(one.scope, { statuses: ["failed"], limit: 10 })).items,
        []
      )
      for (const token of one.team.tokens.values()) token.isRevoked = false
      yield* system`UPDATE channel_inbox SET due_at = now() - interval '1 second' WHERE connection_id = ${connection}`
      yield* system`SELECT pg_notify('trunkline_inbox', '')`
      yield* handled(one)
      const [{ ticket } = { ticket: undefined }] = yield* ticketsOf(one)
      assert.deepInclude(ticket, { title: "Please help", commentCount: 1 })
    })
  )
})
