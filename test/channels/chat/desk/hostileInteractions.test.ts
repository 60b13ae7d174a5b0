import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { homeActions } from "../../../../channels/chat/blocks/homeTab.ts"
import { ticketActions } from "../../../../channels/chat/blocks/ticketCard.ts"
import { connectWorkspace, Slack, slackSite } from "../../../support/SlackSite.ts"
import type { Wire } from "../../../support/slack/slackRecords.ts"
import { handled, ticketsFrom } from "../../../support/slackDesk.ts"

/** Values that nothing of ours ever sends. */
const odd: ReadonlyArray<unknown> = [
  null,
  0,
  [],
  {},
  "",
  "x".repeat(100_000),
  "\u0000\ud800",
  "tkt_",
  "../..",
  { id: {} }
]

layer(slackSite, { excludeTestServices: true })("An interaction that Slack signed", (it) => {
  it.effect("gets a 200, whatever it contains, and has no effect", () =>
    Effect.gen(function* () {
      const slack = yield* Slack
      const connected = yield* connectWorkspace("hostile")
      const { help, ines, scope, team } = connected
      const about = slack.people.about(team, ines)
      const action = (fields: Wire) => ({
        ...about,
        type: "block_actions",
        container: fields["container"] ?? { type: "message", channel_id: help.id, message_ts: "1.000000" },
        trigger_id: "1",
        actions: [{ type: "button", action_id: ticketActions.resolve, ...fields }]
      })
      const view = (fields: Wire) => ({ ...about, type: "view_submission", view: { id: "V0ODD", ...fields } })
      const bodies: ReadonlyArray<Wire> = [
        ...odd.flatMap(
          (value): ReadonlyArray<Wire> => [
            action({ value }),
            action({ value, action_id: ticketActions.assign, selected_user: value, block_id: value }),
            action({ value, action_id: ticketActions.reply }),
            action({ value, action_id: homeActions.older, container: value }),
            action({ value, action_id: homeActions.newTicket }),
            action({ action_id: value }),
            view({ callback_id: "new_ticket", state: value, private_metadata: value }),
            view({ callback_id: "new_ticket", state: { values: value } }),
            view({
              callback_id: "new_ticket",
              state: { values: { title: value, files: { value: { files: value } } } }
            }),
            view({
              callback_id: "reply",
              private_metadata: value,
              state: { values: { text: { value: { value: "x" } } } }
            }),
            view({ callback_id: value }),
            {
              ...about,
              type: "message_action",
              callback_id: "create_ticket",
              channel: value,
              message: value,
              trigger_id: value
            },
            { ...about, type: "shortcut", callback_id: "new_ticket", trigger_id: value },
            { ...about, type: "shortcut", callback_id: value, trigger_id: "1" }
          ]
        )
      ]
      for (const body of bodies) {
        const attempt = yield* Effect.promise(() => slack.sender.form({ payload: JSON.stringify(body) }))
        assert.strictEqual(attempt.status, 200, JSON.stringify(body).slice(0, 300))
      }
      for (const text of [
        "show 99999999999999",
        "reply 0 x",
        "search \u0000",
        "search %_'\"",
        "x".repeat(20_000),
        "<@U1"
      ]) {
        const attempt = yield* Effect.promise(() =>
          slack.sender.form({
            command: "/ticket",
            text,
            team_id: team.id,
            user_id: ines.id,
            channel_id: help.id,
            api_app_id: slack.state.app.id,
            trigger_id: "1"
          })
        )
        assert.strictEqual(attempt.status, 200, text.slice(0, 100))
      }
      yield* handled(connected)
      assert.lengthOf(yield* ticketsFrom(scope, ines.email ?? ""), 0)
    })
  )

  it.effect("never makes us respond to a URL that is not Slack's", () =>
    Effect.gen(function* () {
      const slack = yield* Slack
      const { help, ines, team } = yield* connectWorkspace("elsewhere answers")
      for (const response_url of [
        "http://127.0.0.1:1/x",
        "https://slack.com.evil.example/x",
        "file:///etc/passwd",
        "no url"
      ]) {
        const body = {
          ...slack.people.about(team, ines),
          type: "block_actions",
          container: { type: "message", channel_id: help.id, message_ts: "1.000000" },
          trigger_id: "1",
          response_url,
          actions: [{ type: "button", action_id: ticketActions.resolve, value: "tkt_x" }]
        }
        const attempt = yield* Effect.promise(() => slack.sender.form({ payload: JSON.stringify(body) }))
        assert.deepInclude(attempt, { status: 200, text: "" })
      }
    })
  )
})
