import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import type { Customer } from "../../../src/domain/Customer.ts"
import { idOf } from "../../../src/domain/Ids.ts"
import { mergeCustomers } from "../../../src/tickets/customers/mergeCustomers.ts"
import { ines, now, stateOf, uuid } from "../../support/ticketState.ts"

const person = (number: number, more: Partial<Customer> = {}): Customer => ({
  ...ines,
  id: idOf("customer", uuid(number)),
  email: `ines-${number}@north.example`,
  ...more
})
const merge = (people: ReadonlyArray<Customer>, target: Customer | undefined = ines, ifMatch?: number) =>
  mergeCustomers(
    stateOf({ customer: target, loadedCustomer: (id) => people.find((one) => one.id === id) }),
    people.map(({ id }) => id),
    ifMatch
  )
const errorsOf = (people: ReadonlyArray<Customer>) => {
  const refused = Result.getOrThrow(Result.flip(merge(people)))
  return refused._tag === "InvalidInput" ? refused.errors.map(({ code, field }) => [field, code]) : refused
}

describe("Customers who are one person", () => {
  it("are hidden together, and the remaining one gets what only they had", () => {
    const [first, second] = [person(90, { phone: "+15550101" }), person(91, { externalId: "crm-7" })]
    const { audit, customer, events, otherCustomers } = Result.getOrThrow(merge([first, second, first]))
    assert.deepStrictEqual(
      otherCustomers,
      [first, second].map((one) => ({ ...one, mergedIntoId: ines.id, deletedAt: now, updatedAt: now, version: 2 }))
    )
    assert.deepInclude(customer, { id: ines.id, phone: "+15550101", externalId: "crm-7", version: 2 })
    assert.deepStrictEqual(
      events.map(({ subject, type }) => [type, subject]),
      [first, second, ines].map(({ id }) => ["customer.updated", id])
    )
    assert.deepStrictEqual(
      audit.map(({ event }) => event),
      ["customer.merged", "customer.merged", "customer.updated"]
    )
  })

  it("are skipped if they were merged into it before", () => {
    const merged = Result.getOrThrow(merge([person(90, { deletedAt: now, mergedIntoId: ines.id, phone: "+15550101" })]))
    assert.deepStrictEqual([merged.customer, merged.otherCustomers, merged.events], [undefined, [], []])
  })

  it("are refused together if one of them belongs to another brand, is deleted, or is the target", () => {
    const elsewhere = person(91, { deletedAt: now, mergedIntoId: idOf("customer", uuid(95)) })
    assert.deepStrictEqual(errorsOf([person(90), elsewhere, person(92, { deletedAt: now }), ines]), [
      ["sourceCustomerIds[1]", "unknown_id"],
      ["sourceCustomerIds[2]", "unknown_id"],
      ["sourceCustomerIds[3]", "not_allowed"]
    ])
  })

  it("need an existing target, at the version that was seen", () => {
    const state = stateOf({ loadedCustomer: () => person(90) })
    const nobody = Result.getOrThrow(Result.flip(mergeCustomers(state, [person(90).id], undefined)))
    assert.strictEqual(nobody._tag, "NotFound")
    assert.strictEqual(Result.getOrThrow(Result.flip(merge([person(90)], ines, 9)))._tag, "VersionConflict")
  })
})
