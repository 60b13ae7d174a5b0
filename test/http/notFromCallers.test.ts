import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { HttpSite, site } from "../support/HttpSite.ts"
import { Installation } from "../support/Installation.ts"

const ticket = { title: "Parcel", customerEmail: "ines@north.example" }
const uuid = "0190a0b0-0000-7000-8000-000000000001"

layer(site(), { excludeTestServices: true })("What callers cannot set", (it) => {
  it.effect("is not accepted in a body: ids, numbers, times, versions and modes", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { brand } = (yield* Installation).live
      const tickets = `/v1/brands/${brand.id}/tickets`
      const [plain, bold] = yield* Effect.all([
        ask("POST", tickets, { body: ticket }),
        ask("POST", tickets, {
          body: {
            ...ticket,
            ...{ id: "tkt_01m893khb3f5bbmdqn6zazb1ra", accountId: uuid },
            ...{
              tenantId: uuid,
              ticketNumber: 1,
              number: 1,
              publicId: "X-1",
              version: 99,
              mode: "test",
              role: "owner"
            },
            ...{ createdAt: "1999-01-01T00:00:00.000Z", commentCount: 7, mergedIntoId: "tkt_x" }
          }
        })
      ])
      assert.strictEqual(bold.status, 201, bold.text)
      assert.deepStrictEqual(Object.keys(bold.json), Object.keys(plain.json))
      const elsewhere = yield* ask("POST", tickets, { body: { ...ticket, brandId: "br_01m893khb3f5bbmdqn6zazb1ra" } })
      assert.deepInclude(elsewhere.json, { status: 400, code: "validation_failed" })
      assert.strictEqual(elsewhere.json.errors[0].field, "brandId")
      assert.notStrictEqual(bold.json.id, "tkt_01m893khb3f5bbmdqn6zazb1ra")
      assert.strictEqual(bold.json.ticketNumber, plain.json.ticketNumber + 1)
      assert.deepInclude(bold.json, { version: plain.json.version })
      assert.isAbove(Date.parse(bold.json.createdAt), Date.parse("2020-01-01"))
    })
  )

  it.effect("includes the account, by header or query, and another method", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { brand } = (yield* Installation).live
      const path = `/v1/brands/${brand.id}`
      const headers = { "x-account": uuid, "x-tenant-id": uuid, "x-forwarded-host": "evil.example" }
      const same = yield* ask("GET", `${path}?account=${uuid}&accountId=${uuid}`, { headers })
      assert.deepStrictEqual(same.json, (yield* ask("GET", path)).json)
      for (const name of ["x-http-method-override", "x-method-override", "x-http-method"]) {
        const answer = yield* ask("GET", `${path}?_method=DELETE&confirm=true`, { headers: { [name]: "DELETE" } })
        assert.strictEqual(answer.status, 200)
      }
      assert.strictEqual((yield* ask("GET", path)).status, 200)
    })
  )

  it.effect("is not echoed by TRACE", () =>
    Effect.gen(function* () {
      const { raw } = yield* HttpSite
      const answer = yield* raw("TRACE /v1/health HTTP/1.1\r\nHost: x\r\nX-Secret: word\r\nConnection: close\r\n\r\n")
      assert.match(answer, /^HTTP\/1\.1 (?:405|501) /)
      assert.notInclude(answer, "word")
    })
  )
})
