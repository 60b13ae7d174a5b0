import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { idOf } from "../../src/domain/Ids.ts"
import type { Ticket } from "../../src/domain/Ticket.ts"
import { deleteTicket, purgeTicket, restoreTicket } from "../../src/tickets/trashTicket.ts"
import { now, stateOf, ticketIn, uuid } from "../support/ticketState.ts"

const open = ticketIn("open")

const types = (outcome: { readonly events: ReadonlyArray<{ readonly type: string }> }) =>
  outcome.events.map(({ type }) => type)

describe("deleteTicket and restoreTicket", () => {
  const trashed = { ...open, deletedAt: now, version: 2 }
  const on = (ticket: Ticket | undefined) => stateOf({ ticket })

  it("mark and unmark the ticket, with one version and one event each", () => {
    const deleted = Result.getOrThrow(deleteTicket(on(open), "live", undefined))
    assert.deepStrictEqual([deleted.value.ticket.deletedAt, deleted.value.ticket.version], [now, 2])
    assert.deepStrictEqual(types(deleted), ["ticket.deleted"])
    const data = JSON.parse(JSON.stringify(deleted.events[0]?.data))
    assert.deepStrictEqual(
      [data.deletedAt, data.permanent, data.previousStatus, data.version],
      ["2026-11-20T10:02:11.402Z", false, "open", 2]
    )
    const restored = Result.getOrThrow(restoreTicket(on(trashed), "live", undefined))
    assert.deepStrictEqual([restored.value.ticket.deletedAt, restored.value.ticket.version], [undefined, 3])
    assert.deepStrictEqual(types(restored), ["ticket.restored"])
  })

  it("return the same and publish nothing the second time, whatever version was named", () => {
    assert.deepStrictEqual(types(Result.getOrThrow(deleteTicket(on(trashed), "live", 1))), [])
    assert.deepStrictEqual(types(Result.getOrThrow(restoreTicket(on(open), "live", 9))), [])
  })

  it("accept a ticket that was merged away, too", () => {
    const merged = { ...open, mergedIntoId: idOf("ticket", uuid(50)) }
    assert.deepStrictEqual(types(Result.getOrThrow(deleteTicket(on(merged), "live", undefined))), ["ticket.deleted"])
  })

  it("are refused at a stale version, and without a ticket", () => {
    for (const decision of [deleteTicket(on(open), "live", 9), restoreTicket(on(trashed), "live", 1)])
      assert(Result.isFailure(decision) && decision.failure._tag === "VersionConflict")
    for (const decide of [deleteTicket, restoreTicket]) {
      const decision = decide(on(undefined), "live", undefined)
      assert(Result.isFailure(decision) && decision.failure._tag === "NotFound")
    }
  })
})

describe("purgeTicket", () => {
  it("removes a ticket in any state, with an event that contains nothing that people wrote", () => {
    const ticket = { ...open, customFields: { secret: 1 }, metadata: { secret: 2 } }
    const outcome = Result.getOrThrow(purgeTicket(stateOf({ ticket }), "live", undefined))
    assert.deepStrictEqual([outcome.purged, outcome.ticket?.deletedAt, outcome.ticket?.version], [true, now, 2])
    const data = outcome.events[0]?.data ?? {}
    assert.deepInclude(data, { id: open.id, title: "", body: null, customerEmail: null, permanent: true, purged: true })
    assert.notInclude(JSON.stringify(data), "secret")
    assert.notInclude(JSON.stringify(data), open.title)
  })

  it("finds merged tickets, and tickets in the trash, whose deletion was published before", () => {
    for (const more of [{ deletedAt: now }, { deletedAt: now, mergedIntoId: idOf("ticket", uuid(50)) }])
      assert.deepStrictEqual(
        types(Result.getOrThrow(purgeTicket(stateOf({ ticket: { ...open, ...more } }), "live", undefined))),
        []
      )
    const gone = purgeTicket(stateOf({}), "live", undefined)
    assert(Result.isFailure(gone))
    assert.strictEqual(gone.failure._tag, "NotFound")
  })

  it("refuses a stale version", () => {
    const stale = purgeTicket(stateOf({ ticket: open }), "live", 7)
    assert(Result.isFailure(stale))
    assert.deepInclude(stale.failure, { _tag: "VersionConflict", currentVersion: 1 })
  })
})
