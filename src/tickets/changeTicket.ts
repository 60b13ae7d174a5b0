import { DateTime, Equal, Result } from "effect"
import type { AuditEntry } from "../domain/AuditEntry.ts"
import { customerCreated } from "../domain/CustomerData.ts"
import { auditedDiff } from "../domain/FieldDiff.ts"
import type { BrandId, CategoryId, CustomerId, MemberId } from "../domain/Ids.ts"
import type { Json, JsonObject } from "../domain/Json.ts"
import { type FieldError, InvalidInput, NotFound, TicketMerged, VersionConflict } from "../domain/Problems.ts"
import type { Mode } from "../domain/Tenant.ts"
import { type CloseReason, type Link, type Priority, publicId, type Ticket } from "../domain/Ticket.ts"
import { ticketData, ticketDiff, ticketUpdated } from "../domain/TicketData.ts"
import type { TicketDetail } from "../domain/TicketDetail.ts"
import { findStatus, moveTo, transitionEvent } from "../domain/TicketLifecycle.ts"
import { mergePatch } from "./mergePatch.ts"
import { customerOf } from "./openTicket.ts"
import { resolveTags, type TagInput } from "./resolveTags.ts"
import type { Outcome, TicketState } from "./TicketStore.ts"

/** New values for a ticket's fields: absent is unchanged, `null` clears. */
export interface TicketChange {
  readonly title?: string | undefined
  readonly body?: string | null | undefined
  readonly status?: string | undefined
  readonly closeReason?: CloseReason | null | undefined
  readonly priority?: Priority | undefined
  readonly assigneeId?: MemberId | null | undefined
  readonly categoryId?: CategoryId | null | undefined
  readonly tags?: TagInput | undefined
  readonly links?: ReadonlyArray<Link> | null | undefined
  /** Replaces the value; `null` is none. */
  readonly customFields?: Json | undefined
  /** JSON merge patch (RFC 7396) on the stored object. */
  readonly customFieldsPatch?: JsonObject | undefined
  readonly metadata?: JsonObject | null | undefined
  readonly dueAt?: DateTime.Utc | null | undefined
  readonly isSpam?: boolean | undefined
  /** Moves the ticket to another customer. */
  readonly customer?: { readonly id: CustomerId } | { readonly email: string } | undefined
}

export type TicketRefusal = NotFound | InvalidInput | TicketMerged | VersionConflict

/** The ticket a write is about, when it may be written: there, not in the trash, not merged away, of the version that the caller saw. */
export const writableTicket = (
  state: TicketState,
  ifMatch: number | undefined
): Result.Result<Ticket, NotFound | TicketMerged | VersionConflict> => {
  const { ticket } = state
  if (ticket === undefined || ticket.deletedAt !== undefined) return Result.fail(new NotFound({ entity: "ticket" }))
  if (ticket.mergedIntoId !== undefined) return Result.fail(new TicketMerged({ mergedIntoId: ticket.mergedIntoId }))
  return atVersion(ticket, ifMatch)
}

const atVersion = (ticket: Ticket, ifMatch: number | undefined): Result.Result<Ticket, VersionConflict> =>
  ifMatch === undefined || ifMatch === ticket.version
    ? Result.succeed(ticket)
    : Result.fail(new VersionConflict({ currentVersion: ticket.version }))

