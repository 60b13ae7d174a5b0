import { assert, describe, it } from "@effect/vitest"
import { DateTime, Result } from "effect"
import { idOf } from "../../src/domain/Ids.ts"
import { type Member, type Role, roles } from "../../src/domain/Member.ts"
import { changeMember, mayAppoint, mayRemove } from "../../src/domain/Team.ts"

const member = (role: Role, status: Member["status"] = "active"): Member => ({
  id: idOf("member", "01890000-0000-7000-8000-000000000001"),
  accountId: idOf("account", "01890000-0000-7000-8000-000000000002"),
  email: "ada@team.example",
  firstName: "Ada",
  role,
  status,
  allBrands: role !== "agent",
  brandIds: role === "agent" ? [idOf("brand", "01890000-0000-7000-8000-000000000003")] : [],
  notifyEmail: true,
  notifyToast: true,
  notifyDesktop: false,
  createdAt: DateTime.makeUnsafe(0)
})

/** The tag of a refusal, or undefined. */
const refusal = (result: Result.Result<unknown, { readonly _tag: string }>) =>
  Result.isFailure(result) ? result.failure._tag : undefined

describe("A team", () => {
  for (const role of roles) {
    for (const actor of ["owner", "admin"] as const) {
      const refused = actor === "admin" && role !== "agent" ? "Forbidden" : undefined
      it(`${refused === undefined ? "lets" : "does not let"} an ${actor} make someone ${role}, and change or remove one`, () => {
        const team = { actor, activeOwners: 2 }
        assert.strictEqual(refusal(mayAppoint(actor, role)), refused)
        assert.strictEqual(refusal(changeMember(team, member("agent"), { role })), refused)
        assert.strictEqual(refusal(changeMember(team, member(role), { firstName: "Bob" })), refused)
        assert.strictEqual(refusal(changeMember(team, member(role), { role: "agent" })), refused)
        assert.strictEqual(refusal(mayRemove(team, member(role))), refused)
      })
    }
  }

  it("keeps its last active owner as an owner", () => {
    const team = { actor: "owner", activeOwners: 1 } as const
    for (const role of ["admin", "agent"] as const) {
      assert.strictEqual(refusal(changeMember(team, member("owner"), { role })), "LastOwner")
      assert.strictEqual(refusal(changeMember({ ...team, activeOwners: 2 }, member("owner"), { role })), undefined)
    }
    assert.strictEqual(refusal(mayRemove(team, member("owner"))), "LastOwner")
    assert.strictEqual(refusal(mayRemove(team, member("owner", "pending"))), undefined)
    assert.strictEqual(refusal(changeMember(team, member("owner"), { firstName: "Bob" })), undefined)
  })

  it("gives all brands to a member who becomes an admin, and keeps the brands of one who stays an agent", () => {
    const team = { actor: "owner", activeOwners: 1 } as const
    const promoted = Result.getOrThrow(changeMember(team, member("agent"), { role: "admin" }))
    assert.deepInclude(promoted, { role: "admin", allBrands: true, brandIds: [] })
    const renamed = Result.getOrThrow(changeMember(team, member("agent"), { firstName: null, lastName: "Byron" }))
    assert.deepInclude(renamed, { allBrands: false, brandIds: member("agent").brandIds, lastName: "Byron" })
    assert.isUndefined(renamed.firstName)
  })
})
