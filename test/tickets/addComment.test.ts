import { assert, describe, it } from "@effect/vitest"
import { DateTime, Result } from "effect"
import { idOf, madeAt } from "../../src/domain/Ids.ts"
import type { Ticket } from "../../src/domain/Ticket.ts"
import { addComment, type CommentCreate } from "../../src/tickets/addComment.ts"
import type { TicketState } from "../../src/tickets/TicketCommand.ts"
import { commentOn, ines, now, policy, stateOf, ticketIn, upload, uuid } from "../support/ticketState.ts"

const open = ticketIn("open")

const reply: CommentCreate = { body: "Which company is it?", visibility: "public", authorType: "AGENT", source: "api" }
const answer: CommentCreate = { ...reply, body: "North GmbH.", authorType: "CUSTOMER" }
const note: CommentCreate = { ...reply, visibility: "internal" }

const decided = (ticket: Ticket | undefined, input: CommentCreate, seen: Partial<TicketState> = {}, ifMatch?: number) =>
  addComment(stateOf({ ticket, ...seen }), policy.id, input, ifMatch)

const added = (ticket: Ticket, input: CommentCreate, seen: Partial<TicketState> = {}) => {
  const outcome = Result.getOrThrow(decided(ticket, input, seen))
  assert(outcome.ticket !== undefined)
  return { ...outcome, ticket: outcome.ticket, types: outcome.events.map(({ type }) => type) }
}

const refused = (ticket: Ticket | undefined, input: CommentCreate, seen: Partial<TicketState> = {}) => {
  const decision = decided(ticket, input, seen)
  assert(Result.isFailure(decision))
  const error = decision.failure
  return error._tag === "InvalidInput" ? error.errors.map(({ field, code }) => [field, code]) : error._tag
}

/** What a comment must not change unless its author and visibility say otherwise. */
const waiting = ({ status, firstRespondedAt, lastAgentReplyAt, lastCustomerReplyAt, waitingSince }: Ticket) => ({
  status,
  firstRespondedAt,
  lastAgentReplyAt,
  lastCustomerReplyAt,
  waitingSince
})

