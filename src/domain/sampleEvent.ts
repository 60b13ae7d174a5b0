import type { DateTime } from "effect"
import type { IdGenerator } from "./IdGenerator.ts"
import type { BrandId } from "./Ids.ts"
import { iso } from "./iso.ts"

/** The `data` of a made-up event of this type, in the shape of real ones (docs/webhooks.md, Data). */
export const sampleData = (
  type: string,
  brandId: BrandId,
  next: IdGenerator["Service"]["next"],
  now: DateTime.Utc
): object => {
  const at = iso(now)
  const customer = {
    customerId: next("customer"),
    customerEmail: "ines@north.example",
    customerName: "Ines Roth"
  }
  const ticket = {
    id: next("ticket"),
    brandId,
    ticketNumber: 1042,
    publicId: "TEST-1042",
    title: "Invoice shows the wrong company",
    body: "Could you correct the address on our last invoice?",
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
    createdAt: at,
    updatedAt: at,
    ...customer
  }
  const head = {
    id: ticket.id,
    status: ticket.status,
    statusCategory: ticket.statusCategory,
    assigneeId: null,
    version: ticket.version,
    updatedAt: at
  }
  const aboutTicket = { ticketId: ticket.id, ticketNumber: ticket.publicId, ...customer }
  const [subject = ""] = type.split(".")
  switch (subject) {
    case "comment":
      return {
        ...aboutTicket,
        comment: {
          id: next("comment"),
          body: "We have corrected it; the new invoice is attached.",
          authorId: null,
          authorName: "Support",
          authorType: "AGENT",
          visibility: "public",
          parentId: null,
          source: "api",
          isAutomated: false,
          attachments: [],
          version: 1,
          createdAt: at,
          updatedAt: at
        },
        ticket: head,
        ...(type === "comment.updated" ? { changes: ["body"] } : {})
      }
    case "attachment":
      return {
        ...aboutTicket,
        attachment: {
          id: next("attachment"),
          filename: "invoice.pdf",
          contentType: "application/pdf",
          size: 48_213,
          ticketId: ticket.id,
          status: "UPLOADED",
          isInternal: false,
          sha256: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
          createdAt: at,
          updatedAt: at
        },
        ticket: head
      }
    case "customer":
      return {
        id: customer.customerId,
        brandId,
        email: customer.customerEmail,
        name: customer.customerName,
        notifyEmail: true,
        isBlocked: false,
        version: 1,
        createdAt: at,
        updatedAt: at,
        ...(type === "customer.updated"
          ? { changes: ["name"], diff: { name: { from: null, to: customer.customerName } } }
          : {})
      }
    case "message": {
      const commentId = next("comment")
      return {
        ...aboutTicket,
        commentId,
        message: {
          id: next("message"),
          ticketId: ticket.id,
          commentId,
          channel: "email",
          kind: "reply",
          from: "support@acme.example",
          to: customer.customerEmail,
          subject: `Re: ${ticket.title}`,
          status: type.slice("message.".length),
          attempts: 1,
          createdAt: at,
          updatedAt: at
        },
        ...(type === "message.failed" || type === "message.bounced" ? { permanent: true, cause: "no_mailbox" } : {})
      }
    }
  }
  switch (type) {
    case "ticket.created":
      return { ...ticket, attachments: [] }
    case "ticket.updated":
      return { ...ticket, changes: ["priority"], diff: { priority: { from: "low", to: "normal" } } }
    case "ticket.deleted":
      return { ...ticket, previousStatus: ticket.status, deletedAt: at, permanent: false }
    case "ticket.merged":
      return {
        ...ticket,
        sourceId: ticket.id,
        targetId: next("ticket"),
        targetTicketNumber: 1041,
        openingCommentId: next("comment")
      }
    default:
      return { ...ticket, previousStatus: ticket.status }
  }
}
