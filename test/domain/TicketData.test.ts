import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { idOf } from "../../src/domain/Ids.ts"
import type { Json } from "../../src/domain/Json.ts"
import type { Ticket } from "../../src/domain/Ticket.ts"
import {
  attachmentCreated,
  commentEvent,
  ticketCreated,
  ticketData,
  ticketDiff,
  ticketPurged,
  ticketUpdated
} from "../../src/domain/TicketData.ts"
import { transitionEvent } from "../../src/domain/TicketLifecycle.ts"
import { commentOn, now, policy, statusOf, tag, ticketIn, upload, uuid } from "../support/ticketState.ts"

const open = ticketIn("open")

/** What subscribers receive: the data as JSON. */
const sent = (data: object) => JSON.parse(JSON.stringify(data)) as Record<string, Json>

const bytes = (text: Json | undefined) => Buffer.byteLength(typeof text === "string" ? text : "")

const updated = (before: Ticket, after: Ticket) => ticketUpdated(before, after, policy, transitionEvent(before, after))

describe("ticketData", () => {
  it("has the members that the contract names, null for those without a value", () => {
    assert.deepStrictEqual(sent(ticketData(ticketIn("open", { body: undefined, customerName: undefined }), policy)), {
      id: open.id,
      brandId: policy.id,
      ticketNumber: 1041,
      publicId: "ACME-1041",
      title: open.title,
      body: null,
      status: "open",
      statusCategory: "open",
      closeReason: null,
      priority: "normal",
      source: "api",
      origin: "api",
      assigneeId: null,
      categoryId: null,
      tags: [],
      isSpam: false,
      mergedIntoId: null,
      followUpOfId: null,
      links: null,
      participants: null,
      dueAt: null,
      version: 1,
      createdAt: "2026-11-20T09:30:00.000Z",
      updatedAt: "2026-11-20T09:30:00.000Z",
      customerId: open.customerId,
      customerEmail: "ines@north.example",
      customerName: null
    })
  })

  it("keeps custom fields that are false, 0, empty or contain null", () => {
    for (const customFields of [false, 0, "", [], {}, { a: null }])
      assert.deepStrictEqual(sent(ticketData({ ...open, customFields }, policy))["customFields"], customFields)
  })

  it("includes a body of 64 KiB in full", () => {
    const body = "é".repeat(32 * 1024)
    const data = sent(ticketData({ ...open, body }, policy))
    assert.strictEqual(data["body"], body)
    assert.notProperty(data, "bodyTruncated")
  })

  it("truncates a larger body before the character that would exceed 64 KiB, and marks it", () => {
    fc.assert(
      fc.property(
        fc.constantFrom("a", "é", "€", "🙂"),
        fc.constantFrom("a", "é", "€", "🙂"),
        fc.nat(4),
        (first, rest, lead) => {
          const body = first.repeat(lead) + rest.repeat(70_000)
          const data = sent(ticketData({ ...open, body }, policy))
          const text = data["body"] as string
          assert.isTrue(data["bodyTruncated"])
          assert.isTrue(body.startsWith(text))
          assert.isTrue(text.isWellFormed())
          assert.isAtMost(bytes(text), 65_536)
          assert.isAbove(bytes(text) + bytes(rest), 65_536)
        }
      ),
      { numRuns: 40 }
    )
  })
})

describe("ticketPurged", () => {
  it("contains nothing that people wrote, and no participants", () => {
    const written = ticketIn("open", {
      title: "secret title",
      body: "secret body",
      links: [{ url: "https://secret.example/" }],
      participants: [{ email: "secret@south.example", verified: true }],
      customFields: { a: "secret" },
      metadata: { a: "secret" },
      tags: [tag("secret", idOf("tag", uuid(7)))],
      customerEmail: "secret@north.example",
      customerName: "secret"
    })
    assert.notInclude(JSON.stringify(ticketPurged(written, policy, now).data), "secret")
  })
})

describe("ticketCreated", () => {
  it("is about the ticket and lists its files", () => {
    const event = ticketCreated(open, policy, [upload(1)])
    assert.strictEqual(event.type, "ticket.created")
    assert.strictEqual(event.subject, open.id)
    assert.deepStrictEqual(sent(event.data)["attachments"], [
      { id: upload(1).id, filename: "invoice-1.pdf", contentType: "application/pdf", size: 1024 }
    ])
  })
})