describe("addComment", () => {
  it("increments the comment count and the version", () => {
    const { ticket, types, value } = added(open, reply)
    assert.deepStrictEqual([ticket.commentCount, ticket.version, ticket.updatedAt], [1, 2, now])
    assert.deepStrictEqual([value.version, value.ticketId, value.createdAt], [1, open.id, now])
    assert.deepStrictEqual(types, ["comment.created"])
  })

  it("by an agent answers the customer (rule 3)", () => {
    const { ticket } = added(ticketIn("open", { waitingSince: open.createdAt }), reply)
    assert.deepStrictEqual(waiting(ticket), {
      status: "open",
      firstRespondedAt: now,
      lastAgentReplyAt: now,
      lastCustomerReplyAt: undefined,
      waitingSince: undefined
    })
  })

  it("by an agent changes the status as it says, or as the brand configured, with an event after the comment's", () => {
    const asked = added(open, { ...reply, setStatus: "resolved" })
    assert.deepStrictEqual([asked.ticket.status, asked.ticket.resolvedAt], ["resolved", now])
    assert.deepStrictEqual(asked.types, ["comment.created", "ticket.updated", "ticket.resolved"])
    const usual = added(open, reply, { brand: { ...policy, replyStatus: "pending" } })
    assert.deepStrictEqual(usual.types, ["comment.created", "ticket.updated"])
    assert.strictEqual(usual.ticket.status, "pending")
  })

  it("that is imported keeps its original time, is not sent, and does not change the status", () => {
    const at = (day: number) => DateTime.makeUnsafe(`2024-03-0${day}T09:00:00.000Z`)
    const seen = { ticketCustomer: ines, brand: { ...policy, replyStatus: "pending" as const } }
    const solved = ticketIn("resolved", { origin: "email", createdAt: at(1) })
    const asked = added(solved, { ...answer, importedAt: at(1) }, seen)
    assert.deepStrictEqual([asked.value.createdAt, madeAt(asked.value.id)], [at(1), at(1)])
    const answered = added(asked.ticket, { ...reply, importedAt: at(2) }, seen)
    assert.isEmpty(answered.drafts)
    assert.deepStrictEqual([asked.isImported, answered.isImported], [true, true])
    assert.deepStrictEqual(waiting(asked.ticket), {
      ...waiting(solved),
      lastCustomerReplyAt: at(1),
      waitingSince: at(1)
    })
    assert.deepStrictEqual(waiting(answered.ticket), {
      status: "resolved",
      firstRespondedAt: at(2),
      lastAgentReplyAt: at(2),
      lastCustomerReplyAt: at(1),
      waitingSince: undefined
    })
    const named = added(solved, { ...answer, importedAt: at(1), setStatus: "open" }, seen)
    assert.strictEqual(named.ticket.status, "open")
    for (const visibility of ["public", "internal"] as const) {
      const resolving = { ...reply, visibility, importedAt: at(2), setStatus: "resolved" }
      assert.deepStrictEqual(added(open, resolving, seen).ticket.resolvedAt, at(2), visibility)
    }
    assert.deepStrictEqual(
      refused(open, { ...reply, importedAt: DateTime.add(now, { milliseconds: 1 }), sendAfterSeconds: 1 }),
      [
        ["imported.createdAt", "range"],
        ["sendAfterSeconds", "not_allowed"]
      ]
    )
  })

  it("that is imported before later ones keeps their effect: who wrote last, and since when the customer waits", () => {
    const at = (hour: number) => DateTime.makeUnsafe(`2024-03-01T0${hour}:00:00.000Z`)
    const from = (hour: number) => ticketIn("open", { createdAt: at(hour), waitingSince: undefined })
    const told = (ticket: Ticket, ...said: ReadonlyArray<readonly [CommentCreate, number]>) => {
      const { firstRespondedAt, lastAgentReplyAt, lastCustomerReplyAt, waitingSince } = said.reduce(
        (before, [input, hour]) => added(before, { ...input, importedAt: at(hour) }).ticket,
        ticket
      )
      return [firstRespondedAt, lastAgentReplyAt, lastCustomerReplyAt, waitingSince]
    }
    const none = undefined
    assert.deepStrictEqual(told(from(0), [reply, 5], [reply, 3]), [at(3), at(5), none, none])
    assert.deepStrictEqual(told(from(0), [reply, 5], [answer, 3]), [at(5), at(5), at(3), none], "answered since")
    assert.deepStrictEqual(told(from(0), [answer, 5], [answer, 3]), [none, none, at(5), at(3)])
    assert.deepStrictEqual(told(from(0), [answer, 5], [reply, 3]), [at(3), at(3), at(5), at(5)], "asked again since")
    assert.deepStrictEqual(told(from(0), [answer, 2], [answer, 5], [reply, 3]), [at(3), at(3), at(5), at(5)])
    assert.deepStrictEqual(told(from(0), [answer, 3], [reply, 3]), [at(3), at(3), at(3), none], "as they were sent")
    assert.deepStrictEqual(told(from(0), [reply, 3], [answer, 3]), [at(3), at(3), at(3), at(3)])
    assert.deepStrictEqual(told(from(4), [reply, 3]), [at(4), at(3), none, none], "answered from its first moment")
  })

  it("can be delayed if it is sent at all, and remembers the previous state of the ticket", () => {
    const waiting = ticketIn("open", { waitingSince: open.createdAt, origin: "email" })
    const { drafts, events, heldUntil, ticket, value } = added(
      waiting,
      { ...reply, setStatus: "resolved", sendAfterSeconds: 10 },
      { ticketCustomer: ines }
    )
    assert.deepStrictEqual([value.sendAt, heldUntil], [DateTime.add(now, { seconds: 10 }), value.sendAt])
    assert.lengthOf(drafts ?? [], 1)
    assert.deepInclude(value.repliedFrom, { status: "open", movedTo: ticket.statusId, waitingSince: open.createdAt })
    assert.strictEqual(
      Reflect.get(Object(Reflect.get(events[0]?.data ?? {}, "comment")), "sendAt"),
      "2026-11-20T10:02:21.402Z"
    )
    const atOnce = added(open, { ...reply, sendAfterSeconds: 0 })
    assert.deepStrictEqual(
      [atOnce.value.sendAt, atOnce.value.repliedFrom, atOnce.heldUntil],
      [undefined, undefined, undefined]
    )
    for (const other of [note, answer, { ...reply, isAutomated: true }])
      assert.deepStrictEqual(refused(open, { ...other, sendAfterSeconds: 10 }), [["sendAfterSeconds", "not_allowed"]])
  })

  it("by the customer reopens a resolved ticket, and unassigns it if the brand configured that (rule 5)", () => {
    const resolved = ticketIn("resolved", { assigneeId: idOf("member", uuid(9)) })
    const { ticket, types, value } = added(resolved, answer, { brand: { ...policy, assigneeOnReopen: "unassign" } })
    assert.deepStrictEqual([ticket.status, ticket.reopenCount, ticket.assigneeId], ["open", 1, undefined])
    assert.deepStrictEqual([ticket.waitingSince, ticket.lastCustomerReplyAt], [now, now])
    assert.deepStrictEqual(types, ["comment.created", "ticket.updated", "ticket.reopened"])
    assert.strictEqual(value.authorId, ines.id)
  })

  it("by the customer has their id and name, unless the caller says otherwise", () => {
    const authorOf = (input: Partial<CommentCreate>, ticket = open) => {
      const { authorId, authorName } = added(ticket, { ...answer, ...input }).value
      return [authorId, authorName]
    }
    assert.deepStrictEqual(authorOf({}), [ines.id, ines.name])
    assert.deepStrictEqual(authorOf({ authorId: ines.id }), [ines.id, ines.name])
    assert.deepStrictEqual(authorOf({ authorName: "Ines" }), [ines.id, "Ines"])
    assert.deepStrictEqual(authorOf({ authorId: "crm-7" }), ["crm-7", undefined])
    assert.deepStrictEqual(authorOf({}, ticketIn("open", { customerName: undefined })), [ines.id, undefined])
  })

  it("by the customer on spam keeps the status (rule 7), and is marked so that few are notified", () => {
    const { ticket, events, types } = added(ticketIn("resolved", { isSpam: true }), answer)
    assert.deepStrictEqual([ticket.status, ticket.isSpam, ticket.commentCount], ["resolved", true, 1])
    assert.deepStrictEqual(types, ["comment.created"])
    assert.isTrue(events[0]?.spam)
  })

  it("that is an internal note changes no date and no status (rule 4), and neither does an automatic mail (rule 10)", () => {
    const brand = { ...policy, replyStatus: "pending" } as const
    const quiet = [note, { ...note, authorType: "CUSTOMER" }, { ...answer, isAutomated: true }] as const
    for (const key of ["open", "resolved"]) {
      const before = ticketIn(key, { waitingSince: open.createdAt })
      for (const input of quiet) {
        const { ticket, types } = added(before, input, { brand })
        assert.deepStrictEqual(waiting(ticket), waiting(before))
        assert.deepStrictEqual(types, ["comment.created"])
      }
    }
  })

  it("that is an internal note is marked as one, with its files", () => {
    const { events, value, attachments } = added(
      open,
      { ...note, metadata: { a: 1 }, attachmentIds: [upload(1).id] },
      { attachments: [upload(1)] }
    )
    assert.deepStrictEqual(value.metadata, { a: 1, isInternal: true })
    assert.deepStrictEqual(
      events.map(({ type, internal }) => [type, internal]),
      [
        ["comment.created", true],
        ["attachment.created", true]
      ]
    )
    assert.isTrue(attachments?.[0]?.isInternal)
  })

  it("by the system changes no date", () => {
    const { ticket } = added(ticketIn("resolved"), { ...reply, authorType: "SYSTEM" })
    assert.deepStrictEqual(waiting(ticket), waiting(ticketIn("resolved")))
  })

  it("claims confirmed uploads, each with an event after the comment's", () => {
    const files = [upload(1), upload(2)]
    const { ticket, types, value, attachments } = added(
      open,
      { ...reply, attachmentIds: files.map(({ id }) => id) },
      { attachments: files }
    )
    assert.strictEqual(ticket.attachmentCount, 2)
    assert.deepStrictEqual(types, ["comment.created", "attachment.created", "attachment.created"])
    assert.lengthOf(value.attachments, 2)
    for (const file of attachments ?? [])
      assert.deepStrictEqual([file.ticketId, file.commentId, file.isInternal], [open.id, value.id, false])
  })

  it("can only reply to an existing, undeleted comment on this ticket", () => {
    const parent = commentOn(open)
    const child = { ...reply, parentId: parent.id }
    assert.strictEqual(added(open, child, { comments: [parent] }).value.parentId, parent.id)
    assert.deepStrictEqual(refused(open, child), [["parentId", "unknown_id"]])
    const deleted = { ...parent, deletedAt: now }
    assert.deepStrictEqual(refused(open, child, { comments: [deleted] }), [["parentId", "unknown_id"]])
  })

  it("reports every error at once", () => {
    assert.deepStrictEqual(
      refused(open, {
        ...reply,
        setStatus: "retired",
        parentId: commentOn(open).id,
        attachmentIds: [upload(1).id]
      }),
      [
        ["setStatus", "enum"],
        ["parentId", "unknown_id"],
        ["attachmentIds[0]", "unknown_id"]
      ]
    )
    assert.deepStrictEqual(refused(open, { ...reply, setStatus: "closed" }), [["setStatus", "not_allowed"]])
    const closing = decided(open, { ...reply, setStatus: "closed" })
    assert(Result.isFailure(closing) && closing.failure._tag === "InvalidInput")
    assert.strictEqual(closing.failure.errors[0].message, "must not be closed: a comment cannot close a ticket")
  })

  it("is limited to ten thousand per ticket", () => {
    assert.strictEqual(added({ ...open, commentCount: 9_999 }, reply).ticket.commentCount, 10_000)
    assert.strictEqual(refused({ ...open, commentCount: 10_000 }, reply), "LimitReached")
  })

  it("is refused if the ticket is gone or merged away, or at a stale version of the ticket", () => {
    assert.strictEqual(refused(undefined, reply), "NotFound")
    assert.strictEqual(refused({ ...open, deletedAt: now }, reply), "NotFound")
    assert.strictEqual(refused({ ...open, mergedIntoId: idOf("ticket", uuid(20)) }, reply), "TicketMerged")
    const stale = decided({ ...open, version: 3 }, reply, {}, 2)
    assert(Result.isFailure(stale) && stale.failure._tag === "VersionConflict")
  })

  it("refuses to copy more people than may participate; of those added by mail it leaves out the last", () => {
    const people = Array.from({ length: 99 }, (_, n) => ({ email: `p${n}@north.example`, verified: true }))
    const full = { ...open, participants: people }
    const cc = ["max@north.example", "tom@north.example"]
    assert.strictEqual(refused(full, { ...reply, cc }), "LimitReached")
    assert.lengthOf(added(full, { ...reply, cc: [...cc.slice(1), "p7@north.example"] }).ticket.participants ?? [], 100)
    const received = added(full, { ...answer, participants: cc.map((email) => ({ email, verified: false })) })
    assert.deepStrictEqual(received.ticket.participants?.slice(98), [
      { email: "p98@north.example", verified: true },
      { email: "max@north.example", verified: false }
    ])
  })

  it("makes participants of its recipients, once, but not of the customer", () => {
    const known = { email: "kim@north.example", verified: true }
    const fresh = { email: "lou@north.example", verified: false }
    const { ticket, types } = added(
      { ...open, participants: [known] },
      { ...answer, participants: [{ email: ines.email, verified: true }, { ...known, verified: false }, fresh, fresh] }
    )
    assert.deepStrictEqual(ticket.participants, [known, fresh])
    assert.deepStrictEqual(types, ["comment.created", "ticket.updated"])
    const named = added(ticket, { ...answer, participants: [{ ...fresh, verified: true }] }).ticket
    assert.deepStrictEqual(named.participants, [known, { ...fresh, verified: true }])
  })

  it("is audited without its body", () => {
    assert.notInclude(JSON.stringify(added(open, reply).audit), reply.body)
  })
})

describe("addComment and the dates of a conversation", () => {
  it("lets the customer wait from the first unanswered reply until an agent answers", () => {
    const later = (ticket: Ticket, input: CommentCreate, minutes: number) =>
      added(ticket, input, { now: DateTime.add(now, { minutes }) }).ticket
    const first = later(open, answer, 0)
    const second = later(first, answer, 1)
    assert.deepStrictEqual(second.waitingSince, now)
    const answered = later(second, reply, 2)
    assert.isUndefined(answered.waitingSince)
    const third = later(answered, answer, 3)
    assert.deepStrictEqual(third.waitingSince, DateTime.add(now, { minutes: 3 }))
    assert.deepStrictEqual(third.firstRespondedAt, DateTime.add(now, { minutes: 2 }))
  })
})
