import { assert, describe, it } from "@effect/vitest"
import { DateTime, Result } from "effect"
import { type Id, idOf } from "../../../src/domain/Ids.ts"
import { type StatusRecord, systemStatuses } from "../../../src/domain/Status.ts"
import {
  changeStatus,
  createStatus,
  maxMoved,
  maxStatuses,
  reorderStatuses,
  type StatusChange
} from "../../../src/tickets/settings/changeStatuses.ts"

const brandId = idOf("brand", "01890000-0000-7000-8000-000000000001")
const [made, now] = [DateTime.makeUnsafe(0), DateTime.makeUnsafe(60_000)]
const idAt = (n: number): Id<"status"> => idOf("status", `01890000-0000-7000-8000-${`${n}`.padStart(12, "0")}`)

const status = (n: number, fields: Partial<StatusRecord>): StatusRecord => ({
  id: idAt(n),
  brandId,
  key: `key_${n}`,
  category: "pending",
  name: `Name ${n}`,
  customerName: `Name ${n}`,
  color: "#000000",
  isSystem: false,
  isDefault: false,
  isActive: true,
  sortOrder: n,
  createdAt: made,
  updatedAt: made,
  ...fields
})

const system = systemStatuses.map((fields, n) => status(n, { ...fields, customerName: fields.name, isSystem: true }))
const [custom, spare, idle] = [
  status(4, { category: "pending" }),
  status(5, { category: "open" }),
  status(6, { category: "open", isActive: false })
]
const all = [...system, custom, spare, idle]

const changed = (n: number, change: StatusChange, tickets = 0, from = all) =>
  changeStatus(from, idAt(n), change, tickets, now)
const refusal = (n: number, change: StatusChange, tickets = 0) =>
  Result.match(changed(n, change, tickets), { onSuccess: () => "done", onFailure: ({ _tag }) => _tag })

describe("changeStatus", () => {
  for (const [what, n, change, outcome] of [
    ["renames a system status", 0, { name: "Neu" }, "done"],
    ["leaves a system status in its category", 3, { category: "closed", isActive: true }, "done"],
    ["moves no system status", 1, { category: "open" }, "SystemRecord"],
    ["takes no system status out of use", 2, { isActive: false }, "SystemRecord"],
    ["moves the brand's own status", 4, { category: "resolved" }, "done"],
    ["makes nobody's status a closed one", 4, { category: "closed" }, "InvalidInput"],
    ["makes an open status the default", 5, { isDefault: true }, "done"],
    ["makes one the default that becomes open by the same change", 4, { category: "open", isDefault: true }, "done"],
    ["makes no pending status the default", 4, { isDefault: true }, "InvalidInput"],
    ["makes no inactive status the default", 6, { isDefault: true }, "InvalidState"],
    ["makes one the default that comes back by the same change", 6, { isActive: true, isDefault: true }, "done"],
    ["takes the flag from nobody without a successor", 0, { isDefault: false }, "InvalidState"],
    ["knows no other status", 99, { name: "x" }, "NotFound"]
  ] as const) {
    it(what, () => assert.strictEqual(refusal(n, change), outcome))
  }

  it("changes nothing that already is as requested", () => {
    const { audit, saved, value } = Result.getOrThrow(
      changed(4, { name: "Name 4", category: "pending", isDefault: false })
    )
    assert.deepStrictEqual([value, saved, audit], [custom, [], []])
  })

  it("keeps the default active, open, and the only one", () => {
    const { saved, value } = Result.getOrThrow(changed(5, { isDefault: true }))
    assert.deepStrictEqual(
      saved.map(({ id, isDefault }) => [id, isDefault]),
      [
        [idAt(0), false],
        [idAt(5), true]
      ]
    )
    const after = all.map((before) => saved.find(({ id }) => id === before.id) ?? before)
    for (const change of [{ isActive: false }, { isDefault: false }, { category: "resolved" }] as const) {
      assert(Result.isFailure(changed(5, change, 0, after)))
    }
    assert.isTrue(value.isDefault)
  })

  it("audits both when the default changes", () => {
    const { audit } = Result.getOrThrow(changed(5, { isDefault: true }))
    assert.deepStrictEqual(
      audit.map(({ changes, entityId }) => [entityId, changes]),
      [
        [idAt(5), { isDefault: { old: false, new: true } }],
        [idAt(0), { isDefault: { old: true, new: false } }]
      ]
    )
  })

  it("moves no more tickets to another category than others can wait for", () => {
    assert.strictEqual(refusal(4, { category: "open" }, maxMoved), "done")
    assert.strictEqual(refusal(4, { category: "open" }, maxMoved + 1), "InvalidState")
    assert.strictEqual(refusal(4, { category: "pending", name: "x" }, maxMoved + 1), "done")
  })

  it("keeps the customers' name equal to the name until it differs", () => {
    const followed = Result.getOrThrow(changed(4, { name: "New" })).value
    assert.strictEqual(followed.customerName, "New")
    const named = Result.getOrThrow(changed(4, { customerName: "For you" })).value
    const renamed = Result.getOrThrow(changed(4, { name: "New" }, 0, [named])).value
    assert.strictEqual(renamed.customerName, "For you")
  })
})

describe("createStatus", () => {
  const create = (from: ReadonlyArray<StatusRecord>, isDefault?: boolean) =>
    createStatus(from, idAt(50), brandId, { name: "New one", category: "open", isDefault }, now)

  it("puts the new one last, in the colour of its category", () => {
    const { value } = Result.getOrThrow(create(all))
    assert.include(value, { key: "new_one", sortOrder: 7, color: "#3b82f6", isDefault: false, isActive: true })
  })

  it("clears the flag of the current default before it sets that of the new one", () => {
    const { saved } = Result.getOrThrow(create(all, true))
    assert.deepStrictEqual(
      saved.map(({ id, isDefault }) => [id, isDefault]),
      [
        [idAt(0), false],
        [idAt(50), true]
      ]
    )
  })

  it("counts inactive ones too", () => {
    const many = Array.from({ length: maxStatuses }, (_, n) => status(n, { isActive: n % 2 === 0 }))
    assert.strictEqual(
      Result.match(create(many), { onSuccess: () => "done", onFailure: ({ _tag }) => _tag }),
      "LimitReached"
    )
    assert.isTrue(Result.isSuccess(create(many.slice(1))))
  })
})

describe("reorderStatuses", () => {
  it("puts inactive ones that are not named behind all others, and returns those that are", () => {
    const ids = all.filter(({ isActive }) => isActive).map(({ id }) => id)
    const { saved, value } = Result.getOrThrow(reorderStatuses(all, brandId, ids.toReversed(), now))
    assert.deepStrictEqual(
      value.map(({ id }) => id),
      ids.toReversed()
    )
    assert.isUndefined(saved.find(({ id }) => id === idle.id))
    const first = Result.getOrThrow(reorderStatuses(all, brandId, [idle.id, ...ids], now))
    assert.deepInclude(
      first.saved.find(({ id }) => id === idle.id),
      { sortOrder: 0, updatedAt: now }
    )
  })
})
