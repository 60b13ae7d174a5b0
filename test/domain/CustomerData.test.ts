import { assert, describe, it } from "@effect/vitest"
import type { Customer } from "../../src/domain/Customer.ts"
import { customerCreated, customerData, customerDiff, customerUpdated } from "../../src/domain/CustomerData.ts"
import { idOf } from "../../src/domain/Ids.ts"
import { ines, now, uuid } from "../support/ticketState.ts"

/** What subscribers receive: the data as JSON. */
const sent = (data: object): Record<string, unknown> => JSON.parse(JSON.stringify(data))

const full: Customer = {
  ...ines,
  avatarUrl: "https://north.example/ines.png",
  phone: "+15550100",
  companyId: idOf("company", uuid(5)),
  externalId: "crm-7",
  identities: [{ channel: "slack", address: "U1" }],
  metadata: { tier: "gold" },
  emailBouncedAt: now
}

describe("customerData", () => {
  it("has the members that the contract names, and leaves out those without a value", () => {
    const { createdAt, updatedAt, ...members } = sent(customerData(ines))
    assert.deepStrictEqual(members, {
      id: ines.id,
      brandId: ines.brandId,
      email: "ines@north.example",
      name: "Ines Roth",
      notifyEmail: true,
      isBlocked: false,
      version: 1
    })
    assert.strictEqual(createdAt, "2026-11-20T09:30:00.000Z")
    assert.strictEqual(updatedAt, createdAt)
  })

  it("marks a placeholder address", () => {
    assert.strictEqual(sent(customerData({ ...ines, emailIsPlaceholder: true }))["emailIsPlaceholder"], true)
  })
})

describe("customerDiff", () => {
  it("covers every field in responses, except dates and the version", () => {
    assert.deepStrictEqual(
      [...customerDiff(ines, full).keys()],
      ["avatarUrl", "phone", "companyId", "externalId", "identities", "metadata", "emailBouncedAt"]
    )
    assert.strictEqual(customerDiff(ines, { ...ines, version: 9, updatedAt: now }).size, 0)
  })

  it("ignores the order of members", () => {
    const one = { ...ines, metadata: { a: 1, b: { c: 2, d: 3 } } }
    assert.strictEqual(customerDiff(one, { ...ines, metadata: { b: { d: 3, c: 2 }, a: 1 } }).size, 0)
  })
})

describe("customer events", () => {
  it("contain the new customer", () => {
    assert.deepStrictEqual(customerCreated(full), {
      type: "customer.created",
      subject: full.id,
      data: customerData(full)
    })
  })

  it("contain what changed, with old and new values", () => {
    const blocked = { ...ines, isBlocked: true, name: undefined }
    assert.deepStrictEqual(sent(customerUpdated(blocked, customerDiff(ines, blocked)).data), {
      ...sent(customerData(blocked)),
      changes: ["name", "isBlocked"],
      diff: { name: { from: "Ines Roth", to: null }, isBlocked: { from: false, to: true } }
    })
  })

  it("name a changed value over 16 KiB without including it", () => {
    const large = { ...ines, metadata: { note: "x".repeat(16 * 1024) } }
    const { changes, diff } = sent(customerUpdated(large, customerDiff(ines, large)).data)
    assert.deepStrictEqual(changes, ["metadata"])
    assert.deepStrictEqual(diff, {})
  })
})
