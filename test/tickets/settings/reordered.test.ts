import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import * as fc from "fast-check"
import { idOf } from "../../../src/domain/Ids.ts"
import { auditOfOrder, lastPlace, reordered } from "../../../src/tickets/settings/reordered.ts"

interface Entry {
  readonly name: string
  readonly sortOrder: number
}

const listOf = (...names: ReadonlyArray<string>): ReadonlyArray<Entry> =>
  names.map((name, sortOrder) => ({ name, sortOrder }))

const order = (all: ReadonlyArray<Entry>, names: ReadonlyArray<string>) =>
  reordered(
    all,
    ({ name }) => name,
    (entry, sortOrder) => ({ ...entry, sortOrder }),
    { field: "names", names }
  )

const refusalOf = (all: ReadonlyArray<Entry>, names: ReadonlyArray<string>) =>
  Result.match(order(all, names), { onSuccess: () => [], onFailure: ({ errors }) => errors })

describe("reordered", () => {
  it("puts every record in the position of its name, and touches only those that move", () => {
    fc.assert(
      fc.property(
        fc
          .uniqueArray(fc.string())
          .chain((names) => fc.tuple(fc.constant(names), fc.shuffledSubarray(names, { minLength: names.length }))),
        ([names, wanted]) => {
          const all = listOf(...names)
          const { moved, order: after } = Result.getOrThrow(order(all, wanted))
          assert.deepStrictEqual(after, listOf(...wanted))
          for (const entry of after) assert.strictEqual(all.includes(entry), !moved.includes(entry))
        }
      )
    )
  })

  it("closes gaps in a list", () => {
    const all = [
      { name: "a", sortOrder: 3 },
      { name: "b", sortOrder: 900 }
    ]
    assert.deepStrictEqual(Result.getOrThrow(order(all, ["a", "b"])).order, listOf("a", "b"))
  })

  it("is audited if the order changes, and not if it only closes gaps", () => {
    const all = [
      { name: "a", sortOrder: 0 },
      { name: "b", sortOrder: 2 }
    ]
    const told = (...names: ReadonlyArray<string>) =>
      auditOfOrder(all, Result.getOrThrow(order(all, names)), ({ name }) => name, {
        event: "category.reordered",
        entityId: idOf("brand", "01890000-0000-7000-8000-000000000001")
      }).map(({ changes }) => changes)
    assert.deepStrictEqual(told("b", "a"), [{ order: { old: ["a", "b"], new: ["b", "a"] } }])
    assert.deepStrictEqual(told("a", "b"), [])
  })

  it("says which names are missing, unknown, or duplicated", () => {
    const all = listOf("a", "b", "c")
    assert.deepInclude(refusalOf(all, ["b"])[0], { field: "names", code: "required" })
    assert.match(refusalOf(all, ["b"])[0]?.message ?? "", /missing: a, c$/)
    assert.deepInclude(refusalOf(all, ["a", "x", "b", "c"])[0], { field: "names[1]", code: "unknown_id" })
    assert.deepInclude(refusalOf(all, ["a", "b", "a", "c"])[0], { field: "names[2]", code: "not_allowed" })
  })

  it("names at most ten missing ones, and repeats nothing that was sent", () => {
    const many = listOf(...Array.from({ length: 30 }, (_, n) => `n${n}`))
    assert.match(refusalOf(many, [])[0]?.message ?? "", /n9 and 20 more$/)
    assert.notInclude(refusalOf(many, ["<script>"])[0]?.message, "script")
  })
})

describe("lastPlace", () => {
  it("is behind all others, and the first in an empty list", () => {
    assert.strictEqual(lastPlace([]), 0)
    assert.strictEqual(lastPlace([{ sortOrder: 7 }, { sortOrder: 2 }]), 8)
  })
})
