import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import type { Customer } from "../../../src/domain/Customer.ts"
import { eraseCustomer } from "../../../src/tickets/customers/eraseCustomer.ts"
import { ines, stateOf } from "../../support/ticketState.ts"

const known: Customer = {
  ...ines,
  name: "Ines Roth",
  phone: "+15550100",
  externalId: "crm-7",
  identities: [{ channel: "sms", address: "+15550100" }],
  metadata: { street: "North Road" },
  isBlocked: true
}

describe("A customer who is erased", () => {
  it("is an id and dates, and their event and audit entry reveal nothing of what they were", () => {
    const { audit, customer, events, value } = Result.getOrThrow(
      eraseCustomer(stateOf({ loadedCustomer: () => known }), known.id, known.version)
    )
    assert.strictEqual(value, customer)
    assert.deepInclude(customer, {
      id: ines.id,
      emailIsPlaceholder: true,
      isBlocked: false,
      version: known.version + 1
    })
    assert.isDefined(customer?.erasedAt)
    assert.strictEqual(customer?.deletedAt, customer?.erasedAt)
    const told = JSON.stringify([customer, events, audit])
    for (const word of [known.email, "Roth", "5550100", "crm-7", "North Road"]) assert.notInclude(told, word)
    const [event] = events
    assert.isDefined(event)
    assert.isTrue(JSON.stringify(event.data).endsWith('"purged":true}'))
    assert.includeMembers((event.data as { changes: Array<string> }).changes, ["email", "name", "phone", "metadata"])
    assert.deepStrictEqual(audit, [{ event: "customer.erased", entityType: "customer", entityId: ines.id }])
  })

  it("may have been deleted, and keeps that date; is erased once, and not as someone else", () => {
    const erased = (customer: Customer) =>
      eraseCustomer(stateOf({ loadedCustomer: () => customer }), customer.id, undefined)
    const { customer } = Result.getOrThrow(erased({ ...known, deletedAt: known.createdAt }))
    assert.strictEqual(customer?.deletedAt, known.createdAt)
    for (const other of [{ erasedAt: known.createdAt }, { mergedIntoId: known.id }])
      assert.isTrue(Result.isFailure(erased({ ...known, deletedAt: known.createdAt, ...other })))
  })

  it("must exist, at the version that the caller knows", () => {
    assert.isTrue(Result.isFailure(eraseCustomer(stateOf(), known.id, undefined)))
    const stale = eraseCustomer(stateOf({ loadedCustomer: () => known }), known.id, known.version + 1)
    assert.deepInclude(Result.isFailure(stale) ? stale.failure : {}, { currentVersion: known.version })
  })
})