describe("ticketDiff", () => {
  it("ignores counters, dates and the version", () => {
    const after: Ticket = {
      ...open,
      commentCount: 3,
      attachmentCount: 1,
      reopenCount: 1,
      eventSeq: 9,
      version: 2,
      updatedAt: now,
      waitingSince: now,
      firstRespondedAt: now,
      lastAgentReplyAt: now,
      lastCustomerReplyAt: now,
      resolvedAt: now,
      closedAt: now
    }
    assert.strictEqual(ticketDiff(open, after).size, 0)
  })

  it("compares values as JSON: the order of members is ignored, the order of items is not", () => {
    const of = (customFields: Json) => ({ ...open, customFields })
    assert.strictEqual(ticketDiff(of({ a: 1, b: [1, 2] }), of({ b: [1, 2], a: 1 })).size, 0)
    assert.strictEqual(ticketDiff(of({ b: [1, 2] }), of({ b: [2, 1] })).size, 1)
    assert.strictEqual(ticketDiff(of(0), of(false)).size, 1)
    assert.strictEqual(ticketDiff(open, of("")).size, 1)
  })
})

describe("ticketUpdated", () => {
  it("returns no event when no visible field has changed", () => {
    assert.deepStrictEqual(updated(open, { ...open, version: 2, updatedAt: now }), [])
  })

  it("names the changed fields with old and new values", () => {
    const billing = tag("billing", idOf("tag", uuid(7)))
    const [event, ...more] = updated(open, { ...open, title: "Wrong address", tags: [billing], dueAt: now })
    assert.lengthOf(more, 0)
    const data = sent(event?.data ?? {})
    assert.deepStrictEqual(data["changes"], ["title", "tags", "dueAt"])
    assert.deepStrictEqual(data["diff"], {
      title: { from: open.title, to: "Wrong address" },
      tags: { from: [], to: [{ id: billing.id, name: "billing" }] },
      dueAt: { from: null, to: "2026-11-20T10:02:11.402Z" }
    })
    assert.strictEqual(data["title"], "Wrong address")
  })

  it("names a changed body, and never includes it", () => {
    const [event] = updated(open, { ...open, body: "Another text" })
    const data = sent(event?.data ?? {})
    assert.deepStrictEqual(data["changes"], ["body"])
    assert.deepStrictEqual(data["diff"], {})
  })

  it("names a changed value over 16 KiB of JSON, before or after, without including it", () => {
    const value = (size: number) => ({ ...open, customFields: "é".repeat((size - 2) / 2) })
    const shown = (before: Ticket, after: Ticket) => {
      const data = sent(updated(before, after)[0]?.data ?? {})
      assert.deepStrictEqual(data["changes"], ["customFields"])
      return Object.keys(data["diff"] as object)
    }
    assert.deepStrictEqual(shown(open, value(16 * 1024)), ["customFields"])
    assert.deepStrictEqual(shown({ ...open, customFields: "a".repeat(16_000) }, value(16 * 1024)), ["customFields"])
    assert.deepStrictEqual(shown(open, value(16 * 1024 + 2)), [])
    assert.deepStrictEqual(shown(value(16 * 1024 + 2), open), [])
  })

  it("is followed by the more specific events of the command: status first, then spam", () => {
    const resolved = { ...open, status: "resolved", statusCategory: "resolved", isSpam: true } as const
    const events = updated(open, resolved)
    assert.deepStrictEqual(
      events.map(({ type }) => type),
      ["ticket.updated", "ticket.resolved", "ticket.spam_marked"]
    )
    for (const { data, subject } of events.slice(1)) {
      assert.strictEqual(subject, open.id)
      assert.strictEqual(sent(data)["previousStatus"], "open")
      assert.notProperty(data, "changes")
    }
    assert.deepStrictEqual(
      updated(resolved, open).map(({ type }) => type),
      ["ticket.updated", "ticket.reopened", "ticket.spam_unmarked"]
    )
  })

  it("is alone if the status stays within its category", () => {
    const waiting = { ...ticketIn("pending"), statusId: statusOf("waiting").id, status: "waiting" }
    assert.deepStrictEqual(
      updated(ticketIn("pending"), waiting).map(({ type }) => type),
      ["ticket.updated"]
    )
  })
})

