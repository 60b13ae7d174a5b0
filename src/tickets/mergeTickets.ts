import { Result } from "effect"
import { atVersion } from "../domain/atVersion.ts"
import type { Comment } from "../domain/Comment.ts"
import type { EventDraft } from "../domain/Event.ts"
import type { FieldDiff } from "../domain/FieldDiff.ts"
import { idAt, type TicketId } from "../domain/Ids.ts"
import { type FieldError, InvalidInput, LimitReached, MergeNotPossible, NotFound } from "../domain/Problems.ts"
import type { Mode } from "../domain/Tenant.ts"
import { type Participant, type Tag, type Ticket, ticketLimits } from "../domain/Ticket.ts"
import { commentEvent, ticketDiff, ticketMerged, ticketUpdated, updatedWith } from "../domain/TicketData.ts"
import type { TicketDetail } from "../domain/TicketDetail.ts"
import { mergedInto } from "../domain/TicketLifecycle.ts"
import { auditedDiff } from "../events/auditedDiff.ts"
import { isPlaceholder } from "./customers/placeholderEmail.ts"
import type { Outcome, TicketState } from "./TicketCommand.ts"
import { detailOf, ticketAudit } from "./ticketOutcome.ts"
import type { TicketRefusal } from "./writableTicket.ts"

/** The target after a merge, and the tickets that this merge moved into it. */
export interface Merged {
  readonly target: TicketDetail
  readonly mergedTicketIds: ReadonlyArray<TicketId>
}

export type MergeRefusal = TicketRefusal | MergeNotPossible | LimitReached

/**
 * Merges tickets into another ticket of the brand (lifeCycle.test.ts, rule 16), in the given order. Skips those that were
 * already merged into it. Refuses the whole merge if it would exceed a limit of the target: nothing is truncated.
 */
export const mergeTickets = (
  state: TicketState,
  mode: Mode,
  sourceIds: ReadonlyArray<TicketId>,
  ifMatch: number | undefined
): Result.Result<Outcome<Merged>, MergeRefusal> => {
  const { brand, now, ticket: target } = state
  if (target === undefined) return Result.fail(new NotFound({ entity: "ticket" }))
  const unknown = unknownSources(state, target, sourceIds)
  if (unknown !== undefined) return Result.fail(unknown)
  const stale = atVersion(target, ifMatch)
  if (Result.isFailure(stale)) return Result.fail(stale.failure)
  const named = [...new Set(sourceIds)].flatMap((id) => state.loadedTicket(id) ?? [])
  const sources = named.filter(({ mergedIntoId }) => mergedIntoId !== target.id)
  const impossible = [target, ...sources].find(
    ({ deletedAt, mergedIntoId }) => deletedAt !== undefined || mergedIntoId !== undefined
  )
  if (impossible !== undefined) return Result.fail(new MergeNotPossible({ ticketId: impossible.id }))
  if (sources.length === 0)
    return Result.succeed({
      value: { target: detailOf(state, target, mode), mergedTicketIds: [] },
      events: [],
      audit: []
    })

  const after: Ticket = {
    ...target,
    tags: unitedTags([target, ...sources]),
    participants: unitedParticipants(target, sources),
    commentCount: sum([target, ...sources], ({ commentCount }) => commentCount) + sources.length,
    attachmentCount: sum([target, ...sources], ({ attachmentCount }) => attachmentCount),
    version: target.version + 1,
    updatedAt: now
  }
  const exceeded = exceededLimit(after, new Set(state.watchers.map(({ memberId }) => memberId)).size)
  if (exceeded !== undefined) return Result.fail(exceeded)

  const absorbed = sources.map((before) => ({
    before,
    after: {
      ...mergedInto(before, target.id, brand, now),
      commentCount: 0,
      attachmentCount: 0,
      version: before.version + 1,
      updatedAt: now
    },
    opening: openingOf(before, target, state)
  }))
  const mergedTicketIds = sources.map(({ id }) => id)
  const diff: FieldDiff = new Map([
    ["mergedTicketIds", { from: [], to: mergedTicketIds }],
    ...ticketDiff(target, after)
  ])
  return Result.succeed({
    value: { target: detailOf(state, after, mode), mergedTicketIds },
    ticket: after,
    absorbed: absorbed.map(({ after: ticket, opening }) => ({ ticket, opening: opening.id, customer: called(ticket) })),
    comments: absorbed.map(({ opening }) => opening),
    events: [
      ...absorbed.flatMap(
        (source): ReadonlyArray<EventDraft> => [
          ...ticketUpdated(source.before, source.after, brand, undefined),
          ticketMerged(source.after, after, source.opening.id, brand)
        ]
      ),
      ...absorbed.map(({ opening }) => commentEvent("comment.created", opening, after, brand)),
      updatedWith(after, brand, diff)
    ],
    audit: [
      ...absorbed.map((source) =>
        ticketAudit("ticket.merged", source.after, brand, auditedDiff(ticketDiff(source.before, source.after)))
      ),
      ticketAudit("ticket.updated", after, brand, auditedDiff(diff))
    ]
  })
}

