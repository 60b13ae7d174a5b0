import { assert, describe, it } from "@effect/vitest"
import { DateTime, Result } from "effect"
import type { Comment } from "../../src/domain/Comment.ts"
import { idOf } from "../../src/domain/Ids.ts"
import type { OutboundMessage } from "../../src/domain/OutboundMessage.ts"
import { repliedFrom } from "../../src/domain/RepliedFrom.ts"
import type { Ticket } from "../../src/domain/Ticket.ts"
import { agentReplied } from "../../src/domain/TicketLifecycle.ts"
import { type CommentChange, changeComment, deleteComment } from "../../src/tickets/changeComment.ts"
import { commentOn, now, policy, stateOf, statusOf, ticketIn, upload, uuid } from "../support/ticketState.ts"

const ticket = ticketIn("open", { commentCount: 3, attachmentCount: 2, version: 5 })
const comment = commentOn(ticket)

const seen = (comments: ReadonlyArray<Comment>, on: Ticket | undefined = ticket) => stateOf({ ticket: on, comments })

const edited = (before: Comment, change: CommentChange) =>
  Result.getOrThrow(changeComment(seen([before]), before.id, change, undefined))

describe("changeComment", () => {
  it("changes the given fields, and increments the versions of comment and ticket", () => {
    const before = commentOn(ticket, { metadata: { a: 1 }, links: [{ url: "https://a.example" }] })
    const { value, ticket: touched, events } = edited(before, { body: "Corrected.", links: null })
    assert.deepStrictEqual([value.body, value.links, value.metadata], ["Corrected.", undefined, { a: 1 }])
    assert.deepStrictEqual([value.version, value.editedAt, value.updatedAt], [2, now, now])
    assert.deepStrictEqual([touched?.version, touched?.updatedAt, touched?.commentCount], [6, now, 3])
    assert.deepStrictEqual(
      events.map(({ type }) => type),
      ["comment.updated"]
    )
    assert.deepStrictEqual(Reflect.get(events[0]?.data ?? {}, "changes"), ["body", "links"])
  })

  it("updates what customers were sent: for public comments by agents, and for their text only", () => {
    const reply = commentOn(ticket, { authorType: "AGENT", visibility: "public" })
    const said = commentOn(ticket, { authorType: "CUSTOMER", visibility: "public" })
    const note = commentOn(ticket, { authorType: "AGENT", visibility: "internal" })
    assert.deepStrictEqual(edited(reply, { body: "Corrected." }).revised, [{ commentId: reply.id, change: "edit" }])
    assert.deepStrictEqual(edited(reply, { metadata: { a: 1 } }).revised, [])
    for (const other of [said, note]) assert.deepStrictEqual(edited(other, { body: "Corrected." }).revised, [])
    const removed = (comment: Comment) =>
      Result.getOrThrow(deleteComment(seen([comment]), comment.id, undefined)).revised
    assert.deepStrictEqual(removed(reply), [{ commentId: reply.id, change: "removal" }])
    assert.deepStrictEqual(removed(note), [])
  })

  it("stores and publishes nothing if nothing changes, whatever the order of members", () => {
    const before = commentOn(ticket, {
      metadata: { z: 1, aa: { b: 2, c: [3] } },
      links: [{ url: "https://a.example", title: "A" }]
    })
    const outcome = edited(before, {
      body: before.body,
      metadata: { aa: { c: [3], b: 2 }, z: 1 },
      links: [{ title: "A", url: "https://a.example" }]
    })
    assert.deepStrictEqual(outcome, { value: before, events: [], audit: [] })
  })

  it("keeps the mark of an internal note, whatever its new metadata", () => {
    const note = commentOn(ticket, { visibility: "internal", metadata: { isInternal: true } })
    assert.deepStrictEqual(edited(note, { metadata: { isInternal: false, a: 1 } }).value.metadata, {
      isInternal: true,
      a: 1
    })
    assert.deepStrictEqual(edited(note, { metadata: null }).events, [])
    assert.isTrue(edited(note, { body: "Corrected." }).events[0]?.internal)
  })

  it("lets no one make others believe that the visibility has changed", () => {
    const note = commentOn(ticket, { visibility: "internal", metadata: { isInternal: true } })
    const field = (before: Comment, change: CommentChange) => {
      const decided = changeComment(seen([before]), before.id, change, undefined)
      return Result.isFailure(decided) && decided.failure._tag === "InvalidInput"
        ? decided.failure.errors[0].field
        : undefined
    }
    assert.strictEqual(field(comment, { isInternal: true }), "isInternal")
    assert.strictEqual(field(note, { isInternal: false }), "isInternal")
    assert.strictEqual(field(comment, { metadata: { isInternal: true } }), "metadata.isInternal")
    assert.strictEqual(edited(comment, { isInternal: false, body: "Corrected." }).value.visibility, "public")
    assert.strictEqual(edited(note, { isInternal: true, body: "Corrected." }).value.visibility, "internal")
  })

  it("clears the metadata of a public comment", () => {
    assert.isUndefined(edited(commentOn(ticket, { metadata: { a: 1 } }), { metadata: null }).value.metadata)
  })
})

describe("deleteComment", () => {
  it("hides the comment, and no longer counts it and its files", () => {
    const before = commentOn(ticket, { attachments: [upload(1), upload(2)] })
    const { value, ticket: touched, events } = Result.getOrThrow(deleteComment(seen([before]), before.id, undefined))
    assert.deepStrictEqual([value.deletedAt, value.version, value.editedAt], [now, 2, undefined])
    assert.deepStrictEqual([touched?.commentCount, touched?.attachmentCount, touched?.version], [2, 0, 6])
    assert.deepStrictEqual(
      events.map(({ type }) => type),
      ["comment.deleted"]
    )
  })
})

