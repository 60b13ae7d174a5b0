import { assert, it } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { MagicLinks } from "../../src/accounts/MagicLinks.ts"
import { idOf } from "../../src/domain/Ids.ts"
import { HttpSettings } from "../../src/http/HttpSettings.ts"
import { RateLimits } from "../../src/http/RateLimits.ts"
import { RequestRecord } from "../../src/http/RequestRecord.ts"
import { requestLink } from "../../src/http/requestLink.ts"

const limits = RateLimits.layer.pipe(
  Layer.provide(
    Layer.succeed(HttpSettings, {
      publicUrl: "https://desk.example",
      adminOrigins: [],
      rateLimitPerMinute: 6000,
      attachmentMaxBytes: 1,
      inboundDomain: "inbound.example",
      hasMailRelay: true,
      proxies: 0,
      version: "1.2.3"
    })
  )
)

/** Requests for addresses, with the minute of each. */
const asking = Effect.gen(function* () {
  const asked: Array<string> = []
  const links = MagicLinks.of({
    request: (email) => Effect.sync(() => void asked.push(email)),
    issue: () => Effect.die("not asked for")
  })
  const buckets = Context.get(yield* Layer.build(limits), RateLimits)
  const ask = (email: string, minute: number) =>
    requestLink(
      links,
      buckets,
      new RequestRecord(idOf("request", crypto.randomUUID()), minute * 60_000, { address: "::1" }, undefined),
      {
        email
      }
    )
  return { ask, asked }
})

it.effect("A link can be requested once a minute per address, however it is written", () =>
  Effect.gen(function* () {
    const { ask, asked } = yield* asking
    for (const email of ["ada@team.example", " ADA@team.example ", "bob@team.example", "ada@team.example"]) {
      yield* ask(email, 0)
    }
    yield* ask("ada@team.example", 0.9)
    assert.deepStrictEqual(asked, ["ada@team.example", "bob@team.example"])
    yield* ask("ada@team.example", 2)
    assert.lengthOf(asked, 3)
  }).pipe(Effect.scoped)
)

it.effect("An address can have five links at once, and then one every twelve minutes", () =>
  Effect.gen(function* () {
    const { ask, asked } = yield* asking
    for (let minute = 0; minute < 11; minute++) yield* ask("ada@team.example", minute)
    assert.lengthOf(asked, 5)
    yield* ask("ada@team.example", 16)
    assert.lengthOf(asked, 6)
  }).pipe(Effect.scoped)
)
