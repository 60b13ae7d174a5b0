import { assert, describe, it } from "@effect/vitest"
import { DateTime, Result } from "effect"
import { idOf } from "../../src/domain/Ids.ts"
import type { InboundMessage } from "../../src/domain/InboundMessage.ts"
import { statusCategories } from "../../src/domain/Status.ts"
import type { Ticket } from "../../src/domain/Ticket.ts"
import { addComment, type CommentCreate } from "../../src/tickets/addComment.ts"
import { changeTicket, type TicketChange } from "../../src/tickets/changeTicket.ts"
import { decideIntake } from "../../src/tickets/intake/decideIntake.ts"
import { markSpam } from "../../src/tickets/markSpam.ts"
import { mergeTickets } from "../../src/tickets/mergeTickets.ts"
import { openTicket, type TicketCreate } from "../../src/tickets/openTicket.ts"
import type { Outcome, TicketState } from "../../src/tickets/TicketCommand.ts"
import { deleteTicket, purgeTicket, restoreTicket } from "../../src/tickets/trashTicket.ts"
import { unassignMember } from "../../src/tickets/unassignMember.ts"
import { ines, now, policy, stateOf, ticketIn, uuid } from "../support/ticketState.ts"

// The rules of a ticket's life cycle, each tested where it is decided. Comments in src/tickets refer to them by number.

const max = "max@north.example"
const member = idOf("member", uuid(9))

const opened = (input: Partial<TicketCreate> = {}, seen: Partial<TicketState> = {}) =>
  openTicket(stateOf({ customer: ines, ...seen }), policy.id, "live", {
    title: "t",
    customer: { email: ines.email },
    source: "api",
    ...input
  })

const changed = (ticket: Ticket, change: TicketChange) =>
  Result.getOrThrow(changeTicket(stateOf({ ticket }), policy.id, "live", change, undefined))

const said = (ticket: Ticket, input: Partial<CommentCreate>, seen: Partial<TicketState> = {}) =>
  addComment(stateOf({ ticket, ...seen }), policy.id, {
    body: "text",
    visibility: "public",
    authorType: "CUSTOMER",
    source: "api",
    ...input
  })

const received = (given: Partial<InboundMessage>): InboundMessage => ({
  channel: "email",
  source: "email",
  externalId: "m1@north.example",
  dedupeKey: new Uint8Array(32),
  sender: { email: ines.email },
  recipients: ["support@acme.example"],
  subject: "Invoice shows the wrong company",
  text: "text",
  references: ["m0@acme.example"],
  files: [],
  participants: [],
  isAutomated: false,
  receivedAt: now,
  size: 1_000,
  rawBlobKey: "key",
  ...given
})

/** The result of a message through a channel that replies to one on `ticket`. */
const answered = (
  ticket: Ticket,
  given: Partial<InboundMessage> = {},
  seen: Partial<TicketState> = {},
  isOurs = false
) =>
  Result.getOrThrow(
    decideIntake(
      stateOf({ customer: ines, threads: [{ reference: "m0@acme.example", ticket, isOurs }], ...seen }),
      { tenant: { id: uuid(901), accountId: idOf("account", uuid(902)), mode: "live" }, brandId: policy.id },
      idOf("inbound", uuid(900)),
      received(given)
    )
  )

const types = ({ events }: Outcome<unknown>) => events.map(({ type }) => type)
const failure = (result: Result.Result<unknown, { readonly _tag: string }>) =>
  Result.isFailure(result) ? result.failure._tag : "done"
/** The parts of a ticket that a comment may change. */
const moved = (ticket: Ticket) => [
  ticket.status,
  ticket.waitingSince,
  ticket.firstRespondedAt,
  ticket.lastAgentReplyAt,
  ticket.lastCustomerReplyAt,
  ticket.resolvedAt,
  ticket.closedAt,
  ticket.reopenCount,
  ticket.assigneeId
]
const daysAgo = (days: number) => DateTime.subtract(now, { days })