/** A message that delivers the comment. */
const carrier = (more: Partial<OutboundMessage> = {}): OutboundMessage => ({
  id: idOf("message", uuid(30)),
  brandId: ticket.brandId,
  ticketId: ticket.id,
  commentId: comment.id,
  channel: "custom",
  kind: "reply",
  to: "ines",
  status: "queued",
  isCaptured: false,
  attempts: 0,
  createdAt: now,
  updatedAt: now,
  ...more
})

describe("deleteComment of a reply", () => {
  const from = agentReplied(ticket, policy, statusOf("resolved"), now)
  const held = commentOn(ticket, {
    createdAt: now,
    sendAt: DateTime.add(now, { seconds: 10 }),
    repliedFrom: repliedFrom(ticket, from)
  })
  const old = { ...held, createdAt: ticket.createdAt, sendAt: ticket.createdAt }
  const deleted = (before: Comment, messages: ReadonlyArray<OutboundMessage>, unsent = true) =>
    deleteComment(stateOf({ ticket: from, comments: [before], messages }), before.id, undefined, unsent)

  it("withdraws messages that have not started to be sent, and what the reply did to the ticket", () => {
    const owned = { ...upload(1), ticketId: ticket.id, commentId: held.id, owner: "mem_1" }
    const outcome = Result.getOrThrow(deleted({ ...held, attachments: [owned, upload(2)] }, [carrier()]))
    assert.deepInclude(outcome.messages?.[0], {
      status: "suppressed",
      error: "Its comment was deleted before it was sent"
    })
    assert.deepStrictEqual([outcome.ticket?.status, outcome.ticket?.lastAgentReplyAt], ["open", undefined])
    assert.deepStrictEqual([outcome.ticket?.version, outcome.ticket?.commentCount], [6, 2])
    assert.deepStrictEqual(
      outcome.events.map(({ type }) => type),
      ["comment.deleted", "ticket.updated", "ticket.reopened"]
    )
    assert.deepStrictEqual(outcome.revised, [])
    // A file with an owner becomes their upload again.
    assert.lengthOf(outcome.attachments ?? [], 1)
    assert.deepInclude(outcome.attachments?.[0], { id: owned.id, ticketId: undefined, commentId: undefined })
  })

  it("is refused once it may have arrived, if only an unsent one is to be deleted", () => {
    const left = [
      carrier({ isUnderWay: true }),
      carrier({ attempts: 1 }),
      carrier({ error: "The server stopped" }),
      carrier({ status: "sent" }),
      carrier({ status: "failed" })
    ]
    for (const message of left) {
      const refused = deleted(held, [carrier(), message])
      assert(Result.isFailure(refused) && refused.failure._tag === "InvalidState")
    }
    // A comment without a message is read by customers in the portal.
    assert.isTrue(Result.isFailure(deleted(old, [])))
    assert.isTrue(Result.isFailure(deleted(old, [carrier({ status: "suppressed" })])))
    assert.isTrue(Result.isSuccess(deleted(old, [carrier()])))
    assert.isTrue(Result.isSuccess(deleted(held, [])))
    for (const other of [{ visibility: "internal" }, { authorType: "CUSTOMER" }] as const)
      assert.isTrue(Result.isSuccess(deleted({ ...old, ...other }, [])))
  })

  it("otherwise holds back what has not been sent, and deletes the rest if the channel can", () => {
    const sent = carrier({ id: idOf("message", uuid(31)), status: "sent" })
    const outcome = Result.getOrThrow(deleted(old, [carrier(), sent], false))
    assert.deepStrictEqual(
      outcome.messages?.map(({ id }) => id),
      [carrier().id]
    )
    assert.deepStrictEqual(outcome.revised, [{ commentId: held.id, change: "removal" }])
    assert.deepStrictEqual([outcome.ticket?.status, outcome.attachments], ["resolved", []])
  })
})

describe("changeComment and deleteComment", () => {
  const both = (state: ReturnType<typeof stateOf>, ifMatch?: number) =>
    [changeComment(state, comment.id, { body: "x" }, ifMatch), deleteComment(state, comment.id, ifMatch)].map(
      (decision) => (Result.isFailure(decision) ? decision.failure : undefined)
    )

  it("are refused if the comment is unknown or deleted", () => {
    for (const state of [seen([]), seen([{ ...comment, deletedAt: now }])])
      for (const error of both(state)) assert(error?._tag === "NotFound" && error.entity === "comment")
  })

  it("are refused if the ticket is unknown, in the trash or merged away", () => {
    for (const error of both(stateOf({ comments: [comment] })))
      assert(error?._tag === "NotFound" && error.entity === "ticket")
    for (const error of both(seen([comment], { ...ticket, deletedAt: now })))
      assert.strictEqual(error?._tag, "NotFound")
    for (const error of both(seen([comment], { ...ticket, mergedIntoId: idOf("ticket", uuid(20)) })))
      assert.strictEqual(error?._tag, "TicketMerged")
  })

  it("are refused at a stale version of the comment, but not of the ticket", () => {
    for (const error of both(seen([{ ...comment, version: 2 }]), 1))
      assert(error?._tag === "VersionConflict" && error.currentVersion === 2)
    assert.deepStrictEqual(both(seen([{ ...comment, version: 2 }]), 2), [undefined, undefined])
  })
})
