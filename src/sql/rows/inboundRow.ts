import { idOf } from "../../domain/Ids.ts"
import type { InboundDetail, InboundOutcome, InboundStatus } from "../../domain/InboundEntry.ts"
import type { ChannelKind, InboundMail, IntakeStep, MailRoute } from "../../domain/InboundMessage.ts"
import type { MailAuthentication } from "../../domain/MailAuthentication.ts"
import { idOr, type Moment, moment, momentOr } from "./columns.ts"

/** What the intake kept of a mail, as JSON. */
interface StoredEnvelope {
  readonly from?: string
  readonly clientName?: string
  readonly clientAddress?: string
  readonly kind?: InboundMail["kind"]
  readonly route?: MailRoute
  readonly authentication?: MailAuthentication
  readonly problem?: string
  readonly repairs?: ReadonlyArray<string>
}

export interface InboundRow {
  readonly id: string
  readonly brand_id: string
  readonly channel: ChannelKind
  readonly external_id: string
  readonly dedupe_key: Uint8Array
  readonly sender: string
  readonly recipients: ReadonlyArray<string>
  readonly subject: string | null
  readonly status: InboundStatus
  readonly outcome: InboundOutcome | null
  readonly ticket_id: string | null
  readonly comment_id: string | null
  readonly error: string | null
  readonly attempts: number
  readonly size: number
  readonly blob_key: string | null
  readonly envelope: StoredEnvelope | null
  readonly steps: ReadonlyArray<IntakeStep>
  readonly received_at: Moment
  readonly processed_at: Moment | null
  readonly flags: ReadonlyArray<string>
  readonly quoted_text: string | null
  readonly html: string | null
  readonly attachment_ids: ReadonlyArray<string>
}

/** The columns of an `InboundRow`, except for its quoted text and its HTML, which may be long. */
export const inboundColumns =
  "id, brand_id, channel, external_id, dedupe_key, sender, recipients, subject, status, outcome, ticket_id, comment_id, error, attempts, size, blob_key, envelope, steps, received_at, processed_at, flags, attachment_ids"

export const inboundOf = (row: Omit<InboundRow, "quoted_text" | "html"> & Partial<InboundRow>): InboundDetail => ({
  id: idOf("inbound", row.id),
  brandId: idOf("brand", row.brand_id),
  channel: row.channel,
  externalId: row.external_id,
  dedupeKey: row.dedupe_key,
  from: row.sender,
  to: row.recipients,
  subject: row.subject ?? undefined,
  status: row.status,
  outcome: row.outcome ?? undefined,
  ticketId: idOr("ticket", row.ticket_id),
  commentId: idOr("comment", row.comment_id),
  error: row.error ?? row.envelope?.problem,
  attempts: row.attempts,
  size: row.size,
  receivedAt: moment(row.received_at),
  processedAt: momentOr(row.processed_at),
  kind: row.envelope?.kind,
  authentication: row.envelope?.authentication,
  flags: row.flags,
  steps: row.steps,
  route: row.envelope?.route,
  envelope: {
    from: row.envelope?.from ?? "",
    clientName: row.envelope?.clientName ?? "",
    clientAddress: row.envelope?.clientAddress ?? ""
  },
  rawBlobKey: row.blob_key ?? undefined,
  quotedText: row.quoted_text ?? undefined,
  html: row.html ?? undefined,
  repairs: row.envelope?.repairs ?? [],
  fileIds: row.attachment_ids.map((id) => idOf("attachment", id))
})
