import { assert, it } from "@effect/vitest"
import { Effect, Option, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { slackCallbacks } from "../../../channels/chat/slackCallback.ts"
import { DatabaseUnavailable } from "../../../src/domain/DatabaseUnavailable.ts"
import { slackSignature } from "../../support/slack/EventSender.ts"

const secret = "0123456789abcdef"
const away = new DatabaseUnavailable({ reason: "unreachable" })
const registrations = {
  signingSecret: () => Effect.succeedSome(Redacted.make(secret)),
  client: () => Effect.succeedNone
}

const signed = (text: string) => {
  const body = new TextEncoder().encode(text)
  return {
    method: "POST",
    target: "/",
    params: {},
    headers: {
      "content-type": ["application/json"],
      "x-slack-request-timestamp": ["1700000000"],
      "x-slack-signature": [slackSignature(secret, "1700000000", body)]
    },
    body
  }
}

it.effect("C6: an event that could not be stored is answered at once, so that Slack sends it again", () =>
  Effect.gen(function* () {
    yield* TestClock.setTime(1_700_000_000_000)
    const [callback] = slackCallbacks({ take: () => Effect.fail(away) }, registrations)
    const answer = yield* callback?.answer(signed("{}")) ?? Effect.die("no callback")
    assert.strictEqual(answer.status, 503)
    assert.notProperty(answer.headers, "x-slack-no-retry")
  })
)

it.effect("E1: without a secret there is no URL, and verification is never skipped", () =>
  Effect.gen(function* () {
    yield* TestClock.setTime(1_700_000_000_000)
    const taken: Array<unknown> = []
    const receiver = { take: (body: unknown) => Effect.sync(() => void taken.push(body)) }
    const callbacks = slackCallbacks(receiver, { ...registrations, signingSecret: () => Effect.succeed(Option.none()) })
    for (const { answer, refuse } of callbacks) {
      assert.deepInclude(yield* refuse?.({}) ?? Effect.die("nothing is refused"), { status: 404 })
      assert.deepInclude(yield* answer(signed("{}")), { status: 404 })
    }
    assert.isEmpty(taken)
  })
)

it.effect("answers 503 while no one can look up whose secret it is", () =>
  Effect.gen(function* () {
    const callbacks = slackCallbacks(
      { take: () => Effect.die("it was taken") },
      { ...registrations, signingSecret: () => Effect.fail(away) }
    )
    const params = { appKey: "app_01m893khb3f5bbmdqn6zazb1ra" }
    for (const { answer, refuse } of callbacks) {
      assert.deepInclude(yield* refuse?.(params) ?? Effect.die("nothing is refused"), { status: 503 })
      assert.deepInclude(yield* answer({ ...signed("{}"), params }), { status: 503 })
    }
  })
)
