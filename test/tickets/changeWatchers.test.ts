import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { idOf } from "../../src/domain/Ids.ts"
import type { Watcher } from "../../src/domain/Watcher.ts"
import { addWatcher, changeWatcher, removeWatcher, type WatchState } from "../../src/tickets/changeWatchers.ts"
import { now, ticketIn, uuid } from "../support/ticketState.ts"

const ticket = ticketIn("open")
const member = idOf("member", uuid(6))
const tom = { memberId: member as string, memberEmail: "tom@acme.example" }
const ada = { memberId: "custom_ada@watch.example", memberEmail: "ada@watch.example" }
const made = { id: idOf("watcher", uuid(7)), addedBy: "key_1", addedAt: now }
const watcher: Watcher = { ...made, ...ada, ticketId: ticket.id, notifyOnComment: true, notifyOnStatusChange: true }

const seeing = (more: Partial<WatchState> = {}): WatchState => ({
  ticket,
  ticketPrefix: "ACME",
  watchers: [],
  memberEmail: undefined,
  ...more
})
const merged = { ticket: { ...ticket, mergedIntoId: idOf("ticket", uuid(8)) } }
const tagOf = (decision: Result.Result<unknown, { readonly _tag: string }>) =>
  Result.isFailure(decision) ? decision.failure._tag : undefined

describe("A watcher", () => {
  it("is notified of everything by default", () => {
    const added = addWatcher(seeing(), { ...ada, memberName: "Ada", notifyOnStatusChange: false }, made)
    assert(Result.isSuccess(added))
    const saved = { ...watcher, memberName: "Ada", notifyOnStatusChange: false }
    assert.deepStrictEqual(added.success.saved, saved)
    assert.deepStrictEqual(added.success.value, { watcher: saved, isNew: true })
  })

  it("is a member who can see the brand, or an address", () => {
    const other = addWatcher(seeing({ memberEmail: tom.memberEmail }), { ...tom, memberEmail: "t@home.example" }, made)
    assert.strictEqual(Result.getOrThrow(other).saved?.memberEmail, tom.memberEmail)
    assert.isTrue(Result.isSuccess(addWatcher(seeing(), ada, made)))
    for (const memberId of [member, "tom", "br_x", ""])
      assert.strictEqual(tagOf(addWatcher(seeing(), { ...tom, memberId }, made)), "InvalidInput", memberId)
  })

  it("who already watches stays, even if they can no longer see the brand and the ticket has no room", () => {
    const present: Watcher = { ...watcher, memberId: member }
    const others = Array.from({ length: 49 }, (_, n): Watcher => ({ ...watcher, memberId: `custom_${n}` }))
    const watchers = [present, ...others]
    const again = addWatcher(seeing({ watchers }), { ...tom, notifyOnComment: false }, made)
    assert(Result.isSuccess(again))
    assert.deepStrictEqual(again.success, { value: { watcher: present, isNew: false }, audit: [] })
    assert.strictEqual(tagOf(addWatcher(seeing({ watchers }), ada, made)), "LimitReached")
    assert.strictEqual(tagOf(addWatcher(seeing({ watchers: others }), ada, made)), undefined)
  })

  it("of a ticket that was merged away is fixed; someone who is not a watcher is told so first", () => {
    const state = seeing({ ...merged, watchers: [watcher] })
    for (const decision of [
      addWatcher(state, ada, made),
      changeWatcher(state, ada.memberId, { notifyOnComment: false }),
      removeWatcher(state, ada.memberId)
    ])
      assert.strictEqual(tagOf(decision), "TicketMerged")
    assert.strictEqual(tagOf(addWatcher(state, tom, made)), "InvalidInput")
    assert.strictEqual(tagOf(changeWatcher(state, member, {})), "NotFound")
    assert.strictEqual(tagOf(removeWatcher(state, member)), "NotFound")
  })

  it("that is changed to its current state stays the same, and nothing is recorded", () => {
    const state = seeing({ watchers: [watcher] })
    assert.deepStrictEqual(
      changeWatcher(state, ada.memberId, { notifyOnComment: true }),
      Result.succeed({ value: watcher, audit: [] })
    )
    const changed = changeWatcher(state, ada.memberId, { notifyOnStatusChange: false })
    assert(Result.isSuccess(changed))
    assert.deepStrictEqual(changed.success.saved, { ...watcher, notifyOnStatusChange: false })
  })
})
