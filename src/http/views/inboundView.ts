import type { InboundDetail, InboundEffects, InboundEntry } from "../../domain/InboundEntry.ts"
import { iso } from "../../domain/iso.ts"
import { explainDecision } from "../../tickets/intake/explainDecision.ts"
import { isoOr } from "./moments.ts"

/** A received message on the wire. */
export const inboundView = (entry: InboundEntry) => ({
  id: entry.id,
  brandId: entry.brandId,
  channel: entry.channel,
  externalId: entry.externalId,
  from: entry.from,
  to: entry.to,
  subject: entry.subject,
  status: entry.status,
  outcome: entry.outcome,
  ticketId: entry.ticketId,
  commentId: entry.commentId,
  error: entry.error,
  attempts: entry.attempts,
  size: entry.size,
  receivedAt: iso(entry.receivedAt),
  processedAt: isoOr(entry.processedAt),
  kind: entry.kind,
  authentication: entry.authentication,
  flags: entry.flags
})

/** The effect of a simulated message, on the wire. */
export const effectsView = ({ entry, events }: InboundEffects) => ({
  inbound: inboundView(entry),
  ticketId: entry.ticketId,
  commentId: entry.commentId,
  eventIds: events.map(({ id }) => id)
})

/** A single received message, with what is too long for a list. */
export const inboundDetailView = (message: InboundDetail) => ({
  ...inboundView(message),
  quotedText: message.quotedText,
  html: message.html,
  repairs: message.repairs.length === 0 ? undefined : message.repairs
})

/** Why a message had its effect, on the wire. */
export const explanationView = (message: InboundDetail, effects: InboundEffects["events"]) => ({
  inboundId: message.id,
  decision: explainDecision(message),
  ticketId: message.ticketId,
  commentId: message.commentId,
  steps: message.steps,
  effects: effects.map(({ id, type }) => ({ eventId: id, type }))
})
