import { assert, describe, it } from "@effect/vitest"
import type { InboundMail, Person } from "../../../src/domain/InboundMessage.ts"
import { suggestedCustomer } from "../../../src/tickets/intake/suggestedCustomer.ts"

const ines = { email: "ines@north.example" }
const passingOn = (forwardedFrom: Person | undefined) => {
  const mail: InboundMail = {
    kind: "human",
    ownDomain: "inbound.example",
    route: { rule: "brand_id", address: "x@inbound.example" },
    acknowledge: "none",
    ownReferences: [],
    forwardedFrom
  }
  return suggestedCustomer({ sender: ines, mail }, new Set(["support@acme.example"]))
}

describe("The customer that a mail suggests", () => {
  it("is the author of a forwarded message", () => {
    assert.deepStrictEqual(passingOn({ email: "pat@south.example", name: "Pat Lee" }), {
      suggestedCustomer: { email: "pat@south.example", name: "Pat Lee" }
    })
    assert.deepStrictEqual(passingOn({ email: "pat@south.example" }), {
      suggestedCustomer: { email: "pat@south.example" }
    })
  })

  it("is no one if nothing is forwarded, and never its sender, ourselves or a machine", () => {
    assert.deepStrictEqual(passingOn(undefined), {})
    assert.deepStrictEqual(suggestedCustomer({ sender: ines }), {})
    for (const email of [ines.email, "support@acme.example", "r.x@inbound.example", "no-reply@shop.example"])
      assert.deepStrictEqual(passingOn({ email }), {}, email)
  })
})
