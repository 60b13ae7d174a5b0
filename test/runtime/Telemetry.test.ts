import { format } from "node:util"
import { assert, it } from "@effect/vitest"
import { Effect, Option, References } from "effect"
import { TestClock } from "effect/testing"
import * as Telemetry from "../../src/runtime/Telemetry.ts"
import { collector } from "../support/collector.ts"

it.live("sends spans to the collector, the last ones when it closes", () =>
  Effect.gen(function* () {
    const { posts, url } = yield* collector
    const telemetry = Telemetry.layer({
      version: "1.2.3",
      level: "info",
      format: "json",
      otlpEndpoint: Option.some(url)
    })
    const refused = Effect.fail(new Error("wilma@example.com is there already"))
    yield* Effect.annotateCurrentSpan("customer", "wilma").pipe(
      Effect.andThen(refused),
      Effect.withSpan("tickets.create"),
      Effect.provide(telemetry),
      Effect.ignore
    )
    assert.deepStrictEqual(
      posts.map(({ path }) => path),
      ["/v1/traces"]
    )
    assert.include(posts[0]?.body, "tickets.create")
    const { resourceSpans } = JSON.parse(posts[0]?.body ?? "")
    assert.deepInclude(resourceSpans[0].resource.attributes, {
      key: "service.version",
      value: { stringValue: "1.2.3" }
    })
    // A name that the hexadecimal ids of traces cannot contain.
    assert.notInclude(posts[0]?.body, "wilma")
  })
)

it.effect("creates no spans without a collector", () =>
  Effect.gen(function* () {
    assert.isFalse(yield* References.TracerEnabled)
  }).pipe(
    Effect.provide(Telemetry.layer({ version: "1.2.3", level: "info", format: "json", otlpEndpoint: Option.none() }))
  )
)

it.effect("logs nothing below the configured level", () =>
  Effect.gen(function* () {
    assert.strictEqual(yield* References.MinimumLogLevel, "Warn")
  }).pipe(
    Effect.provide(Telemetry.layer({ version: "1.2.3", level: "warn", format: "json", otlpEndpoint: Option.none() }))
  )
)

/** What is written to standard error until the scope closes, also through the test's own console. */
const standardError = Effect.gen(function* () {
  const written: Array<string> = []
  const { write } = process.stderr
  const { error } = console
  yield* Effect.acquireRelease(
    Effect.sync(() => {
      process.stderr.write = (text: string | Uint8Array) => written.push(String(text)) > 0
      console.error = (...parts) => written.push(format(...parts))
    }),
    () =>
      Effect.sync(() => {
        process.stderr.write = write
        console.error = error
      })
  )
  return written
})

for (const form of ["json", "pretty"] as const)
  it.live(`logs an error with its stack and its cause, without the data it carries (${form})`, () =>
    Effect.gen(function* () {
      const written = yield* standardError
      const request = { authorization: "Bearer s3cret" }
      const error = Object.assign(new Error("refused", { cause: new Error("certificate expired") }), { request })
      // Like errors of clients that point to their requests, which point back.
      Object.assign(request, { error })
      yield* Effect.logError("A message could not be sent", { mail: "msg_1" }, error).pipe(
        Effect.provide(Telemetry.layer({ version: "1.2.3", level: "info", format: form, otlpEndpoint: Option.none() }))
      )
      const told = written.join("")
      for (const text of [
        "A message could not be sent",
        "msg_1",
        "Error: refused",
        "certificate expired",
        import.meta.filename
      ])
        assert.include(told, text)
      assert.notInclude(told, "s3cret")
    }).pipe(Effect.scoped)
  )

it.live("writes one line of JSON per entry, whatever its texts contain", () =>
  Effect.gen(function* () {
    const written = yield* standardError
    const hostile = 'a\r\n{"level":"ERROR"}\u001b[2J\u0000\u2028"'
    yield* Effect.logInfo(hostile).pipe(
      Effect.annotateLogs({ name: hostile }),
      Effect.provide(Telemetry.layer({ version: "1.2.3", level: "info", format: "json", otlpEndpoint: Option.none() }))
    )
    const [line, ...rest] = written.join("").split("\n").filter(Boolean)
    assert.lengthOf(rest, 0)
    assert.isFalse([...(line ?? "")].some((character) => character < " "))
    assert.deepInclude(JSON.parse(line ?? ""), { message: hostile, name: hostile })
  }).pipe(Effect.scoped)
)

it.live("logs the message as one string, whatever accompanies it: collectors refuse a member whose type varies", () =>
  Effect.gen(function* () {
    const written = yield* standardError
    yield* Effect.gen(function* () {
      yield* Effect.logError("The attic cannot be used", { reason: "full", level: 2, message: ["msg_1"] })
      yield* Effect.logError("Actor failed", "no room").pipe(Effect.annotateLogs({ actor: "mouse" }))
    }).pipe(
      Effect.provide(Telemetry.layer({ version: "1.2.3", level: "info", format: "json", otlpEndpoint: Option.none() }))
    )
    const [attic, actor] = written
      .join("")
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line))
    assert.deepInclude(attic, { level: "ERROR", message: "The attic cannot be used", reason: "full" })
    assert.deepInclude(actor, { message: "Actor failed: no room", actor: "mouse" })
  }).pipe(Effect.scoped)
)

for (const [what, answer, reason] of [
  ["refuses traces", 503, "answered 503"],
  ["takes traces and never answers", "nothing", "did not respond (ETIMEDOUT)"]
] as const)
  it.effect(`reports that the collector ${what}, and when that is over`, () =>
    Effect.gen(function* () {
      const written = yield* standardError
      const lines = () =>
        written
          .join("")
          .split("\n")
          .filter((line) => line.includes("collector"))
          .map((line) => JSON.parse(line))
          .map(({ level, message, reason }) => ({ level, message, reason }))
      const { answerWith, url } = yield* collector
      const begun = {
        level: "WARN",
        message: "The trace collector cannot be used; spans that it does not accept are dropped",
        reason: `${url.origin} ${reason}`
      }
      const over = { level: "INFO", message: "The trace collector can be used again", reason: undefined }
      const untilTold = (count: number) =>
        Effect.andThen(
          Effect.andThen(Effect.void.pipe(Effect.withSpan("work")), TestClock.adjust("5 seconds")),
          Effect.promise(() => new Promise((resolve) => setTimeout(resolve, 5)))
        ).pipe(Effect.repeat({ until: () => lines().length >= count }))
      yield* Effect.gen(function* () {
        answerWith(answer)
        yield* untilTold(1)
        answerWith(200)
        yield* untilTold(2)
      }).pipe(
        Effect.provide(
          Telemetry.layer({
            version: "1.2.3",
            level: "info",
            format: "json",
            otlpEndpoint: Option.some(url)
          })
        )
      )
      assert.deepStrictEqual(lines(), [begun, over])
    }).pipe(Effect.scoped)
  )

it.live("reports that the collector is away", () =>
  Effect.gen(function* () {
    const written = yield* standardError
    const { url } = yield* Effect.scoped(collector)
    yield* Effect.void.pipe(
      Effect.withSpan("work"),
      Effect.provide(
        Telemetry.layer({ version: "1.2.3", level: "info", format: "json", otlpEndpoint: Option.some(url) })
      )
    )
    assert.include(written.join(""), `${url.origin} did not respond (ECONNREFUSED)`)
  }).pipe(Effect.scoped)
)