/**
 * The text with which a source was opened, as a comment in the target by whoever opened it, with the source's creation
 * time. The source's files become the comment's.
 */
const openingOf = (source: Ticket, target: Ticket, { ids, now }: TicketState): Comment => ({
  id: idAt("comment", ids("comment"), source.createdAt),
  brandId: target.brandId,
  ticketId: target.id,
  body: source.body ?? source.title,
  visibility: "public",
  ...(source.createdBy === undefined
    ? {
        authorType: "CUSTOMER",
        authorId: source.customerId,
        authorName: called(source)
      }
    : { authorType: "AGENT", authorName: source.createdBy }),
  links: source.links,
  source: source.source,
  sourceId: source.sourceId,
  sourceData: { ...source.sourceData, subject: source.title, mergedFromId: source.id },
  isAutomated: source.isAutomated,
  attachments: [],
  version: 1,
  createdAt: source.createdAt,
  updatedAt: now
})

/** The customer's name or, if they have none, the address from which they write. */
const called = ({ customerEmail, customerName }: Ticket): string | undefined =>
  customerName ?? (isPlaceholder(customerEmail) ? undefined : customerEmail)

const unknownSources = (
  state: TicketState,
  target: Ticket,
  sourceIds: ReadonlyArray<TicketId>
): InvalidInput | undefined => {
  const [first, ...more] = sourceIds.flatMap((id, index): ReadonlyArray<FieldError> => {
    const field = `sourceTicketIds[${index}]`
    if (id === target.id) return [{ field, code: "not_allowed", message: "must not be the ticket to merge into" }]
    return state.loadedTicket(id) === undefined
      ? [{ field, code: "unknown_id", message: "is not a ticket of this brand" }]
      : []
  })
  return first === undefined ? undefined : new InvalidInput({ errors: [first, ...more] })
}

const unitedTags = (tickets: ReadonlyArray<Ticket>): ReadonlyArray<Tag> =>
  [...new Map(tickets.flatMap(({ tags }) => tags).map((tag) => [tag.id, tag])).values()].sort((a, b) =>
    a.name < b.name ? -1 : 1
  )

/** Everybody who takes part in one of the tickets, including the sources' customers, but not the target's customer. */
const unitedParticipants = (target: Ticket, sources: ReadonlyArray<Ticket>): Ticket["participants"] => {
  const people = new Map<string, Participant>()
  const add = (person: Participant) => {
    const known = people.get(person.email)
    if (known === undefined) people.set(person.email, person)
    else if (person.verified && !known.verified) people.set(person.email, { ...known, verified: true })
  }
  for (const person of target.participants ?? []) add(person)
  for (const { customerEmail, customerName, participants } of sources) {
    add({ email: customerEmail, name: customerName, verified: true })
    for (const person of participants ?? []) add(person)
  }
  if (!(target.participants ?? []).some(({ email }) => email === target.customerEmail))
    people.delete(target.customerEmail)
  return people.size === 0 ? target.participants : [...people.values()]
}

const sum = (tickets: ReadonlyArray<Ticket>, count: (ticket: Ticket) => number) =>
  tickets.reduce((total, ticket) => total + count(ticket), 0)

const exceededLimit = (ticket: Ticket, watchers: number): LimitReached | undefined => {
  const counts = {
    tags: ticket.tags.length,
    participants: ticket.participants?.length ?? 0,
    watchers,
    comments: ticket.commentCount,
    attachments: ticket.attachmentCount
  }
  for (const what of ["tags", "participants", "watchers", "comments", "attachments"] as const)
    if (counts[what] > ticketLimits[what])
      return new LimitReached({ limit: ticketLimits[what], what: `${what} per ticket` })
  return undefined
}
