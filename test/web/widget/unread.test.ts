import { assert, describe, it } from "@effect/vitest"
import { isUnread, type Seen, withBaseline, withOwn, withSeen } from "../../../web/widget/frame/unread.ts"

const ticket = (id: string, commentCount: number, createdAt = "2026-11-20T09:30:00.000Z") => ({
  id,
  commentCount,
  createdAt
})
const fresh: Seen = { since: "2026-11-21T00:00:00.000Z", counts: {} }

describe("A customer's unread messages", () => {
  it("are those since they last looked", () => {
    const seen = withSeen(fresh, "a", 2)
    assert.isFalse(isUnread(ticket("a", 2), seen))
    assert.isTrue(isUnread(ticket("a", 3), seen))
  })

  it("exclude those that existed when this browser first saw the request", () => {
    const seen = withBaseline([ticket("old", 4)], fresh)
    assert.isFalse(isUnread(ticket("old", 4), seen))
    assert.isTrue(isUnread(ticket("old", 5), seen))
  })

  it("include every answer on a request created since, wherever that was", () => {
    const later = ticket("mailed", 1, "2026-11-22T00:00:00.000Z")
    assert.isTrue(isUnread(later, fresh))
    assert.isTrue(isUnread(later, withBaseline([later], fresh)))
  })

  it("exclude their own messages, but not what came before them", () => {
    const seen = withSeen(fresh, "a", 2)
    assert.isFalse(isUnread(ticket("a", 3), withOwn(seen, "a")))
    assert.isTrue(isUnread(ticket("a", 4), withOwn(seen, "a")))
    assert.strictEqual(withOwn(fresh, "a"), fresh)
  })

  it("are tracked for the latest two hundred requests", () => {
    let seen = withSeen(fresh, "first", 1)
    for (let n = 0; n < 200; n++) seen = withSeen(seen, `t${n}`, n)
    assert.lengthOf(Object.keys(seen.counts), 200)
    assert.notProperty(seen.counts, "first")
    assert.strictEqual(withSeen(seen, "t0", 9).counts["t0"], 9)
  })
})
