import { DateTime, Schema } from "effect"
import { StatusId } from "./Ids.ts"
import { statusCategories } from "./Status.ts"
import { closeReasons, type Ticket } from "./Ticket.ts"

const At = Schema.optional(Schema.DateTimeUtcFromString)

/** The state of a ticket before a reply that can still be taken back, as far as the reply changed it. */
export const RepliedFrom = Schema.Struct({
  statusId: StatusId,
  status: Schema.String,
  statusCategory: Schema.Literals(statusCategories),
  closeReason: Schema.optional(Schema.Literals(closeReasons)),
  reopenCount: Schema.Int,
  resolvedAt: At,
  closedAt: At,
  firstRespondedAt: At,
  lastAgentReplyAt: At,
  waitingSince: At,
  /** The status that the reply moved it to. */
  movedTo: StatusId,
  /**
   * Whether taking it back restores the status and its dates: it moved the ticket, or found it as another reply had left
   * it that was taken back since. Earlier versions stored replies without it.
   */
  restoresStatus: Schema.optional(Schema.Boolean),
  /** The addresses that it added to the participants. */
  added: Schema.Array(Schema.String)
})
export type RepliedFrom = typeof RepliedFrom.Type

export const repliedFrom = (before: Ticket, after: Ticket): RepliedFrom => {
  const known = new Set(before.participants?.map(({ email }) => email))
  return {
    statusId: before.statusId,
    status: before.status,
    statusCategory: before.statusCategory,
    closeReason: before.closeReason,
    reopenCount: before.reopenCount,
    resolvedAt: before.resolvedAt,
    closedAt: before.closedAt,
    firstRespondedAt: before.firstRespondedAt,
    lastAgentReplyAt: before.lastAgentReplyAt,
    waitingSince: before.waitingSince,
    movedTo: after.statusId,
    restoresStatus: before.statusId !== after.statusId,
    added: (after.participants ?? []).map(({ email }) => email).filter((email) => !known.has(email))
  }
}

/**
 * The ticket as if the reply made at `repliedAt` had not been given. What happened after it stays: the dates of a later
 * reply, a status that was set since, and the participants that later replies copy (`copied`).
 */
export const withoutReply = (
  ticket: Ticket,
  from: RepliedFrom,
  repliedAt: DateTime.Utc,
  copied: ReadonlySet<string> = new Set()
): Ticket => {
  const rest = ticket.participants?.filter(({ email }) => copied.has(email) || !from.added.includes(email))
  return undone({ ...ticket, participants: rest?.length === 0 ? undefined : rest }, from, repliedAt)
}

/** The state before a later reply, as if the reply taken back had not been given; it takes over the participants in `added`. */
export const handedOn = (
  later: RepliedFrom,
  from: RepliedFrom,
  repliedAt: DateTime.Utc,
  added: ReadonlyArray<string>
): RepliedFrom => ({
  ...undone(later, from, repliedAt),
  restoresStatus: restoresStatus(later) || (isLastReply(later, repliedAt) && hasStatusOf(later, from)),
  added: [...later.added, ...added]
})

type State = Omit<RepliedFrom, "movedTo" | "restoresStatus" | "added">

const undone = <A extends State>(state: A, from: RepliedFrom, repliedAt: DateTime.Utc): A => {
  if (!isLastReply(state, repliedAt)) return state
  const { firstRespondedAt, lastAgentReplyAt, waitingSince } = from
  const waiting = { ...state, firstRespondedAt, lastAgentReplyAt, waitingSince: waitingSince ?? state.waitingSince }
  if (!hasStatusOf(state, from)) return waiting
  const { closeReason, closedAt, reopenCount, resolvedAt, status, statusCategory, statusId } = from
  return { ...waiting, statusId, status, statusCategory, closeReason, closedAt, reopenCount, resolvedAt }
}

/** Whether the last reply is the one made at `repliedAt`. */
const isLastReply = ({ lastAgentReplyAt }: State, repliedAt: DateTime.Utc): boolean =>
  lastAgentReplyAt !== undefined && DateTime.Equivalence(lastAgentReplyAt, repliedAt)

/** Whether the status is the one that the reply left, and is restored with it. */
const hasStatusOf = ({ statusId }: State, from: RepliedFrom): boolean =>
  statusId === from.movedTo && restoresStatus(from)

const restoresStatus = (from: RepliedFrom): boolean => from.restoresStatus ?? from.statusId !== from.movedTo
