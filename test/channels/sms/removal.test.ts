import { assert, layer } from "@effect/vitest"
import { Effect, Fiber, Option } from "effect"
import { idOf, parseId, uuidOf } from "../../../src/domain/Ids.ts"
import { Database } from "../../../src/sql/Database.ts"
import { HttpSite } from "../../support/HttpSite.ts"
import { connectNumber, smsSite, Twilio, ticketsOf } from "../../support/SmsSite.ts"
import { until, untilHolds } from "../../support/until.ts"

const picture = (twilio: Twilio["Service"], number: Effect.Success<ReturnType<typeof connectNumber>>) => ({
  NumMedia: "1",
  MediaUrl0: twilio.addMedia(number.account, "image/png", new Uint8Array([0x89, 0x50, 0x4e, 0x47]))
})

layer(smsSite, { excludeTestServices: true })("A phone number that is removed", (it) => {
  it.effect("goes only once everything acknowledged to Twilio is on tickets", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const twilio = yield* Twilio
      const number = yield* connectNumber()
      const phone = "+14155550150"
      const asked = twilio.downloads.length
      const held = Promise.withResolvers<void>()
      twilio.beforeMedia = () => held.promise
      yield* number.text(phone, "Look at this", picture(twilio, number))
      yield* untilHolds(() => twilio.downloads.length > asked)
      assert.strictEqual((yield* number.text(phone, "And it smells")).status, 200)
      const removing = yield* Effect.forkChild(ask("DELETE", number.path, { key: number.key }))
      // Removal is requested in this time, and would be done if it did not wait.
      yield* Effect.raceFirst(Fiber.await(removing), Effect.sleep("1 second"))
      assert.strictEqual((yield* ask("GET", number.path, { key: number.key })).status, 200)
      held.resolve()
      twilio.beforeMedia = undefined
      assert.strictEqual((yield* Fiber.join(removing)).status, 200)
      assert.strictEqual((yield* ask("GET", number.path, { key: number.key })).status, 404)
      const [ticket] = yield* ticketsOf(number, phone, 1)
      assert.strictEqual(ticket.body, "Look at this")
      const { json: comments } = yield* ask("GET", `${number.brand}/tickets/${ticket.id}/comments`, { key: number.key })
      assert.lengthOf(comments, 1)
      assert.strictEqual(comments[0].body, "And it smells")
    })
  )

  it.effect("leaves failed messages in the inbound log, where nothing more happens to them", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const twilio = yield* Twilio
      const number = yield* connectNumber()
      const { brand, key } = number
      const phone = "+14155550151"
      twilio.fault({ on: "media", status: 503, times: 100 })
      yield* number.text(phone, "Look at this", picture(twilio, number))
      const entries = Effect.flatMap(
        Database,
        ({ system }) => system<{ id: string; error: string | null }>`
        SELECT id, error FROM channel_inbox WHERE lane = ${phone}`
      )
      const [entry] = yield* until(entries, ([found]) => found !== undefined && found.error !== null)
      assert.strictEqual((yield* ask("DELETE", number.path, { key })).status, 200)
      twilio.faults.length = 0
      const logged = `${brand}/inbound/${idOf("inbound", entry?.id ?? "")}`
      const { json } = yield* ask("GET", logged, { key })
      assert.deepInclude(json, {
        channel: "sms",
        status: "failed",
        error: "Its channel was removed before it could be processed"
      })
      const again = yield* ask("POST", `${logged}/reprocess`, { key, body: {} })
      assert.strictEqual(again.status, 409)
      assert.deepInclude(again.json, { code: "invalid_state" })
      assert.strictEqual((yield* ask("GET", logged, { key })).json.status, "failed")
    })
  )

  it.effect("keeps messages in the inbound log that its brand's deletion interrupted, for when that is restored", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { system } = yield* Database
      const twilio = yield* Twilio
      const number = yield* connectNumber()
      const { brand, key } = number
      const brandId = uuidOf(Option.getOrThrow(parseId("brand", brand.slice("/v1/brands/".length))))
      const phone = "+14155550152"
      const entries = system<{ id: string; error: string | null; failed: boolean }>`
        SELECT id, error, failed_at IS NOT NULL AS failed FROM channel_inbox WHERE lane = ${phone}`
      twilio.fault({ on: "media", status: 503 })
      yield* number.text(phone, "Look at this", picture(twilio, number))
      yield* until(entries, ([found]) => found !== undefined && found.error !== null)
      yield* system`UPDATE brands SET deleted_at = now() WHERE id = ${brandId}`
      const [entry] = yield* until(entries, ([found]) => found?.failed === true)
      yield* system`UPDATE brands SET deleted_at = NULL WHERE id = ${brandId}`
      const logged = `${brand}/inbound/${idOf("inbound", entry?.id ?? "")}`
      assert.deepInclude((yield* ask("GET", logged, { key })).json, { from: phone, error: "The brand was deleted" })
      assert.strictEqual((yield* ask("POST", `${logged}/reprocess`, { key, body: {} })).status, 200)
      const [ticket] = yield* ticketsOf(number, phone, 1)
      assert.strictEqual(ticket.body, "Look at this")
    })
  )
})