describe("the life cycle", () => {
  it("rule 1: a ticket is opened with the brand's status and next number, and its first message is its body", () => {
    const { ticket, comments, events } = Result.getOrThrow(opened({ body: "first" }))
    assert.deepInclude(ticket, { status: "open", number: 1042, body: "first", commentCount: 0 })
    assert.isUndefined(comments)
    assert.strictEqual(events[0]?.type, "ticket.created")
  })

  it("rule 1: a ticket may be opened in every category but closed, and waits for us when the customer opened it", () => {
    for (const category of statusCategories)
      assert.strictEqual(failure(opened({ status: category })), category === "closed" ? "InvalidInput" : "done")
    assert.strictEqual(failure(opened({ status: "retired" })), "InvalidInput")
    assert.strictEqual(Result.getOrThrow(opened({ status: "resolved" })).ticket?.resolvedAt, now)
    assert.isUndefined(Result.getOrThrow(opened()).ticket?.waitingSince)
    assert.strictEqual(Result.getOrThrow(opened({ openedByCustomer: true })).ticket?.waitingSince, now)
  })

  it("rule 2: a change of status and of other fields is one command with one ticket.updated", () => {
    const outcome = changed(ticketIn("open"), { status: "resolved", priority: "low", title: "other" })
    assert.deepStrictEqual(types(outcome), ["ticket.updated", "ticket.resolved"])
    assert.deepInclude(outcome.ticket, { status: "resolved", priority: "low", title: "other", version: 2 })
    assert.deepStrictEqual(types(changed(ticketIn("pending"), { status: "waiting" })), ["ticket.updated"])
    assert.deepStrictEqual(types(changed(ticketIn("closed"), { status: "open" })), [
      "ticket.updated",
      "ticket.reopened"
    ])
    assert.deepStrictEqual(types(changed(ticketIn("open"), { status: "open" })), [])
  })

  it("rule 3: a public reply by an agent answers the customer, and changes the status as it or the brand says", () => {
    const waiting = ticketIn("open", { waitingSince: daysAgo(1) })
    const reply = (brand = policy, setStatus?: string) =>
      Result.getOrThrow(said(waiting, { authorType: "AGENT", setStatus }, { brand })).ticket
    assert.deepInclude(reply(), {
      firstRespondedAt: now,
      lastAgentReplyAt: now,
      waitingSince: undefined,
      status: "open"
    })
    assert.strictEqual(reply({ ...policy, replyStatus: "pending" })?.status, "pending")
    assert.strictEqual(reply({ ...policy, replyStatus: "pending" }, "answered")?.status, "answered")
  })

  it("rule 4: an internal note changes no date and no status, and is sent only to those who asked for notes", () => {
    const before = ticketIn("resolved", { waitingSince: daysAgo(1) })
    for (const authorType of ["AGENT", "CUSTOMER"] as const) {
      const outcome = Result.getOrThrow(said(before, { visibility: "internal", authorType }))
      assert.deepStrictEqual(moved(outcome.ticket ?? assert.fail("no ticket")), moved(before))
      assert.deepStrictEqual(types(outcome), ["comment.created"])
      assert.isTrue(outcome.events[0]?.internal)
    }
  })

  it("rule 5: a customer's reply opens a pending, resolved or closed ticket; on an open one it changes only dates", () => {
    for (const key of ["pending", "resolved", "closed"]) {
      const { ticket } = Result.getOrThrow(said(ticketIn(key, { assigneeId: member }), {}))
      assert.deepInclude(ticket, { status: "open", lastCustomerReplyAt: now, waitingSince: now, assigneeId: member })
    }
    const unassigning = { brand: { ...policy, assigneeOnReopen: "unassign" as const } }
    assert.isUndefined(
      Result.getOrThrow(said(ticketIn("closed", { assigneeId: member }), {}, unassigning)).ticket?.assigneeId
    )
    const open = Result.getOrThrow(said(ticketIn("open", { waitingSince: daysAgo(2) }), {}))
    assert.deepStrictEqual(types(open), ["comment.created"])
    assert.deepStrictEqual(open.ticket?.waitingSince, daysAgo(2))
  })

  it("rule 6: through a channel, a closed ticket is reopened or followed up, as the brand says", () => {
    const closed = ticketIn("closed", { closedAt: daysAgo(15), assigneeId: member })
    const by = (closedReply: "reopen" | "follow_up" | "window", closedReplyWindowDays = 14) =>
      answered(closed, {}, { brand: { ...policy, closedReply, closedReplyWindowDays } }).ticket
    assert.deepInclude(by("reopen"), { id: closed.id, status: "open" })
    assert.deepInclude(by("window", 15), { id: closed.id, status: "open" })
    for (const followUp of [by("follow_up"), by("window", 14)]) {
      assert.deepInclude(followUp, { followUpOfId: closed.id, customerId: ines.id, status: "open" })
      assert.isUndefined(followUp?.assigneeId)
    }
  })

  it("rule 7: on spam a reply is stored and changes nothing else, even if closed tickets are followed up", () => {
    for (const key of ["pending", "resolved", "closed"]) {
      const spam = ticketIn(key, { isSpam: true, closedAt: daysAgo(90) })
      for (const outcome of [Result.getOrThrow(said(spam, {})), answered(spam)]) {
        assert.deepInclude(outcome.ticket, { id: spam.id, status: key, isSpam: true, commentCount: 1 })
        assert.deepStrictEqual(types(outcome), ["comment.created"])
        assert.isTrue(outcome.events[0]?.spam)
      }
    }
    const full = answered(ticketIn("open", { isSpam: true, commentCount: 10_000 }))
    assert.isTrue(full.ticket?.isSpam)
  })

  it("rule 8: channels follow a merge to its end; the API returns where the ticket went", () => {
    const target = ticketIn("resolved", {
      id: idOf("ticket", uuid(30)),
      participants: [{ email: ines.email, verified: true }]
    })
    const source = ticketIn("closed", { mergedIntoId: target.id })
    const outcome = answered(source, {}, { loadedTicket: (id) => (id === target.id ? target : undefined) })
    assert.deepInclude(outcome.ticket, { id: target.id, status: "open" })
    assert.strictEqual(failure(said(source, {})), "TicketMerged")
    assert.strictEqual(
      failure(changeTicket(stateOf({ ticket: source }), policy.id, "live", { title: "x" }, undefined)),
      "TicketMerged"
    )
  })

  it("rule 9: a message for a ticket in the trash restores and opens it, closed or not", () => {
    for (const key of ["pending", "resolved", "closed"]) {
      const outcome = answered(ticketIn(key, { deletedAt: daysAgo(20), closedAt: daysAgo(90) }))
      assert.deepInclude(outcome.ticket, { status: "open", deletedAt: undefined })
      assert.deepStrictEqual(types(outcome).slice(0, 2), ["ticket.restored", "comment.created"])
    }
    // A purged ticket does not exist: nothing knows the message that is replied to.
    assert.strictEqual(answered(ticketIn("open"), {}, { threads: [] }).value.outcome, "ticket_created")
  })

  it("rule 10: automatic mail is stored as such and changes no status", () => {
    for (const key of ["pending", "resolved", "closed"]) {
      const outcome = answered(ticketIn(key, { closedAt: daysAgo(90) }), { isAutomated: true })
      assert.deepStrictEqual([outcome.ticket?.status, outcome.comments?.[0]?.isAutomated], [key, true])
      assert.isUndefined(outcome.ticket?.waitingSince)
    }
  })

  it("rule 12: what was received before has no effect and gets the first result", () => {
    const first = { inboundId: idOf("inbound", uuid(903)), outcome: "comment_added", duplicate: false } as const
    const outcome = answered(ticketIn("open"), {}, { duplicate: first })
    assert.deepStrictEqual(outcome, { value: { ...first, duplicate: true }, events: [], audit: [] })
  })

  it("rule 13: a changed subject is kept with the comment, and the title stays", () => {
    const outcome = answered(ticketIn("open"), { subject: "Something else" })
    assert.strictEqual(outcome.ticket?.title, ticketIn("open").title)
    assert.strictEqual(outcome.comments?.[0]?.sourceData?.["subject"], "Something else")
  })

  it("rule 14: a stranger is admitted only by the id of a message of ours, unverified, and the customer stays", () => {
    const stranger = { sender: { email: max, name: "Max" } }
    const unknown = { customer: undefined }
    const outside = answered(ticketIn("open"), stranger, unknown)
    assert.strictEqual(outside.value.outcome, "ticket_created")
    const inside = answered(ticketIn("pending"), stranger, unknown, true)
    assert.deepInclude(inside.ticket, { customerId: ines.id, customerEmail: ines.email, status: "open" })
    assert.deepStrictEqual(inside.ticket?.participants, [{ email: max, name: "Max", verified: false }])
    assert.deepStrictEqual(types(inside), ["comment.created", "ticket.updated"])
    assert.deepInclude(inside.comments?.[0]?.sourceData, { authorVerified: false })
    // They stay a stranger, who adds no one else, until a participant names them.
    const friend = { email: "friend@elsewhere.example" }
    const again = answered(
      { ...ticketIn("open"), ...inside.ticket },
      { ...stranger, participants: [friend] },
      unknown,
      true
    )
    assert.deepInclude(again.comments?.[0]?.sourceData, { authorVerified: false })
    assert.deepStrictEqual(again.ticket?.participants, inside.ticket?.participants)
    const named = answered({ ...ticketIn("open"), ...inside.ticket }, { participants: [{ email: max }, friend] })
    assert.deepStrictEqual(named.ticket?.participants, [
      { email: max, name: "Max", verified: true },
      { ...friend, verified: true }
    ])
    const known = answered({ ...ticketIn("open"), ...named.ticket }, stranger, unknown, true)
    assert.notProperty(known.comments?.[0]?.sourceData, "authorVerified")
    assert.isUndefined(
      answered(ticketIn("open"), { ...stranger, isAutomated: true }, unknown, true).ticket?.participants
    )
  })

  it("rule 15: a blocked customer's new tickets are spam, however they arrive", () => {
    const customer = { ...ines, isBlocked: true }
    assert.isTrue(Result.getOrThrow(opened({}, { customer })).ticket?.isSpam)
    assert.isTrue(answered(ticketIn("open"), {}, { customer, threads: [] }).ticket?.isSpam)
  })

  it("rule 16: a merge combines tags and people, keeps the target's custom fields, and closes the sources as duplicates", () => {
    const target = ticketIn("open", { customFields: { of: "target" }, commentCount: 1 })
    const source = ticketIn("pending", {
      id: idOf("ticket", uuid(30)),
      customerEmail: max,
      customerName: "Max",
      customFields: { of: "source" },
      commentCount: 2
    })
    const seen = { ticket: target, loadedTicket: (id: string) => (id === source.id ? source : undefined) }
    const outcome = Result.getOrThrow(mergeTickets(stateOf(seen), "live", [source.id], undefined))
    assert.deepInclude(outcome.ticket, { customFields: { of: "target" }, commentCount: 4, customerId: ines.id })
    assert.deepStrictEqual(outcome.ticket?.participants, [{ email: max, name: "Max", verified: true }])
    assert.deepInclude(outcome.absorbed?.[0]?.ticket, {
      status: "closed",
      closeReason: "duplicate",
      mergedIntoId: target.id
    })
    assert.deepStrictEqual(types(outcome), ["ticket.updated", "ticket.merged", "comment.created", "ticket.updated"])
  })

  it("rule 17: a deleted ticket is in the trash until it is restored or purged", () => {
    const deleted = Result.getOrThrow(deleteTicket(stateOf({ ticket: ticketIn("open") }), "live", undefined))
    assert.deepStrictEqual([deleted.ticket?.deletedAt, types(deleted)], [now, ["ticket.deleted"]])
    const ticket = deleted.ticket ?? assert.fail("no ticket")
    assert.strictEqual(failure(said(ticket, {})), "NotFound")
    assert.deepStrictEqual(types(Result.getOrThrow(deleteTicket(stateOf({ ticket }), "live", undefined))), [])
    const restored = Result.getOrThrow(restoreTicket(stateOf({ ticket }), "live", undefined))
    assert.deepStrictEqual([restored.ticket?.deletedAt, types(restored)], [undefined, ["ticket.restored"]])
    const purged = Result.getOrThrow(purgeTicket(stateOf({ ticket }), "live", undefined))
    assert.deepStrictEqual([purged.purged, types(purged)], [true, []])
    const atOnce = Result.getOrThrow(purgeTicket(stateOf({ ticket: ticketIn("open") }), "live", undefined))
    assert.deepStrictEqual([atOnce.purged, types(atOnce)], [true, ["ticket.deleted"]])
  })

  it("rule 18: the tickets of a removed member are unassigned, whatever state they are in", () => {
    for (const more of [{}, { deletedAt: now }, { mergedIntoId: idOf("ticket", uuid(30)) }]) {
      const ticket = ticketIn("closed", { assigneeId: member, ...more })
      const outcome = Result.getOrThrow(unassignMember(stateOf({ ticket }), "live", member))
      assert.isUndefined(outcome.ticket?.assigneeId)
      assert.deepStrictEqual(types(outcome), ["ticket.updated"])
      const other = Result.getOrThrow(unassignMember(stateOf({ ticket }), "live", idOf("member", uuid(10))))
      assert.isUndefined(other.ticket)
    }
  })

  it("rule 19: spam is a flag: the previous status is there when it is removed", () => {
    const mark = (ticket: Ticket, isSpam: boolean, blockSender = true) =>
      Result.getOrThrow(markSpam(stateOf({ ticket, ticketCustomer: ines }), "live", { isSpam, blockSender }, undefined))
    const marked = mark(ticketIn("waiting"), true)
    assert.deepInclude(marked.ticket, { isSpam: true, status: "waiting" })
    assert.isTrue(marked.customer?.isBlocked)
    assert.deepStrictEqual(types(marked), ["ticket.updated", "ticket.spam_marked", "customer.updated"])
    const unmarked = mark(marked.ticket ?? assert.fail("no ticket"), false)
    assert.deepInclude(unmarked.ticket, { isSpam: false, status: "waiting" })
    assert.deepStrictEqual(types(unmarked), ["ticket.updated", "ticket.spam_unmarked"])
    assert.isUndefined(mark(ticketIn("open"), true, false).customer)
  })
})
