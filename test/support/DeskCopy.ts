import { isDeepStrictEqual } from "node:util"
import { assert } from "@effect/vitest"
import type {
  Changes,
  EventAttachment,
  EventComment,
  EventCustomerRecord,
  EventTicket,
  EventTicketMerge,
  TicketHead,
  TrunklineEvent
} from "../../sdk/src/index.ts"

type CopiedTicket = EventTicket & {
  readonly deletedAt?: string | undefined
  /** It moved to another customer, which changed its version without an event. */
  readonly followed?: true
}
type CopiedComment = EventComment["comment"] & { readonly ticketId: string }

/**
 * A copy of a desk maintained from its events alone, by the rules of docs/webhooks.md, "Keep a copy". Fails on any event that
 * does not fit what it holds: one that is missing, duplicated, out of order, or that assumes a different previous state.
 */
export class DeskCopy {
  readonly tickets = new Map<string, CopiedTicket>()
  readonly comments = new Map<string, CopiedComment>()
  readonly files = new Map<string, EventAttachment["attachment"]>()
  readonly customers = new Map<string, EventCustomerRecord>()
  readonly #last = new Map<string, number>()

  apply(event: TrunklineEvent): void {
    this.#follow(event)
    switch (event.type) {
      case "ticket.deleted":
        if (event.data.permanent) this.forget(event.data.id)
        else this.#put(event.data, event.data.deletedAt)
        return
      case "ticket.updated":
        assertTold(this.tickets.get(event.data.id), event.data, told)
        this.#put(event.data)
        return
      case "ticket.merged":
        this.#put(event.data)
        this.#absorb(event.data)
        return
      case "ticket.created":
      case "ticket.resolved":
      case "ticket.closed":
      case "ticket.reopened":
      case "ticket.restored":
      case "ticket.spam_marked":
      case "ticket.spam_unmarked":
        this.#put(event.data)
        return
      case "comment.created":
      case "comment.updated":
        this.#touch(event.data.ticket)
        this.comments.set(event.data.comment.id, { ...event.data.comment, ticketId: event.data.ticketId })
        return
      case "comment.deleted":
        this.#touch(event.data.ticket)
        assert.isTrue(this.comments.delete(event.data.comment.id), "a comment that was told")
        for (const { id } of event.data.comment.attachments) this.files.delete(id)
        return
      case "attachment.created":
        this.#touch(event.data.ticket)
        this.files.set(event.data.attachment.id, event.data.attachment)
        return
      case "attachment.deleted":
        this.#touch(event.data.ticket)
        assert.isTrue(this.files.delete(event.data.attachment.id), "a file that was told")
        return
      case "customer.updated":
        assertTold(this.customers.get(event.data.id), event.data, toldOfCustomers)
        this.#putCustomer(recordOf(event.data))
        return
      case "customer.created":
        this.#putCustomer(event.data)
    }
  }

  /** Removes a ticket with everything that belongs to it. */
  forget(ticketId: string): void {
    this.tickets.delete(ticketId)
    for (const [id, comment] of this.comments) if (comment.ticketId === ticketId) this.comments.delete(id)
    for (const [id, file] of this.files) if (file.ticketId === ticketId) this.files.delete(id)
  }

  /** Checks that the events of a ticket are numbered from 1 without gaps. */
  #follow({ data, sequence, type }: TrunklineEvent): void {
    const own = type.startsWith("ticket.") && "id" in data ? data.id : undefined
    const ticketId = "ticketId" in data ? data.ticketId : own
    if (ticketId === undefined) {
      assert.isNull(sequence)
      return
    }
    const next = (this.#last.get(ticketId) ?? 0) + 1
    assert.strictEqual(sequence, next, `${type} of ${ticketId}`)
    this.#last.set(ticketId, next)
  }

  #put(data: EventTicket, deletedAt?: string): void {
    assert.isAtLeast(data.version, this.tickets.get(data.id)?.version ?? 1)
    this.tickets.set(data.id, { ...data, deletedAt })
  }

  /** Applies the ticket version that a comment or file event carries. */
  #touch({ id, updatedAt, version }: TicketHead): void {
    const ticket = this.tickets.get(id)
    if (ticket === undefined) throw new Error(`nothing was told of ${id} before`)
    assert.isAtLeast(version, ticket.version)
    this.tickets.set(id, { ...ticket, updatedAt, version })
  }

  #absorb({ customerEmail, customerName, id: source, openingCommentId, targetId: ticketId }: EventTicketMerge): void {
    for (const [id, comment] of this.comments) {
      const { authorType } = comment
      const authorName =
        comment.authorName ?? (authorType === "CUSTOMER" ? (customerName ?? reachable(customerEmail)) : null)
      if (comment.ticketId === source) this.comments.set(id, { ...comment, ticketId, authorName })
    }
    for (const [id, file] of this.files)
      if (file.ticketId === source)
        this.files.set(id, { ...file, ticketId, commentId: file.commentId ?? openingCommentId })
  }

  /**
   * When a customer is merged into another, each of their tickets follows with an event of its own, except those in the trash
   * and those merged away, which get none.
   */
  #putCustomer(data: EventCustomerRecord): void {
    assert.strictEqual(data.version, (this.customers.get(data.id)?.version ?? 0) + 1)
    this.customers.set(data.id, data)
    if (data.mergedIntoId === undefined) return
    for (const [id, ticket] of this.tickets)
      if (ticket.customerId === data.id && (ticket.deletedAt !== undefined || ticket.mergedIntoId !== null))
        this.tickets.set(id, { ...ticket, customerId: data.mergedIntoId, followed: true })
  }
}

/** The address, unless it is a placeholder. */
const reachable = (email: string | null) => (email?.endsWith(".invalid") === true ? null : email)

const recordOf = ({ changes: _, diff: __, ...customer }: EventCustomerRecord & Changes): EventCustomerRecord => customer

/** The fields whose changes an event names. */
const told = (
  "title body status closeReason priority assigneeId categoryId tags links customFields metadata dueAt isSpam customerId " +
  "participants mergedIntoId"
).split(" ")
const toldOfCustomers = (
  "email name avatarUrl phone companyId externalId identities metadata notifyEmail isBlocked emailBouncedAt deletedAt " +
  "mergedIntoId erasedAt"
).split(" ")

/** Asserts that `changes` and `diff` are exactly the difference between this record and the one of the previous event. */
const assertTold = (before: object | undefined, after: Changes, names: ReadonlyArray<string>): void => {
  const valueOf = (record: object | undefined, name: string): unknown => Reflect.get(record ?? {}, name) ?? null
  const differing = names.filter((name) => !isDeepStrictEqual(valueOf(before, name), valueOf(after, name)))
  const changes = after.changes.filter((name) => name !== "mergedTicketIds")
  assert.sameMembers(changes, differing)
  for (const name of changes)
    if (name !== "body")
      assert.deepStrictEqual(after.diff[name], { from: valueOf(before, name), to: valueOf(after, name) }, name)
}
