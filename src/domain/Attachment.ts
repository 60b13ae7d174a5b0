import type { DateTime } from "effect"
import type { AttachmentId, BrandId, CommentId, TicketId } from "./Ids.ts"
import type { JsonObject } from "./Json.ts"

/** A file on a ticket or on one of its comments. Its bytes are in the blob store under `blobKey`. */
export interface Attachment {
  readonly id: AttachmentId
  readonly brandId: BrandId
  readonly ticketId?: TicketId | undefined
  readonly commentId?: CommentId | undefined
  readonly filename: string
  readonly contentType: string
  /** Bytes. */
  readonly size: number
  readonly status: "PENDING" | "UPLOADED" | "FAILED"
  readonly isInternal: boolean
  /** Shown inside a mail's HTML, where `contentId` names it. */
  readonly inline: boolean
  readonly contentId?: string | undefined
  /** Key, member or customer that started the upload: as long as no ticket has it, it is theirs alone. */
  readonly owner?: string | undefined
  readonly uploadedBy?: string | undefined
  readonly metadata?: JsonObject | undefined
  /** Lower-case hex, once uploaded. */
  readonly sha256?: string | undefined
  readonly blobKey?: string | undefined
  /** What a malware scanner says of it; undefined as long as it was given to none. */
  readonly scan?: "pending" | "clean" | "blocked" | undefined
  readonly createdAt: DateTime.Utc
  readonly updatedAt: DateTime.Utc
}

/** Why an uploaded file is not handed out: it holds malware or, where files are scanned, that is not known yet. */
export const withheld = ({ scan }: Pick<Attachment, "scan">, isScanned: boolean): "pending" | "blocked" | undefined =>
  scan === "blocked" ? "blocked" : isScanned && scan !== "clean" ? "pending" : undefined
