import { Result } from "effect"
import type { AuditEntry, AuditedEvent } from "../domain/AuditEntry.ts"
import { fieldDiff } from "../domain/FieldDiff.ts"
import type { JsonObject } from "../domain/Json.ts"
import { InvalidInput, LimitReached, NotFound, TicketMerged } from "../domain/Problems.ts"
import { publicId, type Ticket, ticketLimits } from "../domain/Ticket.ts"
import { addressIn, type NewWatcher, type Watcher } from "../domain/Watcher.ts"
import { auditedDiff } from "../events/auditedDiff.ts"

/** The state that a command about one watcher of a ticket sees. The ticket is not in the trash, and stays locked. */
export interface WatchState {
  readonly ticket: Pick<Ticket, "id" | "number" | "title" | "mergedIntoId">
  readonly ticketPrefix: string
  readonly watchers: ReadonlyArray<Watcher>
  /** Address of the member that the command is about, if active and able to see the brand. */
  readonly memberEmail: string | undefined
}

/** A change to a ticket's watchers. Watchers are not part of the ticket's version and have no events. */
export interface WatchChange<V> {
  readonly value: V
  /** New or changed. */
  readonly saved?: Watcher | undefined
  readonly removed?: Watcher | undefined
  readonly audit: ReadonlyArray<AuditEntry>
}

export interface WatcherCreate extends NewWatcher {
  readonly notifyOnComment?: boolean | undefined
  readonly notifyOnStatusChange?: boolean | undefined
}

export interface WatcherChange {
  readonly notifyOnComment?: boolean | undefined
  readonly notifyOnStatusChange?: boolean | undefined
}

/** The watcher, and whether this command created it. */
export interface AddedWatcher {
  readonly watcher: Watcher
  readonly isNew: boolean
}

type Decision<V, E> = Result.Result<WatchChange<V>, E | TicketMerged>

/** Adds a watcher. An existing one stays unchanged. */
export const addWatcher = (
  state: WatchState,
  input: WatcherCreate,
  made: Pick<Watcher, "id" | "addedBy" | "addedAt">
): Decision<AddedWatcher, InvalidInput | LimitReached> => {
  const present = state.watchers.find(({ memberId }) => memberId === input.memberId)
  if (present === undefined && addressIn(input.memberId) === undefined && state.memberEmail === undefined)
    return Result.fail(InvalidInput.of("memberId", "unknown_id", unknownMember))
  return Result.flatMap(unmerged(state), ({ id }): Decision<AddedWatcher, LimitReached> => {
    if (present !== undefined) return Result.succeed({ value: { watcher: present, isNew: false }, audit: [] })
    if (state.watchers.length >= ticketLimits.watchers)
      return Result.fail(new LimitReached({ limit: ticketLimits.watchers, what: "watchers per ticket" }))
    const watcher: Watcher = {
      ...made,
      ticketId: id,
      memberId: input.memberId,
      // A member is notified only at their own address.
      memberEmail: state.memberEmail ?? input.memberEmail,
      memberName: input.memberName,
      notifyOnComment: input.notifyOnComment ?? true,
      notifyOnStatusChange: input.notifyOnStatusChange ?? true
    }
    return Result.succeed({
      value: { watcher, isNew: true },
      saved: watcher,
      audit: [audit(state, "ticket.watcher_added", { watcher: { old: null, new: watcher.memberId } })]
    })
  })
}

const observed = {
  notifyOnComment: ({ notifyOnComment }: Watcher) => notifyOnComment,
  notifyOnStatusChange: ({ notifyOnStatusChange }: Watcher) => notifyOnStatusChange
}

/** Changes what a watcher is notified of. */
export const changeWatcher = (state: WatchState, key: string, change: WatcherChange): Decision<Watcher, NotFound> =>
  Result.map(watching(state, key), (before) => {
    const after: Watcher = {
      ...before,
      notifyOnComment: change.notifyOnComment ?? before.notifyOnComment,
      notifyOnStatusChange: change.notifyOnStatusChange ?? before.notifyOnStatusChange
    }
    const diff = fieldDiff(observed, before, after)
    if (diff.size === 0) return { value: before, audit: [] }
    const changes = { watcher: { old: key, new: key }, ...auditedDiff(diff) }
    return { value: after, saved: after, audit: [audit(state, "ticket.watcher_updated", changes)] }
  })

export const removeWatcher = (state: WatchState, key: string): Decision<void, NotFound> =>
  Result.map(watching(state, key), (watcher) => ({
    value: undefined,
    removed: watcher,
    audit: [audit(state, "ticket.watcher_removed", { watcher: { old: key, new: null } })]
  }))

/** Why a member cannot be a watcher. */
export const unknownMember = "is not an active member who can see this brand"

/** The ticket, unless it was merged into another one. */
export const unmerged = ({ ticket }: WatchState): Result.Result<WatchState["ticket"], TicketMerged> =>
  ticket.mergedIntoId === undefined
    ? Result.succeed(ticket)
    : Result.fail(new TicketMerged({ mergedIntoId: ticket.mergedIntoId }))

const watching = (state: WatchState, key: string): Result.Result<Watcher, NotFound | TicketMerged> => {
  const watcher = state.watchers.find(({ memberId }) => memberId === key)
  return watcher === undefined
    ? Result.fail(new NotFound({ entity: "watcher" }))
    : Result.map(unmerged(state), () => watcher)
}

const audit = ({ ticket, ticketPrefix }: WatchState, event: AuditedEvent, changes: JsonObject): AuditEntry => ({
  event,
  entityType: "ticket",
  entityId: ticket.id,
  changes,
  metadata: { ticketNumber: publicId(ticketPrefix, ticket.number), title: ticket.title }
})
