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
  /** Shown inside a mail's HTML, which refers to it by `contentId`. */
  readonly inline: boolean
  readonly contentId?: string | undefined
  /** The key, member or customer that started the upload. Until a ticket has the file, only they can reach it. */
  readonly owner?: string | undefined
  readonly uploadedBy?: string | undefined
  readonly metadata?: JsonObject | undefined
  /** Lower-case hex, once uploaded. */
  readonly sha256?: string | undefined
  readonly blobKey?: string | undefined
  /** The verdict of the malware scanner, or `undefined` if the file was never given to one. */
  readonly scan?: "pending" | "clean" | "blocked" | undefined
  readonly createdAt: DateTime.Utc
  readonly updatedAt: DateTime.Utc
}

/** Why an uploaded file must not be downloaded: it contains malware or, if files are scanned, has not been scanned yet. */
export const withheld = ({ scan }: Pick<Attachment, "scan">, isScanned: boolean): "pending" | "blocked" | undefined =>
  scan === "blocked" ? "blocked" : isScanned && scan !== "clean" ? "pending" : undefined
