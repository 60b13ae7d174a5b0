import { assert, describe, it } from "@effect/vitest"
import { DateTime } from "effect"
import { idOf } from "../../src/domain/Ids.ts"
import type { Ticket } from "../../src/domain/Ticket.ts"
import {
  agentReplied,
  customerReplied,
  defaultStatus,
  endOfMerges,
  findStatus,
  mergedInto,
  moveTo,
  statusOfCategory,
  transitionEvent
} from "../../src/domain/TicketLifecycle.ts"
import { now, policy, statusOf, ticketIn, uuid } from "../support/ticketState.ts"

const earlier = DateTime.makeUnsafe("2026-11-20T09:45:00.000Z")

/** The visible effect of a move: the timestamps that are set, and the events. */
const shown = (before: Ticket, key: string) => {
  const after = moveTo(before, statusOf(key), now)
  return {
    status: after.status,
    category: after.statusCategory,
    statusId: after.statusId,
    resolvedAt: after.resolvedAt === undefined ? undefined : DateTime.formatIso(after.resolvedAt),
    closedAt: after.closedAt === undefined ? undefined : DateTime.formatIso(after.closedAt),
    reopenCount: after.reopenCount,
    event: transitionEvent(before, after)
  }
}

const at = DateTime.formatIso(now)
const before = DateTime.formatIso(ticketIn("resolved").createdAt)

/** Moves between status categories: from, to, and what changes besides the status. */
const moves: ReadonlyArray<readonly [from: string, to: string, Partial<ReturnType<typeof shown>>]> = [
  ["open", "pending", { reopenCount: 0 }],
  ["pending", "open", { reopenCount: 0 }],
  ["pending", "waiting", { reopenCount: 0 }],
  ["open", "resolved", { resolvedAt: at, event: "ticket.resolved" }],
  ["pending", "resolved", { resolvedAt: at, event: "ticket.resolved" }],
  ["open", "closed", { closedAt: at, event: "ticket.closed" }],
  ["pending", "closed", { closedAt: at, event: "ticket.closed" }],
  ["resolved", "open", { reopenCount: 1, event: "ticket.reopened" }],
  ["resolved", "pending", { reopenCount: 1, event: "ticket.reopened" }],
  ["resolved", "answered", { resolvedAt: before }],
  ["resolved", "closed", { resolvedAt: before, closedAt: at, event: "ticket.closed" }],
  ["closed", "open", { reopenCount: 1, event: "ticket.reopened" }],
  ["closed", "waiting", { reopenCount: 1, event: "ticket.reopened" }],
  ["closed", "resolved", { resolvedAt: at, event: "ticket.resolved" }]
]

describe("moveTo", () => {
  for (const [from, to, effects] of moves) {
    it(`${from} to ${to}: ${Object.keys(effects).join(", ")}`, () => {
      const { category, id: statusId } = statusOf(to)
      assert.deepStrictEqual(shown(ticketIn(from), to), {
        status: to,
        category,
        statusId,
        resolvedAt: undefined,
        closedAt: undefined,
        reopenCount: 0,
        event: undefined,
        ...effects
      })
    })
  }

  it("to the current status returns the same ticket", () => {
    const ticket = ticketIn("closed", { closeReason: "duplicate" })
    assert.strictEqual(moveTo(ticket, statusOf("closed"), now), ticket)
  })

  it("out of closed clears the reason, whatever the new status", () => {
    for (const to of ["open", "pending", "resolved"]) {
      const moved = moveTo(ticketIn("closed", { closeReason: "no_response" }), statusOf(to), now)
      assert.isUndefined(moved.closeReason)
      assert.isUndefined(moved.closedAt)
    }
  })

  it("counts every reopening", () => {
    let ticket = ticketIn("open")
    for (const key of ["resolved", "open", "closed", "pending", "resolved", "closed", "open"])
      ticket = moveTo(ticket, statusOf(key), now)
    assert.strictEqual(ticket.reopenCount, 3)
  })
})

describe("findStatus", () => {
  it("finds the brand's active statuses by key, and no others", () => {
    assert.strictEqual(findStatus(policy, "waiting")?.category, "pending")
    assert.isUndefined(findStatus(policy, "retired"))
    assert.isUndefined(findStatus(policy, "Open"))
    assert.isUndefined(findStatus(policy, "toString"))
  })
})

describe("defaultStatus", () => {
  it("is the status that the brand marked, or else open", () => {
    assert.strictEqual(defaultStatus(policy).key, "open")
    const marked = policy.statuses.map((status) => ({ ...status, isDefault: status.key === "waiting" }))
    assert.strictEqual(defaultStatus({ ...policy, statuses: marked }).key, "waiting")
    const unmarked = policy.statuses.map((status) => ({ ...status, isDefault: false }))
    assert.strictEqual(defaultStatus({ ...policy, statuses: unmarked }).key, "open")
  })
})

describe("statusOfCategory", () => {
  it("is the system's status, or the first active one if that is retired", () => {
    assert.strictEqual(statusOfCategory(policy, "resolved")?.key, "resolved")
    const retired = policy.statuses.map((status) => ({ ...status, isActive: status.key !== "resolved" }))
    assert.strictEqual(statusOfCategory({ ...policy, statuses: retired }, "resolved")?.key, "answered")
    assert.isUndefined(statusOfCategory({ ...policy, statuses: [] }, "closed"))
  })
})

describe("mergedInto (rule 16)", () => {
  const target = idOf("ticket", uuid(50))

  it("closes the ticket as a duplicate of the target", () => {
    for (const key of ["open", "pending", "resolved"])
      assert.deepInclude(mergedInto(ticketIn(key), target, policy, now), {
        status: "closed",
        statusCategory: "closed",
        closedAt: now,
        closeReason: "duplicate",
        mergedIntoId: target
      })
  })

  it("leaves a closed ticket in its status, closed at the same time", () => {
    const merged = mergedInto(ticketIn("closed", { closeReason: "no_response" }), target, policy, now)
    assert.deepInclude(merged, { status: "closed", closeReason: "duplicate", closedAt: ticketIn("closed").closedAt })
  })
})

