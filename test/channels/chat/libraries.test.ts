import { assert, it } from "@effect/vitest"
import { SocketModeClient } from "@slack/socket-mode"
import {
  WebAPIHTTPError,
  WebAPIPlatformError,
  WebAPIRateLimitedError,
  WebAPIRequestError,
  WebClient
} from "@slack/web-api"
import { Effect } from "effect"
import { fakeSlack } from "../../support/slack/FakeSlack.ts"

// The foundation of the channel: Slack's own clients, unmodified, against the fake Slack.

/** Nothing times out except what never ends. */
const options = (slackApiUrl: string, timeout = 60_000) => ({
  slackApiUrl,
  retryConfig: { retries: 0 },
  rejectRateLimitedCalls: true,
  timeout,
  allowAbsoluteUrls: false
})

const failure = (call: Promise<unknown>) =>
  Effect.promise(() =>
    call.then(
      () => undefined,
      (error: unknown) => error
    )
  )

it.live("sends each workspace's token if every client has its own options", () =>
  Effect.gen(function* () {
    const slack = yield* fakeSlack
    const teams = ["one", "two"].map((name) => slack.state.addWorkspace(name))
    for (const team of teams) {
      const client = new WebClient(team.issueToken().token.value, options(slack.apiUrl))
      const answer = yield* Effect.promise(() => client.auth.test())
      assert.strictEqual(answer.team_id, team.id)
      assert.strictEqual(answer.bot_id, team.botId)
    }
    // Shared headers would keep the first workspace's token forever.
    const headers: Record<string, string> = {}
    for (const team of teams) new WebClient(team.issueToken().token.value, { ...options(slack.apiUrl), headers })
    assert.include(headers["Authorization"], teams[0]?.id)
  }).pipe(Effect.scoped)
)

it.live("tells refusals, rate limits, failures and silence apart, and sends one request", () =>
  Effect.gen(function* () {
    const slack = yield* fakeSlack
    const team = slack.state.addWorkspace("one")
    const token = team.issueToken().token.value
    const call = (timeout?: number) =>
      new WebClient(token, options(slack.apiUrl, timeout)).chat.postMessage({ channel: "C0NOWHERE", text: "hello" })

    assert.instanceOf(yield* failure(call()), WebAPIPlatformError)
    slack.fault({ method: "chat.postMessage", what: { retryAfter: 7 } })
    const limited = yield* failure(call())
    assert.strictEqual(limited instanceof WebAPIRateLimitedError && limited.retryAfter, 7)
    slack.fault({ method: "chat.postMessage", what: { status: 503 } })
    assert.instanceOf(yield* failure(call()), WebAPIHTTPError)
    slack.fault({ method: "chat.postMessage", what: "reset" })
    assert.instanceOf(yield* failure(call()), WebAPIRequestError)
    slack.fault({ method: "chat.postMessage", what: "hang" })
    assert.instanceOf(yield* failure(call(2_000)), WebAPIRequestError)
    assert.lengthOf(slack.calls, 5)
  }).pipe(Effect.scoped)
)

it.live("receives each envelope once if it acknowledges it, and again if it does not", () =>
  Effect.gen(function* () {
    const slack = yield* fakeSlack
    slack.usesSockets = true
    const team = slack.state.addWorkspace("one")
    const client = new SocketModeClient({
      appToken: slack.state.app.appToken,
      autoReconnectEnabled: false,
      clientOptions: options(slack.apiUrl)
    })
    yield* Effect.acquireRelease(
      Effect.promise(() => client.start()),
      () => Effect.promise(() => client.disconnect())
    )
    const heard: Array<string> = []
    client.on("slack_event", ({ ack, envelope_id }: { ack: () => Promise<void>; envelope_id: string }) => {
      heard.push(envelope_id)
      if (heard.length === 2) void ack()
    })
    slack.people.say(team, team.addChannel("help"), team.addUser({ name: "Ines" }), "hello")
    yield* slack.told
    assert.lengthOf(heard, 2)
    assert.strictEqual(heard[0], heard[1])
  }).pipe(Effect.scoped)
)
