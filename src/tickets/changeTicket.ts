import { type DateTime, Equal, Result } from "effect"
import { customerCreated } from "../domain/CustomerData.ts"
import { cleared } from "../domain/cleared.ts"
import type { BrandId, CategoryId, MemberId } from "../domain/Ids.ts"
import type { Json, JsonObject } from "../domain/Json.ts"
import { type FieldError, InvalidInput, type LimitReached } from "../domain/Problems.ts"
import type { Mode } from "../domain/Tenant.ts"
import { type CloseReason, type Link, maxCustomFields, type Priority, type Ticket } from "../domain/Ticket.ts"
import { ticketDiff, ticketUpdated } from "../domain/TicketData.ts"
import type { TicketDetail } from "../domain/TicketDetail.ts"
import { findStatus, moveTo, transitionEvent } from "../domain/TicketLifecycle.ts"
import { auditedDiff } from "../events/auditedDiff.ts"
import { customerMade } from "./customers/createCustomer.ts"
import { mergePatch } from "./mergePatch.ts"
import { type CustomerInput, customerOf } from "./openTicket.ts"
import { changeTags, type TagInput } from "./settings/resolveTags.ts"
import { tagLimit } from "./settings/tagLimit.ts"
import type { Outcome, TicketState } from "./TicketCommand.ts"
import { ticketAudit } from "./ticketOutcome.ts"
import { type TicketRefusal, writableTicket } from "./writableTicket.ts"

/** New values for a ticket's fields: absent leaves unchanged, `null` clears. */
export interface TicketChange {
  readonly title?: string | undefined
  readonly body?: string | null | undefined
  readonly status?: string | undefined
  readonly closeReason?: CloseReason | null | undefined
  readonly priority?: Priority | undefined
  readonly assigneeId?: MemberId | null | undefined
  readonly categoryId?: CategoryId | null | undefined
  readonly tags?: TagInput | undefined
  /** Tags to add to those of the ticket, and tags to remove from them. */
  readonly addTags?: TagInput | undefined
  readonly removeTags?: TagInput | undefined
  readonly links?: ReadonlyArray<Link> | null | undefined
  /** Replaces the whole value; `null` removes it. */
  readonly customFields?: Json | undefined
  /** JSON merge patch (RFC 7396) on the stored object. */
  readonly customFieldsPatch?: JsonObject | undefined
  readonly metadata?: JsonObject | null | undefined
  readonly dueAt?: DateTime.Utc | null | undefined
  readonly isSpam?: boolean | undefined
  /** Moves the ticket to another customer. If both are given, they must denote the same one. */
  readonly customer?: Pick<CustomerInput, "email" | "id"> | undefined
}

/** Why fields cannot be changed; includes the limit on the number of tags of a brand. */
export type ChangeRefusal = TicketRefusal | LimitReached

/** Changes a ticket's fields as one command. A change that changes nothing stores nothing and publishes no event. */
export const changeTicket = (
  state: TicketState,
  brandId: BrandId,
  mode: Mode,
  change: TicketChange,
  ifMatch: number | undefined
): Result.Result<Outcome<TicketDetail>, ChangeRefusal> =>
  Result.flatMap(writableTicket(state, ifMatch), (before): Result.Result<Outcome<TicketDetail>, ChangeRefusal> => {
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
    // The ticket's current status and assignee may be sent back even if they could no longer be set.
    if (change.status !== undefined && change.status !== before.status) {
      const status = findStatus(brand, change.status)
      if (status === undefined) refuse("status", "enum", "must be the key of an active status of the brand")
      else after = moveTo(after, status, now)
    }
    if (change.closeReason !== undefined) {
      if (change.closeReason !== null && after.statusCategory !== "closed")
        refuse("closeReason", "not_allowed", "can be set only on a closed ticket")
      else after = { ...after, closeReason: change.closeReason ?? undefined }
    }
    if (change.customFieldsPatch !== undefined) {
      const customFields = mergePatch(before.customFields ?? {}, change.customFieldsPatch)
      if (Buffer.byteLength(JSON.stringify(customFields)) > maxCustomFields)
        refuse("customFieldsPatch", "length", `must result in customFields of at most ${maxCustomFields} bytes of JSON`)
      // A patch that only removes keys does not turn an absent value into an empty object.
      else if (before.customFields !== undefined || !Equal.equals(customFields, {})) after = { ...after, customFields }
    }
    if (
      typeof change.assigneeId === "string" &&
      change.assigneeId !== before.assigneeId &&
      state.assigneeId === undefined
    )
      refuse("assigneeId", "unknown_id", "is not an active member who can see this brand")
    if (typeof change.categoryId === "string" && state.category === undefined)
      refuse("categoryId", "unknown_id", "is not a category of this brand")
    const tags = changeTags(state, brandId, before.tags, change)
    if (Result.isFailure(tags)) errors.push(...tags.failure)
    else after = { ...after, tags: tags.success.tags }
    const customer =
      change.customer === undefined || isOf(before, change.customer)
        ? Result.succeed(undefined)
        : customerOf(state, brandId, change.customer)
    if (Result.isFailure(customer)) errors.push(customer.failure)
    else if (customer.success !== undefined) {
      const { id, email, name } = customer.success.customer
      after = { ...after, customerId: id, customerEmail: email, customerName: name }
    }

    const [first, ...more] = errors
    if (first !== undefined) return Result.fail(new InvalidInput({ errors: [first, ...more] }))
    const created = Result.isSuccess(tags) ? tags.success.created : []
    const fullOfTags = tagLimit(state.tagCount, created.length)
    if (fullOfTags !== undefined) return Result.fail(fullOfTags)
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
      tags: created,
      events: [
        ...(person?.isNew === true ? [customerCreated(person.customer)] : []),
        ...ticketUpdated(before, changed, brand, transitionEvent(before, changed))
      ],
      audit: [
        ...(person?.isNew === true ? [customerMade(person.customer)] : []),
        ticketAudit("ticket.updated", changed, brand, auditedDiff(diff))
      ]
    })
  })

/** The ticket's current customer may be sent back even if they are deleted. */
const isOf = (ticket: Ticket, { email = ticket.customerEmail, id }: Pick<CustomerInput, "email" | "id">): boolean =>
  id === ticket.customerId && email === ticket.customerEmail
