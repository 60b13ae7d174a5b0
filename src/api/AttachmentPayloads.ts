import { Schema } from "effect"
import { Multipart } from "effect/http"
import { HttpApiSchema } from "effect/http-api"
import { clearable, integer, jsonObjectOrNull, matching, oneLine, optional, someOf } from "./Fields.ts"
import { stating } from "./fieldRule.ts"
import { AnyObject, growing, idLike, Moment, some } from "./Shapes.ts"
import { maxMetadata } from "./TicketPayloads.ts"

const attachment = {
  id: idLike("att"),
  ticketId: some(idLike("tkt")).annotate({ description: "Left out while no ticket has the file." }),
  commentId: some(idLike("cmt")),
  filename: Schema.String,
  contentType: Schema.String,
  size: Schema.Int.annotate({ description: "Bytes." }),
  status: growing(["PENDING", "UPLOADED", "FAILED"]).annotate({
    description: "`PENDING`: announced; `FAILED`: its bytes did not come within 24 hours."
  }),
  isInternal: Schema.Boolean.annotate({ description: "true on internal notes: hidden from the customer." }),
  inline: some(Schema.Boolean),
  contentId: some(Schema.String),
  uploadedBy: some(Schema.String),
  metadata: some(AnyObject),
  scan: some(growing(["pending", "clean", "blocked"])).annotate({
    description:
      "What the malware scanner says, where the server has one, once uploaded. Only a `clean` file is handed out then; a `blocked` one holds malware."
  }),
  sha256: some(Schema.String).annotate({ description: "Lower-case hex, once uploaded." }),
  createdAt: Moment,
  updatedAt: Moment
}

export const Attachment = Schema.Struct(attachment).annotate({ identifier: "Attachment" })

const expiry = {
  expiresIn: Schema.Int.annotate({ description: "Seconds for which the address is good." }),
  expiresAt: Moment
}

export const AttachmentLink = Schema.Struct({
  ...attachment,
  attachment: Attachment,
  downloadUrl: Schema.String.annotate({
    description:
      "Good for whoever has it. Answers ranges. An address of this server shows images and PDF in place with `?inline=1`; one of the object store always downloads."
  }),
  ...expiry
}).annotate({ identifier: "AttachmentLink", description: "A file and the address of its bytes." })

export const UploadTicket = Schema.Struct({
  id: idLike("att"),
  attachmentId: idLike("att"),
  attachment: Attachment,
  uploadUrl: Schema.String.annotate({
    description: "Send the bytes here by PUT, with `Content-Length` as `size` says and `Content-Type` as declared."
  }),
  method: Schema.Literal("PUT"),
  filename: Schema.String,
  ...expiry
}).annotate({ identifier: "UploadTicket" })

/** type/subtype of RFC 6838, 4.2, without parameters. */
const mediaType = /^[A-Za-z0-9][A-Za-z0-9!#$&^_.+-]{0,126}\/[A-Za-z0-9][A-Za-z0-9!#$&^_.+-]{0,126}$/

export const ContentType = matching(mediaType, "must be a media type without parameters, such as image/png")

/** A name that no file system takes for a path. */
export const Filename = oneLine(255).check(
  Schema.makeFilter<string>((name) => !/[/\\]/.test(name), stating("format", "must not contain / or \\"))
)

const announced = {
  filename: Filename,
  contentType: ContentType,
  size: integer(1, Number.MAX_SAFE_INTEGER).annotate({
    description: "Bytes; above the limit of this installation (50 MiB unless set otherwise) the answer is 413."
  }),
  uploadedBy: clearable(oneLine(255)),
  metadata: optional(jsonObjectOrNull(maxMetadata))
}

export const AttachmentCreate = Schema.Struct({
  ...announced,
  commentId: clearable(Schema.String).annotate({ description: "Comment of the ticket that the file belongs to." })
}).annotate({ identifier: "AttachmentCreate" })

export const PendingAttachmentCreate = Schema.Struct(announced).annotate({ identifier: "PendingAttachmentCreate" })

/** A form with one file, read as it comes. */
export const AttachmentForm = Schema.Struct({
  file: Multipart.SingleFileSchema,
  commentId: optional(Schema.String)
}).pipe(HttpApiSchema.asMultipartStream())

export const PendingAttachmentForm = Schema.Struct({ file: Multipart.SingleFileSchema }).pipe(
  HttpApiSchema.asMultipartStream()
)

export const AttachmentIds = Schema.Struct({ ids: someOf(Schema.String, 100) }).annotate({
  identifier: "AttachmentIds"
})

export const AttachmentUrls = Schema.Record(
  Schema.String,
  Schema.NullOr(Schema.Struct({ url: Schema.String, filename: Schema.String, contentType: Schema.String }))
).annotate({ identifier: "AttachmentUrls", description: "By id; null for ids that are no files the caller can see." })
