import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Database } from "../../../src/sql/Database.ts"
import { connectWorkspace, eventually, Slack, slackSite, ticketsOf } from "../../support/SlackSite.ts"
import { eventCallback } from "../../support/slack/EventSender.ts"
import { handled } from "../../support/slackDesk.ts"

const form = "application/x-www-form-urlencoded"
const now = () => Math.floor(Date.now() / 1000)

const entries = Effect.fn(function* (eventId: string) {
  const { system } = yield* Database
  return yield* system<{
    dedupe_key: string
  }>`SELECT dedupe_key FROM channel_inbox WHERE dedupe_key LIKE ${`%:${eventId}`}`
})

layer(slackSite, { excludeTestServices: true })("The URL that Slack calls", (it) => {
  it.effect("answers the challenge of a caller who knows the secret, and of no one else", () =>
    Effect.gen(function* () {
      const { sender } = yield* Slack
      const body = JSON.stringify({ type: "url_verification", challenge: "3eZbrw1a" })
      const signed = yield* Effect.promise(() => sender.send(body))
      assert.strictEqual(signed.status, 200)
      assert.deepStrictEqual(JSON.parse(signed.text), { challenge: "3eZbrw1a" })
      const unsigned = yield* Effect.promise(() => sender.send(body, { headers: { "x-slack-signature": "" } }))
      assert.deepInclude(unsigned, { status: 401, text: "" })
    })
  )

  it.effect("accepts nothing that Slack did not sign, or that was signed at another time", () =>
    Effect.gen(function* () {
      const { sender } = yield* Slack
      const body = JSON.stringify({ type: "event_callback" })
      const odd = [
        { secret: "another" },
        { at: now() - 400 },
        { at: now() + 400 },
        { at: now() + 86_400 },
        { headers: { "x-slack-request-timestamp": "Infinity" } },
        { headers: { "x-slack-signature": "v1=00" } }
      ]
      for (const options of odd) {
        const attempt = yield* Effect.promise(() => sender.send(body, options))
        assert.deepInclude(attempt, { status: 401, text: "" }, JSON.stringify(options))
      }
    })
  )

  it.effect("answers the certificate probe, and ignores anything else in it", () =>
    Effect.gen(function* () {
      const { sender } = yield* Slack
      const headers = { "x-slack-signature": "" }
      for (const body of ["ssl_check=1&token=x", "ssl_check=1&command=%2Fticket&text=hello&team_id=T1"]) {
        const probe = yield* Effect.promise(() => sender.send(body, { contentType: form, headers }))
        assert.deepInclude(probe, { status: 200, text: "" })
      }
      for (const body of ["ssl_check=1&ssl_check=1", "ssl_check=0", "ssl_check=1&ssl_check=0&command=x"]) {
        const probe = yield* Effect.promise(() => sender.send(body, { contentType: form, headers }))
        assert.strictEqual(probe.status, 401)
      }
    })
  )

  it.effect("answers 400 to an unreadable request, 413 to one that is too long, 405 to other methods", () =>
    Effect.gen(function* () {
      const { sender } = yield* Slack
      const unreadable = [
        ["{", "application/json"],
        ["{}", "text/plain"],
        ["payload=%7B%7D&payload=%7B%7D", form],
        ["payload=no", form],
        ["[".repeat(100_000), "application/json"]
      ] as const
      for (const [body, contentType] of unreadable) {
        const attempt = yield* Effect.promise(() => sender.send(body, { contentType }))
        assert.strictEqual(attempt.status, 400, `${contentType} ${body.slice(0, 40)}`)
      }
      const long = yield* Effect.promise(() => sender.send(`{"a":"${"x".repeat(1_100_000)}"}`))
      assert.strictEqual(long.status, 413)
      const other = yield* Effect.promise(() => fetch(sender.target ?? "", { method: "GET" }))
      assert.strictEqual(other.status, 405)
    })
  )

  it.effect("answers 200 to whatever is signed and not for us", () =>
    Effect.gen(function* () {
      const { sender, state } = yield* Slack
      const { team } = yield* connectWorkspace("shapes")
      const stranger = state.addWorkspace("stranger")
      const message = { type: "message", channel: "C0", user: "U0", ts: "1.000000", text: "hello" }
      const bodies = [
        {},
        { type: "event_callback", event: null },
        { type: "event_callback", event: {}, event_id: "Ev" },
        { type: "interactive_unknown" },
        { type: "block_actions", actions: [{}], user: null, team: null },
        { type: "app_rate_limited", team_id: team.id, api_app_id: state.app.id },
        { type: "app_rate_limited" },
        eventCallback(state.app, stranger, message),
        { ...eventCallback(state.app, team, message), api_app_id: "A0ANOTHER" },
        eventCallback(state.app, team, { type: "something_new", channel: "C0" }),
        eventCallback(state.app, team, { ...message, text: "a\u0000b\ud800" })
      ]
      for (const body of bodies) {
        const attempt = yield* Effect.promise(() => sender.send(JSON.stringify(body)))
        assert.deepInclude(attempt, { status: 200, text: "" }, JSON.stringify(body))
      }
      const command = yield* Effect.promise(() =>
        sender.form({ command: "/ticket", text: "", team_id: stranger.id, user_id: "U0ABC", api_app_id: state.app.id })
      )
      assert.strictEqual(command.status, 200)
      assert.deepInclude(JSON.parse(command.text), { response_type: "ephemeral" })
      assert.include(command.text, "not connected")
      const unknown = yield* Effect.promise(() =>
        sender.form({ command: "/unknown", text: "", team_id: team.id, user_id: "U0ABC", api_app_id: state.app.id })
      )
      assert.strictEqual(unknown.status, 200)
    })
  )

  it.effect("stores an event once, however often it arrives and with whatever signature", () =>
    Effect.gen(function* () {
      const slack = yield* Slack
      const connected = yield* connectWorkspace("replays")
      const { help, ines, team } = connected
      const message = slack.people.say(team, help, ines, "once", { silent: true })
      const event = { type: "message", channel: help.id, user: ines.id, ts: message.ts, text: "once" }
      const body = JSON.stringify(eventCallback(slack.state.app, team, event, "Ev0REPLAY"))
      const headers = { "x-slack-retry-num": "2", "x-slack-retry-reason": "http_timeout" }
      const attempts = yield* Effect.promise(() =>
        Promise.all([
          ...Array.from({ length: 10 }, () => slack.sender.send(body)),
          slack.sender.send(body, { at: now() - 60 }),
          slack.sender.send(body, { headers })
        ])
      )
      assert.isTrue(attempts.every(({ status }) => status === 200))
      assert.lengthOf(yield* entries("Ev0REPLAY"), 1)
      // The same message in another event, as a mention of the app arrives twice.
      slack.people.tell(team, help, message, ines, "Ev0OTHER")
      yield* slack.told
      yield* eventually(Effect.map(ticketsOf(connected), ([first]) => first))
      yield* eventually(
        Effect.gen(function* () {
          const { system } = yield* Database
          const left = yield* system`SELECT 1 FROM channel_inbox WHERE done_at IS NULL AND connection_id IN
            (SELECT id FROM channel_connections WHERE name = 'replays')`
          return left.length === 0 ? true : undefined
        })
      )
      assert.lengthOf(yield* ticketsOf(connected), 1)
    })
  )

  it.effect("looks up each workspace with its own token only, and a user once a day", () =>
    Effect.gen(function* () {
      const slack = yield* Slack
      const both = [yield* connectWorkspace("own token"), yield* connectWorkspace("other token")]
      for (const text of ["one", "two"]) {
        for (const { help, ines, team } of both) slack.people.say(team, help, ines, text)
        for (const connected of both) yield* handled(connected)
      }
      for (const connected of both) {
        assert.lengthOf(yield* ticketsOf(connected), 2)
        const asked = slack.calls.filter(({ args }) => args["user"] === connected.ines.id)
        assert.deepStrictEqual(
          asked.map(({ method, teamId }) => [method, teamId]),
          [["users.info", connected.team.id]]
        )
      }
      // A value cached for a day is looked up again.
      const { system } = yield* Database
      const [{ help, ines, team }] = both as [(typeof both)[0]]
      yield* system`UPDATE channel_people SET fetched_at = now() - interval '25 hours' WHERE external_id = ${ines.id}`
      slack.people.say(team, help, ines, "the day after")
      yield* slack.untilFound(() =>
        slack.calls.filter(({ args }) => args["user"] === ines.id).length === 2 ? true : undefined
      )
    })
  )

  it.effect("accepts an event on a retry after the first attempts were lost", () =>
    Effect.gen(function* () {
      const slack = yield* Slack
      const connected = yield* connectWorkspace("retries")
      const { help, ines, team } = connected
      const message = slack.people.say(team, help, ines, "only the retry came", { silent: true })
      const body = JSON.stringify(
        eventCallback(slack.state.app, team, {
          type: "message",
          channel: help.id,
          user: ines.id,
          ts: message.ts,
          text: message.text
        })
      )
      const headers = { "x-slack-retry-num": "1", "x-slack-retry-reason": "http_error" }
      assert.strictEqual((yield* Effect.promise(() => slack.sender.send(body, { headers }))).status, 200)
      const ticket = yield* eventually(Effect.map(ticketsOf(connected), ([first]) => first))
      assert.strictEqual(ticket.ticket.title, "only the retry came")
    })
  )
})
