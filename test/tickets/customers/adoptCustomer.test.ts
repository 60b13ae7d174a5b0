import { assert, describe, it } from "@effect/vitest"
import { type Customer, customerLimits } from "../../../src/domain/Customer.ts"
import { idOf } from "../../../src/domain/Ids.ts"
import { adoptCustomer } from "../../../src/tickets/customers/adoptCustomer.ts"
import { ines, uuid } from "../../support/ticketState.ts"

const sms = (address: string) => ({ channel: "sms", address })
const former: Customer = {
  ...ines,
  id: idOf("customer", uuid(90)),
  email: "14155550100@sms.invalid",
  emailIsPlaceholder: true,
  name: "Nobody",
  phone: "+14155550100",
  identities: [sms("+14155550100")]
}
const bytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value))

describe("A customer who is the same person as another", () => {
  it("gets what only the other had: phone number and identities, and a name if there was none", () => {
    const adopted = adoptCustomer({ ...ines, name: undefined, phone: undefined, identities: undefined }, former)
    assert.deepInclude(adopted, { email: ines.email, name: "Nobody", phone: "+14155550100" })
    assert.deepStrictEqual(adopted.identities, [sms("+14155550100")])
  })

  it("keeps their own values", () => {
    const own = { ...ines, name: "Ines", phone: "+15550199", identities: [sms("+15550199"), sms("+14155550100")] }
    assert.deepStrictEqual(adoptCustomer(own, former), { ...own, ...blank })
  })

  it("gets the other's address if they had none", () => {
    const nameless = { ...ines, email: "15550100@sms.invalid", emailIsPlaceholder: true }
    const known: Customer = { ...former, email: "ines@north.example", emailIsPlaceholder: false, externalId: "crm-7" }
    assert.deepInclude(adoptCustomer(nameless, known), {
      email: known.email,
      emailIsPlaceholder: false,
      externalId: "crm-7"
    })
  })

  it("gets no mail if either wanted none, and keeps the notes of both", () => {
    const adopted = adoptCustomer(
      { ...ines, metadata: { tier: "gold" } },
      { ...former, notifyEmail: false, metadata: { tier: "none", city: "Kiel" } }
    )
    assert.deepInclude(adopted, { notifyEmail: false, metadata: { tier: "gold", city: "Kiel" } })
  })

  it("keeps their own metadata, and adds what fits from others", () => {
    const own = { notes: "ö".repeat(8_000) }
    const one = { first: "x".repeat(200), long: "x".repeat(400), small: 1 }
    const { metadata } = adoptCustomer({ ...ines, metadata: own }, { ...former, metadata: one })
    assert.deepStrictEqual(metadata, { ...own, first: one.first, small: 1 })
    assert.isBelow(bytes(metadata), customerLimits.metadata)
  })

  it("has as much metadata as fits, to the byte", () => {
    const rest = customerLimits.metadata - bytes({ own: 1, filled: "" })
    const filled = (more: number) =>
      adoptCustomer({ ...ines, metadata: { own: 1 } }, { ...former, metadata: { filled: "x".repeat(rest + more) } })
    assert.strictEqual(bytes(filled(0).metadata), customerLimits.metadata)
    assert.deepStrictEqual(filled(1).metadata, { own: 1 })
    const alone = { filled: "x".repeat(customerLimits.metadata - bytes({ filled: "" })) }
    assert.deepStrictEqual(adoptCustomer(ines, { ...former, metadata: alone }).metadata, alone)
  })

  it("accepts members of any name unchanged", () => {
    const odd = JSON.parse('{"__proto__": {"a": 1}, "constructor": 2}')
    const { metadata } = adoptCustomer({ ...ines, metadata: { own: 1 } }, { ...former, metadata: odd })
    assert.strictEqual(JSON.stringify(metadata), '{"own":1,"__proto__":{"a":1},"constructor":2}')
  })

  it("stays within the limits whoever is merged", () => {
    const people = Array.from(
      { length: 25 },
      (_, n): Customer => ({
        ...former,
        identities: Array.from({ length: 20 }, (_, m) => sms(`${n}/${m} ${"x".repeat(200)}`)),
        metadata: { [`notes-${n}`]: "x".repeat(15 * 1024), [`small-${n}`]: n }
      })
    )
    const own = { ...ines, identities: [sms("+15550199")], metadata: { tier: "gold" } }
    const { identities, metadata } = people.reduce(adoptCustomer, own)
    assert.isAtMost(bytes(metadata), customerLimits.metadata)
    assert.isAtMost(bytes(identities), customerLimits.identities)
    assert.deepInclude(metadata, { tier: "gold", "small-0": 0, "small-24": 24 })
    assert.deepStrictEqual(identities?.[0], sms("+15550199"))
  })
})

/** A customer without any optional values. */
const blank = {
  avatarUrl: undefined,
  companyId: undefined,
  emailBouncedAt: undefined,
  externalId: undefined,
  metadata: undefined
}
