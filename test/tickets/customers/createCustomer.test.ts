import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { type CompanyId, idOf } from "../../../src/domain/Ids.ts"
import { createCustomer } from "../../../src/tickets/customers/createCustomer.ts"
import { ines, now, policy, stateOf, uuid } from "../../support/ticketState.ts"

const company = (id: CompanyId) => ({
  id,
  brandId: policy.id,
  name: "North",
  version: 1,
  createdAt: now,
  updatedAt: now
})
const north = company(idOf("company", uuid(5)))
const south = company(idOf("company", uuid(6)))
const input = { email: "ines@north.example" }

describe("createCustomer", () => {
  it("creates a customer who gets mail and is not blocked by default", () => {
    const { customer } = Result.getOrThrow(createCustomer(stateOf(), policy.id, input)).value
    assert.isTrue(customer.notifyEmail)
    assert.isFalse(customer.isBlocked)
    const other = createCustomer(stateOf(), policy.id, { ...input, notifyEmail: false, isBlocked: true })
    assert.isFalse(Result.getOrThrow(other).value.customer.notifyEmail)
    assert.isTrue(Result.getOrThrow(other).value.customer.isBlocked)
  })

  it("copies the fields of a customer and nothing else", () => {
    const meddling = { ...input, id: ines.id, version: 7, deletedAt: now, brandId: idOf("brand", uuid(9)) }
    const { customer } = Result.getOrThrow(createCustomer(stateOf(), policy.id, meddling)).value
    assert.notStrictEqual(customer.id, ines.id)
    assert.strictEqual(customer.version, 1)
    assert.strictEqual(customer.brandId, policy.id)
    assert.isUndefined(customer.deletedAt)
  })

  it("refuses an address under .invalid, which is a placeholder", () => {
    const made = createCustomer(stateOf(), policy.id, { email: "sms-15550100@phone.invalid" })
    assert.isTrue(Result.isFailure(made) && made.failure._tag === "InvalidInput")
  })

  const { ids } = stateOf()
  const noHolders = { email: undefined, externalId: undefined, phone: undefined }
  for (const [field, known] of [
    ["phone", { phone: "+15550100", externalId: "g-1" }],
    ["externalId", { externalId: "g-1" }]
  ] as const) {
    const made = (email: typeof ines.id | undefined) =>
      Result.getOrThrow(createCustomer(stateOf({ ids, keyHolders: { ...noHolders, email } }), policy.id, known)).value
        .customer

    it(`generates an address from ${field}, and reports that field if it is taken`, () => {
      assert.isTrue(made(undefined).emailIsPlaceholder)
      if (field === "phone") assert.strictEqual(made(undefined).email, "15550100@sms.invalid")
      const keyHolders = { ...noHolders, email: ines.id, [field]: ines.id }
      const refused = createCustomer(stateOf({ keyHolders }), policy.id, known)
      assert(Result.isFailure(refused) && refused.failure._tag === "AlreadyExists")
      assert.strictEqual(refused.failure.field, field)
    })

    it(`generates another address if that of ${field} identifies someone else, and never the same twice`, () => {
      const others = [made(ines.id), made(ines.id)]
      assert.deepStrictEqual(
        others.map(({ emailIsPlaceholder }) => emailIsPlaceholder),
        [true, true]
      )
      assert.strictEqual(new Set([made(undefined), ...others].map(({ email }) => email)).size, 3)
    })
  }

  it("refuses a customer without an address, a number and an external id", () => {
    const refused = createCustomer(stateOf(), policy.id, { name: "Una" })
    assert(Result.isFailure(refused) && refused.failure._tag === "InvalidInput")
    assert.include(refused.failure.errors[0], { field: "email", code: "required" })
  })

  it("links the company with the mail domain, unless another or none is named", () => {
    const state = stateOf({ companyId: north.id, companies: [north, south] })
    const linked = (companyId?: CompanyId | null) =>
      Result.getOrThrow(createCustomer(state, policy.id, { ...input, companyId })).value
    assert.strictEqual(linked().customer.companyId, north.id)
    assert.deepStrictEqual(linked().company, north)
    assert.deepStrictEqual(linked(south.id).company, south)
    assert.isUndefined(linked(null).customer.companyId)
    assert.isUndefined(linked(null).company)
  })

  it("refuses a company that is not the brand's before it checks the keys", () => {
    const state = stateOf({ keyHolders: { email: ines.id, externalId: undefined, phone: undefined } })
    const refused = createCustomer(state, policy.id, { ...input, companyId: south.id })
    assert(Result.isFailure(refused) && refused.failure._tag === "InvalidInput")
    assert.deepStrictEqual(
      refused.failure.errors.map(({ code, field }) => [field, code]),
      [["companyId", "unknown_id"]]
    )
  })

  it("refuses an address, an external id and a phone number that someone has", () => {
    for (const field of ["email", "externalId", "phone"] as const) {
      const keyHolders = { email: undefined, externalId: undefined, phone: undefined, [field]: ines.id }
      const refused = createCustomer(stateOf({ keyHolders }), policy.id, input)
      assert(Result.isFailure(refused) && refused.failure._tag === "AlreadyExists")
      assert.strictEqual(refused.failure.field, field)
    }
  })
})
