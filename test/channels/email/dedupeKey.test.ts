import { assert, describe, it, layer } from "@effect/vitest"
import { Clock, Effect, Layer } from "effect"
import { dedupeKeys } from "../../../channels/email/dedupeKey.ts"
import { deliver, mailBrand, layer as mailSite, ticketsOf } from "../../support/MailSite.ts"

const hour = 3_600_000
const content = new Uint8Array(32)
const keysOf = (head: object, receivedAt: number) =>
  dedupeKeys(
    { messageId: undefined, sender: { email: "nas@north.example" }, date: "", subject: "Backup failed", ...head },
    content,
    receivedAt
  ).map((key) => Buffer.from(key ?? []).toString("hex"))

describe("The identity of a mail", () => {
  it("is its id, its date and its content, whenever it arrives", () => {
    for (const head of [{ messageId: "1@north.example" }, { date: "Fri, 20 Nov 2026 10:00:00 +0000" }]) {
      assert.deepStrictEqual(keysOf(head, 0), keysOf(head, 2_000 * hour))
      assert.notDeepEqual(keysOf(head, 0), keysOf({ ...head, subject: "Backup done" }, 0))
    }
  })

  it("includes the time of arrival if it has neither an id nor a date: machines send the same every night", () => {
    for (let minute = 0; minute < 24 * 60; minute++) {
      const [first = ""] = keysOf({}, minute * 60_000)
      assert.include(keysOf({}, minute * 60_000 + 3 * hour), first)
      assert.notInclude(keysOf({}, minute * 60_000 + 6 * hour), first)
    }
  })
})

/** The server's clock; some minutes before midnight, UTC. */
let now = 20_000 * 24 * hour - 60_000
const clock: Clock.Clock = Object.create(Clock.Clock.defaultValue(), {
  currentTimeMillisUnsafe: { value: () => now },
  currentTimeMillis: { value: Effect.sync(() => now) }
})

layer(mailSite().pipe(Layer.provide(Layer.succeed(Clock.Clock, clock))), { excludeTestServices: true })(
  "A mail without an id and a date",
  (it) => {
    it.effect("has no second effect when its sender retries, also past midnight, and is a new one the next night", () =>
      Effect.gen(function* () {
        const { address, scope } = yield* mailBrand
        const mail = "From: nas@north.example\r\nSubject: Backup failed\r\n\r\nDisk 2 is full.\r\n"
        const first = yield* deliver(mail, address)
        now += 15 * 60_000
        assert.strictEqual(yield* deliver(mail, address), first)
        assert.strictEqual((yield* ticketsOf(scope)).length, 1)
        now += 24 * hour
        assert.notStrictEqual(yield* deliver(mail, address), first)
        assert.strictEqual((yield* ticketsOf(scope)).length, 2)
      })
    )
  }
)
