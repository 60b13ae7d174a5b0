import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { idOf } from "../../../src/domain/Ids.ts"
import { changeTag, mergeTags, newTag } from "../../../src/tickets/settings/changeTag.ts"
import { tagLimit } from "../../../src/tickets/settings/tagLimit.ts"
import { now, policy, tag, uuid } from "../../support/ticketState.ts"

const tagOf = (number: number) => tag(`tag ${number}`, idOf("tag", uuid(300 + number)))
const [target, one, two] = [tagOf(0), tagOf(1), tagOf(2)]

describe("A tag", () => {
  it("has the standard colour by default", () => {
    const { record } = newTag(target.id, policy.id, { name: "vip" }, now)
    assert.deepStrictEqual(record, { ...target, name: "vip", color: "#6366f1", createdAt: now, updatedAt: now })
    assert.strictEqual(newTag(target.id, policy.id, { name: "vip", color: "#000000" }, now).record.color, "#000000")
  })

  it("that is changed to its current state stays the same, including its date", () => {
    const change = changeTag(target, { name: target.name, color: target.color }, now)
    assert.deepStrictEqual(change, { record: target, audit: undefined })
    assert.deepInclude(changeTag(target, { name: "VIP" }, now).record, { name: "VIP", updatedAt: now })
  })
})

describe("Merging tags", () => {
  it("uses each source once, in the given order", () => {
    const merge = mergeTags(target, [one, two, target], [two.id, one.id, two.id])
    assert(Result.isSuccess(merge))
    assert.deepStrictEqual(merge.success.sources, [two, one])
    assert.deepStrictEqual(
      merge.success.audit.map(({ entityId, event }) => [event, entityId]),
      [
        ["tag.merged", target.id],
        ["tag.deleted", two.id],
        ["tag.deleted", one.id]
      ]
    )
  })

  it("names every source that it cannot use", () => {
    const merge = mergeTags(target, [one, target], [one.id, two.id, target.id, "nonsense"])
    assert(Result.isFailure(merge))
    assert.deepStrictEqual(
      merge.failure.errors.map(({ code, field }) => `${field} ${code}`),
      ["sourceTagIds[1] unknown_id", "sourceTagIds[2] not_allowed", "sourceTagIds[3] unknown_id"]
    )
  })
})

describe("A brand's tags", () => {
  it("are at most 5,000", () => {
    assert.isUndefined(tagLimit(4_999, 1))
    assert.deepInclude(tagLimit(4_999, 2), { _tag: "LimitReached", limit: 5_000 })
    // Creating none is allowed even beyond the limit.
    assert.isUndefined(tagLimit(6_000, 0))
  })
})