/** Changes a ticket's fields as one command; one that changes nothing stores and tells nothing. */
export const changeTicket = (
  state: TicketState,
  brandId: BrandId,
  mode: Mode,
  change: TicketChange,
  ifMatch: number | undefined
): Result.Result<Outcome<TicketDetail>, TicketRefusal> =>
  Result.flatMap(writableTicket(state, ifMatch), (before): Result.Result<Outcome<TicketDetail>, InvalidInput> => {
    const errors: Array<FieldError> = []
    const refuse = (field: string, code: FieldError["code"], message: string) => errors.push({ field, code, message })
    const { brand, now } = state

    let after: Ticket = {
      ...before,
      title: change.title ?? before.title,
      body: cleared(change.body, before.body),
      priority: change.priority ?? before.priority,
      assigneeId: cleared(change.assigneeId, before.assigneeId),
      categoryId: cleared(change.categoryId, before.categoryId),
      links: cleared(change.links, before.links),
      metadata: cleared(change.metadata, before.metadata),
      dueAt: cleared(change.dueAt, before.dueAt),
      customFields: cleared(change.customFields, before.customFields),
      isSpam: change.isSpam ?? before.isSpam
    }
    if (change.status !== undefined) {
      const status = findStatus(brand, change.status)
      if (status === undefined) refuse("status", "enum", "must be the key of an active status of the brand")
      else after = moveTo(after, status, now)
    }
    if (change.closeReason !== undefined) {
      if (change.closeReason !== null && after.statusCategory !== "closed")
        refuse("closeReason", "not_allowed", "can only be given to a closed ticket")
      else after = { ...after, closeReason: change.closeReason ?? undefined }
    }
    if (change.customFieldsPatch !== undefined) {
      const customFields = mergePatch(before.customFields ?? {}, change.customFieldsPatch)
      // A patch that only takes away makes no empty object of nothing.
      if (before.customFields !== undefined || !Equal.equals(customFields, {})) after = { ...after, customFields }
    }
    if (typeof change.assigneeId === "string" && state.assigneeId === undefined)
      refuse("assigneeId", "unknown_id", "is no active member who can see this brand")
    if (typeof change.categoryId === "string" && state.category === undefined)
      refuse("categoryId", "unknown_id", "is no category of this brand")
    const tags = resolveTags(state, brandId, change.tags)
    if (Result.isFailure(tags)) errors.push(tags.failure)
    else if (change.tags !== undefined) after = { ...after, tags: tags.success.tags }
    const customer =
      change.customer === undefined
        ? Result.succeed(undefined)
        : customerOf(state, brandId, customerInput(change.customer))
    if (Result.isFailure(customer)) errors.push(customer.failure)
    else if (customer.success !== undefined) {
      const { id, email, name } = customer.success.customer
      after = { ...after, customerId: id, customerEmail: email, customerName: name }
    }

    const [first, ...more] = errors
    if (first !== undefined) return Result.fail(new InvalidInput({ errors: [first, ...more] }))
    const person = Result.isSuccess(customer) ? customer.success : undefined
    const value = (ticket: Ticket): TicketDetail => ({
      ticket,
      mode,
      ticketPrefix: brand.ticketPrefix,
      customer: person?.customer ?? state.ticketCustomer,
      category: ticket.categoryId === undefined ? undefined : (state.category ?? state.ticketCategory)
    })
    const diff = ticketDiff(before, after)
    if (diff.size === 0) return Result.succeed({ value: value(before), events: [], audit: [] })
    const changed: Ticket = { ...after, version: before.version + 1, updatedAt: now }
    return Result.succeed({
      value: value(changed),
      ticket: changed,
      customer: person?.isNew === true ? person.customer : undefined,
      tags: Result.isSuccess(tags) ? tags.success.created : [],
      events: [
        ...(person?.isNew === true ? [customerCreated(person.customer)] : []),
        ...ticketUpdated(before, changed, brand, transitionEvent(before, changed))
      ],
      audit: [audit("ticket.updated", changed, brand.ticketPrefix, auditedDiff(diff))]
    })
  })

/** Puts the ticket into the trash; one that is there already answers the same and tells nothing. */
export const deleteTicket = (
  state: TicketState,
  mode: Mode,
  ifMatch: number | undefined
): Result.Result<Outcome<TicketDetail>, TicketRefusal> => {
  const { now, ticket } = state
  if (ticket === undefined) return Result.fail(new NotFound({ entity: "ticket" }))
  if (ticket.deletedAt !== undefined) return Result.succeed(unchanged(state, ticket, mode))
  return Result.map(atVersion(ticket, ifMatch), () =>
    marked(state, mode, { ...ticket, deletedAt: now }, "ticket.deleted", {
      deletedAt: DateTime.formatIso(now),
      permanent: false
    })
  )
}

/** Takes the ticket out of the trash; one that is not in it answers the same and tells nothing. */
export const restoreTicket = (
  state: TicketState,
  mode: Mode,
  ifMatch: number | undefined
): Result.Result<Outcome<TicketDetail>, TicketRefusal> => {
  const { ticket } = state
  if (ticket === undefined) return Result.fail(new NotFound({ entity: "ticket" }))
  if (ticket.deletedAt === undefined) return Result.succeed(unchanged(state, ticket, mode))
  return Result.map(atVersion(ticket, ifMatch), () =>
    marked(state, mode, { ...ticket, deletedAt: undefined }, "ticket.restored", {})
  )
}

const cleared = <A>(value: A | null | undefined, present: A | undefined): A | undefined =>
  value === undefined ? present : (value ?? undefined)

const customerInput = (customer: { readonly id: CustomerId } | { readonly email: string }) =>
  "id" in customer ? { id: customer.id } : { email: customer.email }

const audit = (event: string, ticket: Ticket, ticketPrefix: string, changes?: JsonObject): AuditEntry => ({
  event,
  entityType: "ticket",
  entityId: ticket.id,
  changes,
  metadata: { ticketNumber: publicId(ticketPrefix, ticket.number), title: ticket.title }
})

const detail = (state: TicketState, ticket: Ticket, mode: Mode): TicketDetail => ({
  ticket,
  mode,
  ticketPrefix: state.brand.ticketPrefix,
  customer: state.ticketCustomer,
  category: state.ticketCategory
})

const unchanged = (state: TicketState, ticket: Ticket, mode: Mode): Outcome<TicketDetail> => ({
  value: detail(state, ticket, mode),
  events: [],
  audit: []
})

const marked = (
  state: TicketState,
  mode: Mode,
  changed: Ticket,
  type: "ticket.deleted" | "ticket.restored",
  more: object
): Outcome<TicketDetail> => {
  const { brand, now } = state
  const ticket: Ticket = { ...changed, version: changed.version + 1, updatedAt: now }
  return {
    value: detail(state, ticket, mode),
    ticket,
    events: [
      {
        type,
        subject: ticket.id,
        data: { ...ticketData(ticket, brand), previousStatus: ticket.status, ...more }
      }
    ],
    audit: [audit(type, ticket, brand.ticketPrefix)]
  }
}