describe("commentEvent", () => {
  it("has the members that the contract names", () => {
    const comment = commentOn(open, {
      authorName: "Tom",
      cc: ["max@south.example"],
      links: [{ url: "https://north.example/" }],
      metadata: { a: 1 },
      attachments: [upload(1)],
      version: 3
    })
    const ticket = { ...open, version: 7 }
    assert.deepStrictEqual(sent(commentEvent("comment.updated", comment, ticket, policy).data), {
      ticketId: open.id,
      ticketNumber: "ACME-1041",
      comment: {
        id: comment.id,
        body: comment.body,
        authorId: null,
        authorName: "Tom",
        authorType: "AGENT",
        visibility: "public",
        parentId: null,
        source: "api",
        isAutomated: false,
        attachments: [{ id: upload(1).id, filename: "invoice-1.pdf", contentType: "application/pdf", size: 1024 }],
        cc: ["max@south.example"],
        links: [{ url: "https://north.example/" }],
        metadata: { a: 1 },
        version: 3,
        createdAt: "2026-11-20T09:30:00.000Z",
        updatedAt: "2026-11-20T09:30:00.000Z"
      },
      ticket: {
        id: open.id,
        status: "open",
        statusCategory: "open",
        assigneeId: null,
        version: 7,
        updatedAt: "2026-11-20T09:30:00.000Z"
      },
      customerId: open.customerId,
      customerEmail: "ines@north.example",
      customerName: "Ines Roth"
    })
  })

  it("truncates a long body, and marks it", () => {
    const { data } = commentEvent("comment.created", commentOn(open, { body: "a".repeat(70_000) }), open, policy)
    const comment = sent(data)["comment"] as Record<string, Json>
    assert.strictEqual(bytes(comment["body"]), 65_536)
    assert.isTrue(comment["bodyTruncated"])
  })

  it("says what an edit changed, and only for an edit", () => {
    const changes = ["body", "links"]
    assert.deepStrictEqual(
      sent(commentEvent("comment.updated", commentOn(open), open, policy, changes).data)["changes"],
      changes
    )
    assert.notProperty(commentEvent("comment.deleted", commentOn(open), open, policy).data, "changes")
  })

  it("marks internal notes and comments on spam, so that only subscribers who asked for them get them", () => {
    const marks = (visibility: "public" | "internal", isSpam: boolean) => {
      const { internal, spam } = commentEvent(
        "comment.created",
        commentOn(open, { visibility }),
        { ...open, isSpam },
        policy
      )
      return [internal, spam]
    }
    assert.deepStrictEqual(marks("public", false), [false, false])
    assert.deepStrictEqual(marks("internal", false), [true, false])
    assert.deepStrictEqual(marks("public", true), [false, true])
    assert.deepStrictEqual(marks("internal", true), [true, true])
  })
})

describe("attachmentCreated", () => {
  it("contains the file's record without its storage location, and marks a file of an internal note", () => {
    const file = { ...upload(1), ticketId: open.id, isInternal: true, blobKey: "acme/0000" }
    const event = attachmentCreated(file, open, policy)
    assert.isTrue(event.internal)
    assert.isFalse(JSON.stringify(event.data).includes("acme/0000"))
    assert.deepStrictEqual(sent(event.data)["attachment"], {
      id: file.id,
      filename: "invoice-1.pdf",
      contentType: "application/pdf",
      size: 1024,
      ticketId: open.id,
      status: "UPLOADED",
      isInternal: true,
      sha256: "00".repeat(32),
      createdAt: "2026-11-20T09:30:00.000Z",
      updatedAt: "2026-11-20T09:30:00.000Z"
    })
  })

  it("marks an inline part of a mail, as the record does", () => {
    const file = { ...upload(1), ticketId: open.id, inline: true, contentId: "logo@acme.example" }
    assert.deepInclude(sent(attachmentCreated(file, open, policy).data)["attachment"], {
      inline: true,
      contentId: "logo@acme.example"
    })
  })
})