describe("endOfMerges (rule 8)", () => {
  const ids = [0, 1, 2, 3].map((n) => idOf("ticket", uuid(60 + n)))
  const [a, b, c, d] = ids
  if (a === undefined || b === undefined || c === undefined || d === undefined) throw new Error("four ids")
  const find = (merges: ReadonlyArray<readonly [from: typeof a, into: typeof a]>) => {
    const into = new Map(merges)
    return (id: typeof a) => (id === d ? undefined : ticketIn("open", { id, mergedIntoId: into.get(id) }))
  }

  it("is the ticket itself when it was not merged", () => {
    assert.strictEqual(endOfMerges(a, find([])), a)
  })

  it("is the last of a chain, even if that one is not known", () => {
    assert.strictEqual(
      endOfMerges(
        a,
        find([
          [a, b],
          [b, c]
        ])
      ),
      c
    )
    assert.strictEqual(
      endOfMerges(
        a,
        find([
          [a, b],
          [b, d]
        ])
      ),
      d
    )
  })

  it("is undefined if the merges form a circle", () => {
    assert.isUndefined(
      endOfMerges(
        a,
        find([
          [a, b],
          [b, c],
          [c, b]
        ])
      )
    )
    assert.isUndefined(endOfMerges(a, find([[a, a]])))
  })
})

describe("agentReplied (rule 3)", () => {
  it("sets the first response once, and each reply", () => {
    const first = agentReplied(ticketIn("open", { waitingSince: earlier }), policy, undefined, earlier)
    assert.strictEqual(first.firstRespondedAt, earlier)
    assert.strictEqual(first.lastAgentReplyAt, earlier)
    assert.isUndefined(first.waitingSince)
    const second = agentReplied(first, policy, undefined, now)
    assert.strictEqual(second.firstRespondedAt, earlier)
    assert.strictEqual(second.lastAgentReplyAt, now)
  })

  it("keeps the status, or changes it as the brand configured", () => {
    const replied = (replyStatus: "keep" | "pending" | "resolved") =>
      agentReplied(ticketIn("open"), { ...policy, replyStatus }, undefined, now)
    assert.strictEqual(replied("keep").status, "open")
    assert.strictEqual(replied("pending").status, "pending")
    assert.strictEqual(replied("resolved").status, "resolved")
    assert.strictEqual(replied("resolved").resolvedAt, now)
  })

  it("uses the status that the reply names rather than the brand's", () => {
    const moved = agentReplied(ticketIn("open"), { ...policy, replyStatus: "resolved" }, statusOf("waiting"), now)
    assert.strictEqual(moved.status, "waiting")
    assert.isUndefined(moved.resolvedAt)
  })
})

describe("customerReplied (rules 5 and 7)", () => {
  it("on an open ticket changes only the dates, and the customer waits since the first unanswered reply", () => {
    const first = customerReplied(ticketIn("open"), policy, undefined, earlier)
    assert.strictEqual(first.status, "open")
    assert.strictEqual(first.waitingSince, earlier)
    const second = customerReplied(first, policy, undefined, now)
    assert.strictEqual(second.waitingSince, earlier)
    assert.strictEqual(second.lastCustomerReplyAt, now)
  })

  it("opens a pending ticket without counting a reopening", () => {
    const opened = customerReplied(ticketIn("pending"), policy, undefined, now)
    assert.strictEqual(opened.status, "open")
    assert.strictEqual(opened.reopenCount, 0)
  })

  it("reopens a resolved or closed ticket, and unassigns it if the brand configured that", () => {
    const assigneeId = idOf("member", uuid(9))
    for (const key of ["resolved", "closed"]) {
      const kept = customerReplied(ticketIn(key, { assigneeId }), policy, undefined, now)
      assert.deepStrictEqual([kept.status, kept.reopenCount, kept.assigneeId], ["open", 1, assigneeId])
      const unassigning = { ...policy, assigneeOnReopen: "unassign" } as const
      const freed = customerReplied(ticketIn(key, { assigneeId }), unassigning, undefined, now)
      assert.isUndefined(freed.assigneeId)
      const pending = customerReplied(ticketIn("pending", { assigneeId }), unassigning, undefined, now)
      assert.strictEqual(pending.assigneeId, assigneeId)
    }
  })

  it("returns the ticket to the brand's own default status", () => {
    const statuses = policy.statuses.map((status) =>
      status.key === "retired" ? { ...status, isActive: true, isDefault: true } : { ...status, isDefault: false }
    )
    assert.strictEqual(customerReplied(ticketIn("resolved"), { ...policy, statuses }, undefined, now).status, "retired")
  })

  it("uses the status that the reply names instead of the default, as one move", () => {
    const stays = customerReplied(ticketIn("resolved"), policy, statusOf("resolved"), now)
    assert.deepStrictEqual([stays.status, stays.reopenCount], ["resolved", 0])
    const waits = customerReplied(ticketIn("open"), policy, statusOf("pending"), now)
    assert.deepStrictEqual([waits.status, waits.lastCustomerReplyAt], ["pending", now])
  })

  it("on spam changes only the dates", () => {
    const spam = customerReplied(ticketIn("resolved", { isSpam: true }), policy, undefined, now)
    assert.strictEqual(spam.status, "resolved")
    assert.strictEqual(spam.reopenCount, 0)
    assert.strictEqual(spam.lastCustomerReplyAt, now)
  })
})
