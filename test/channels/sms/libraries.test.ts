import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import twilio from "twilio"
import { readForm, singleValues } from "../../../channels/sms/readForm.ts"
import { addressedTo } from "../../../channels/sms/twilioLibrary.ts"
import { fakeTwilio } from "../../support/twilio/FakeTwilio.ts"
import { signatureFor } from "../../support/twilio/TwilioCalls.ts"

// Behaviour of Twilio's package that our own checks compensate for: a version that changes it is noticed here.

const url = "https://desk.example/v1/channels/sms/num_1/inbound"
const token = "0123456789abcdef0123456789abcdef"

describe("Twilio's package", () => {
  it("accepts names and values that were shifted into each other as the same request", () => {
    const signature = signatureFor(token, url, [
      ["Body", "hello"],
      ["NumMedia", "0"]
    ])
    assert.isTrue(twilio.validateRequest(token, signature, url, { Body: "hello", NumMedia: "0" }))
    assert.isTrue(twilio.validateRequest(token, signature, url, { Body: "helloNumMedia0" }))
    assert.isTrue(twilio.validateRequest(token, signature, url, { Bodyh: "elloNumMedia0" }))
    assert.isTrue(twilio.validateRequest(token, signature, url, { Body: ["hello", "hello"], NumMedia: "0" }))
    assert.isFalse(twilio.validateRequest(token, signature, url, { Body: "hello", NumMedia: "1" }))
  })

  it("throws on an invalid URL", () => {
    assert.throws(() => twilio.validateRequest(token, "x", "/inbound", {}))
  })

  it.effect("sends each account's own token, also through one connection pool", () =>
    Effect.gen(function* () {
      const fake = yield* fakeTwilio("https://desk.example")
      class Local extends twilio.RequestClient {
        override request<T>(call: Parameters<InstanceType<typeof twilio.RequestClient>["request"]>[0]) {
          return super.request<T>({ ...call, uri: call.uri.replace("https://api.twilio.com", fake.origin) } as never)
        }
      }
      const httpClient = new Local()
      const accounts = ["+14155550161", "+14155550162"].map((number) => ({ number, ...fake.addAccount(number) }))
      yield* Effect.promise(() =>
        Promise.all(
          [...accounts, ...accounts].map((account) =>
            twilio(account.sid, account.token, { httpClient }).messages.create({
              from: account.number,
              to: "+14155550163",
              body: "Hello"
            })
          )
        )
      )
      assert.lengthOf(fake.messages, 4)
    }).pipe(Effect.scoped)
  )
})

describe("The URL of a request", () => {
  it("is at the product's own host at Twilio, and otherwise at the one that replaces it", () => {
    const service = "https://messaging.twilio.com/v1/Services/MG1?a=b"
    for (const [apiUrl, address] of [
      ["https://api.twilio.com", service],
      ["https://api.dublin.ie1.twilio.com", "https://messaging.dublin.ie1.twilio.com/v1/Services/MG1?a=b"],
      ["http://127.0.0.1:4010", "http://127.0.0.1:4010/v1/Services/MG1?a=b"],
      ["https://api.nottwilio.com", "https://api.nottwilio.com/v1/Services/MG1?a=b"]
    ] as const)
      assert.strictEqual(addressedTo(apiUrl, service), address)
    const messages = "https://api.twilio.com/2010-04-01/Accounts/AC1/Messages.json"
    assert.strictEqual(addressedTo("https://api.twilio.com", messages), messages)
  })
})

describe("A form", () => {
  const read = (text: string, type = "application/x-www-form-urlencoded; charset=utf-8") =>
    readForm(type, new TextEncoder().encode(text))

  it("keeps every value as it was sent, and must have the right media type", () => {
    assert.deepStrictEqual(
      [...(read("Body=+a%20&Empty=&Body=b") ?? [])],
      [
        ["Body", [" a ", "b"]],
        ["Empty", [""]]
      ]
    )
    assert.isUndefined(read("{}", "application/json"))
  })

  it("has one value per name, without what PostgreSQL cannot store", () => {
    assert.isUndefined(singleValues(read("a=1&a=1") ?? new Map()))
    assert.deepStrictEqual(
      singleValues(read("a=x%00y&__proto__=z") ?? new Map()),
      JSON.parse('{"a":"x\ufffdy","__proto__":"z"}')
    )
  })
})
