import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import type { Customer } from "../../src/domain/Customer.ts"
import { idOf } from "../../src/domain/Ids.ts"
import { adoptCustomer } from "../../src/tickets/adoptCustomer.ts"
import { ines, stateOf, uuid } from "../support/ticketState.ts"

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
const adopted = (customer: Customer) => Result.getOrThrow(adoptCustomer(stateOf({ customer }), former))

describe("A customer who is the same person as another", () => {
  it("has what only that one had: number and identities, and a name where there was none", () => {
    const { customer, events } = adopted({ ...ines, name: undefined, phone: undefined, identities: undefined })
    assert.deepInclude(customer, { email: ines.email, name: "Nobody", phone: "+14155550100" })
    assert.deepStrictEqual(customer?.identities, [sms("+14155550100")])
    assert.deepStrictEqual(
      events.map(({ type }) => type),
      ["customer.updated"]
    )
  })

  it("keeps what they had themselves, and is told of once", () => {
    const own = { ...ines, name: "Ines", phone: "+15550199", identities: [sms("+15550199"), sms("+14155550100")] }
    const { events, value } = adopted(own)
    assert.deepInclude(value.customer, { name: "Ines", phone: "+15550199" })
    assert.lengthOf(value.customer.identities ?? [], 2)
    assert.deepStrictEqual(events, [])
  })

  it("has the other's address where they had none, unless somebody else has it", () => {
    const nameless = { ...ines, email: "15550100@sms.invalid", emailIsPlaceholder: true }
    const known: Customer = { ...former, email: "ines@north.example", emailIsPlaceholder: false, externalId: "crm-7" }
    const taking = (email: Customer["id"] | undefined) => {
      const state = {
        ...stateOf({ customer: nameless }),
        keyHolders: { email, externalId: undefined, phone: undefined }
      }
      return Result.getOrThrow(adoptCustomer(state, known)).value.customer
    }
    assert.deepInclude(taking(undefined), { email: known.email, emailIsPlaceholder: false, externalId: "crm-7" })
    assert.deepInclude(taking(idOf("customer", uuid(91))), { email: nameless.email, emailIsPlaceholder: true })
  })

  it("gets no mail where either wanted none, and keeps what was noted of both", () => {
    const { value } = Result.getOrThrow(
      adoptCustomer(stateOf({ customer: { ...ines, metadata: { tier: "gold" } } }), {
        ...former,
        notifyEmail: false,
        metadata: { tier: "none", city: "Kiel" }
      })
    )
    assert.deepInclude(value.customer, { notifyEmail: false, metadata: { tier: "gold", city: "Kiel" } })
  })

  it("must be there", () => {
    assert.isTrue(Result.isFailure(adoptCustomer(stateOf(), former)))
  })
})
