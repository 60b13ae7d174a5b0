import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import type { Customer } from "../../../src/domain/Customer.ts"
import { idOf } from "../../../src/domain/Ids.ts"
import { type CustomerChange, changeCustomer, deleteCustomer } from "../../../src/tickets/customers/changeCustomer.ts"
import { ines, now, stateOf, uuid } from "../../support/ticketState.ts"

const full: Customer = {
  ...ines,
  avatarUrl: "https://north.example/ines.png",
  phone: "+15550100",
  externalId: "crm-7",
  metadata: { tier: "gold" },
  emailBouncedAt: now
}

const changed = (change: CustomerChange, before = full) =>
  Result.getOrThrow(changeCustomer(stateOf({ customer: before }), change, undefined))

const refusal = (result: Result.Result<unknown, { readonly _tag: string }>) =>
  Result.isFailure(result) ? result.failure._tag : "none"

describe("changeCustomer", () => {
  it("changes what is given, clears what is null, and keeps the rest", () => {
    const { value } = changed({ name: "Ines R.", phone: null, metadata: null, isBlocked: true })
    assert.deepStrictEqual(value.customer, {
      ...full,
      name: "Ines R.",
      phone: undefined,
      metadata: undefined,
      companyId: undefined,
      isBlocked: true,
      version: 2,
      updatedAt: now
    })
  })

  it("changes a placeholder address along with the phone number, unless it identifies someone else", () => {
    const texting = { ...full, email: "15550100@sms.invalid", emailIsPlaceholder: true }
    assert.strictEqual(changed({ phone: "+15550101" }, texting).value.customer.email, "15550101@sms.invalid")
    for (const change of [{ phone: null }, { phone: texting.phone }, { name: "Ines" }])
      assert.strictEqual(changed(change, texting).value.customer.email, texting.email)
    assert.strictEqual(changed({ phone: "+15550101" }).value.customer.email, full.email)
    const keyHolders = { email: idOf("customer", uuid(7)), externalId: undefined, phone: undefined }
    const state = stateOf({ customer: texting, keyHolders })
    const { customer } = Result.getOrThrow(changeCustomer(state, { phone: "+15550101" }, undefined)).value
    assert.deepInclude(customer, { phone: "+15550101", email: texting.email })
  })

  it("forgets a bounce and a placeholder along with the address that they were about", () => {
    const placeholder = { ...full, email: "x@chat.invalid", emailIsPlaceholder: true }
    const { customer } = changed({ email: "ines@south.example" }, placeholder).value
    assert.isFalse(customer.emailIsPlaceholder)
    assert.isUndefined(customer.emailBouncedAt)
    assert.strictEqual(changed({ email: full.email, name: "x" }).value.customer.emailBouncedAt, now)
    assert.strictEqual(changed({ notifyEmail: false }).value.customer.emailBouncedAt, now)
    assert.isUndefined(changed({ notifyEmail: true }).value.customer.emailBouncedAt)
  })

  it("refuses a placeholder address, and accepts the current one", () => {
    const placeholder = { ...full, email: "x@chat.invalid", emailIsPlaceholder: true }
    assert.strictEqual(changed({ email: placeholder.email, name: "x" }, placeholder).value.customer.name, "x")
    const claimed = changeCustomer(stateOf({ customer: full }), { email: "y@chat.invalid" }, undefined)
    assert.isTrue(Result.isFailure(claimed) && claimed.failure._tag === "InvalidInput")
  })

  it("stores and publishes nothing when nothing changes", () => {
    const outcome = changed({ email: full.email, phone: full.phone, metadata: { tier: "gold" }, companyId: null })
    assert.deepStrictEqual(outcome, { value: { customer: full, company: undefined }, events: [], audit: [] })
  })

  it("publishes and audits what changed", () => {
    const { audit, events } = changed({ externalId: "crm-8" })
    assert.deepStrictEqual(
      events.map(({ subject, type }) => [type, subject]),
      [["customer.updated", full.id]]
    )
    assert.deepStrictEqual(audit, [
      {
        event: "customer.updated",
        entityType: "customer",
        entityId: full.id,
        changes: { externalId: { old: "crm-7", new: "crm-8" } }
      }
    ])
  })

  it("lets a customer keep their own keys and refuses those of another", () => {
    const state = (holder: Customer["id"]) =>
      stateOf({ customer: full, keyHolders: { email: undefined, externalId: holder, phone: undefined } })
    assert.strictEqual(refusal(changeCustomer(state(full.id), { externalId: "crm-7" }, undefined)), "none")
    const other = idOf("customer", uuid(7))
    assert.strictEqual(refusal(changeCustomer(state(other), { externalId: "crm-9" }, undefined)), "AlreadyExists")
  })

  it("checks existence, then ids, then the version, then the keys", () => {
    const change = { companyId: idOf("company", uuid(5)) }
    const keyHolders = { email: idOf("customer", uuid(7)), externalId: undefined, phone: undefined }
    assert.strictEqual(refusal(changeCustomer(stateOf({ keyHolders }), change, 9)), "NotFound")
    assert.strictEqual(refusal(changeCustomer(stateOf({ customer: full, keyHolders }), change, 9)), "InvalidInput")
    assert.strictEqual(refusal(changeCustomer(stateOf({ customer: full, keyHolders }), {}, 9)), "VersionConflict")
    assert.strictEqual(refusal(changeCustomer(stateOf({ customer: full, keyHolders }), {}, 1)), "AlreadyExists")
  })
})

describe("deleteCustomer", () => {
  it("marks the customer and publishes that as a change of deletedAt", () => {
    const { audit, events, value } = Result.getOrThrow(deleteCustomer(stateOf({ customer: full }), 1))
    assert.deepStrictEqual(value.customer, { ...full, deletedAt: now, version: 2, updatedAt: now })
    const at = "2026-11-20T10:02:11.402Z"
    const [event] = events
    assert.strictEqual(event?.type, "customer.updated")
    assert.deepInclude(event?.data, { changes: ["deletedAt"], diff: { deletedAt: { from: null, to: at } } })
    assert.deepInclude(audit[0], { event: "customer.deleted", changes: { deletedAt: { old: null, new: at } } })
  })

  it("refuses an unknown customer, and a stale version", () => {
    assert.strictEqual(refusal(deleteCustomer(stateOf(), undefined)), "NotFound")
    assert.strictEqual(refusal(deleteCustomer(stateOf({ customer: full }), 2)), "VersionConflict")
  })
})
