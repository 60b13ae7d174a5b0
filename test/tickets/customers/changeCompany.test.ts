import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { idOf } from "../../../src/domain/Ids.ts"
import { VersionConflict } from "../../../src/domain/Problems.ts"
import { changeCompany, deleteCompany, newCompany } from "../../../src/tickets/customers/changeCompany.ts"
import { now, policy, uuid } from "../../support/ticketState.ts"

const id = idOf("company", uuid(5))
const { record: north } = newCompany(
  id,
  policy.id,
  { name: "North", domain: "north.example", externalId: "crm-7", metadata: { a: 1, b: [2] } },
  now
)

describe("A company", () => {
  it("begins at version 1", () => {
    assert.deepInclude(north, { id, brandId: policy.id, version: 1, createdAt: now, updatedAt: now })
  })

  it("keeps what a change does not name, and loses what it clears", () => {
    const changed = changeCompany(north, { name: "South", domain: null }, 1, now)
    assert(Result.isSuccess(changed))
    assert.deepStrictEqual(changed.success.record, { ...north, name: "South", domain: undefined, version: 2 })
    assert.deepStrictEqual(changed.success.audit?.changes, {
      name: { old: "North", new: "South" },
      domain: { old: "north.example", new: null }
    })
  })

  it("that is changed to its current state stays the same, including its version, whatever the order of members", () => {
    const same = changeCompany(
      north,
      { name: "North", metadata: { b: [2], a: 1 }, externalId: "crm-7" },
      undefined,
      now
    )
    assert.deepStrictEqual(same, Result.succeed({ record: north, audit: undefined }))
  })

  it("is neither changed nor deleted at another version than the caller saw", () => {
    const stale = Result.fail(new VersionConflict({ currentVersion: 1 }))
    assert.deepStrictEqual(changeCompany(north, { name: "North" }, 2, now), stale)
    assert.deepStrictEqual(deleteCompany(north, 2), stale)
    assert.isTrue(Result.isSuccess(deleteCompany(north, 1)))
  })
})
