import { Schema } from "effect"
import { Multipart } from "effect/http"
import { HttpApiSchema } from "effect/http-api"
import { clearable, integer, jsonObjectOrNull, matching, oneLine, optional, someOf } from "./Fields.ts"
import { stating } from "./fieldRule.ts"
import { AnyObject, growing, idLike, Moment, some } from "./Shapes.ts"
import { maxMetadata } from "./TicketPayloads.ts"

const attachment = {
  id: idLike("att"),
  ticketId: some(idLike("tkt")).annotate({ description: "Omitted until the file belongs to a ticket." }),
  commentId: some(idLike("cmt")),
  filename: Schema.String,
  contentType: Schema.String,
  size: Schema.Int.annotate({ description: "Bytes." }),
  status: growing(["PENDING", "UPLOADED", "FAILED"]).annotate({
    description: "`PENDING`: announced, but not confirmed yet. `FAILED`: its bytes did not arrive within 24 hours."
  }),
  isInternal: Schema.Boolean.annotate({
    description: "true for files on internal notes, which the customer cannot see."
  }),
  inline: some(Schema.Boolean),
  contentId: some(Schema.String),
  uploadedBy: some(Schema.String),
  metadata: some(AnyObject),
  scan: some(growing(["pending", "clean", "blocked"])).annotate({
    description:
      "Result of the malware scan, if the server has a scanner and the file is uploaded. Only `clean` files can be downloaded; a `blocked` file contains malware."
  }),
  sha256: some(Schema.String).annotate({ description: "Lowercase hex. Present once the file is uploaded." }),
  createdAt: Moment,
  updatedAt: Moment
}

export const Attachment = Schema.Struct(attachment).annotate({ identifier: "Attachment" })

const expiry = {
  expiresIn: Schema.Int.annotate({ description: "Seconds until the URL expires." }),
  expiresAt: Moment
}

export const AttachmentLink = Schema.Struct({
  ...attachment,
  attachment: Attachment,
  downloadUrl: Schema.String.annotate({
    description:
      "Anyone who has this URL can use it. It supports range requests. With `?inline=1`, a URL of this server shows images and PDFs in the browser; a URL of the object store always downloads."
  }),
  ...expiry
}).annotate({ identifier: "AttachmentLink", description: "A file with its download URL." })

export const UploadTicket = Schema.Struct({
  id: idLike("att"),
  attachmentId: idLike("att"),
  attachment: Attachment,
  uploadUrl: Schema.String.annotate({
    description:
      "Send the bytes to this URL with PUT. `Content-Length` must equal `size`, and `Content-Type` must be the declared type."
  }),
  method: Schema.Literal("PUT"),
  filename: Schema.String,
  ...expiry
}).annotate({ identifier: "UploadTicket" })

/** type/subtype of RFC 6838, 4.2, without parameters. */
const mediaType = /^[A-Za-z0-9][A-Za-z0-9!#$&^_.+-]{0,126}\/[A-Za-z0-9][A-Za-z0-9!#$&^_.+-]{0,126}$/

export const ContentType = matching(mediaType, "must be a media type without parameters, such as image/png")

/** A name without slashes, so that no file system takes it for a path. */
export const Filename = oneLine(255).check(
  Schema.makeFilter<string>((name) => !/[/\\]/.test(name), stating("format", "must not contain / or \\"))
)

const announced = {
  filename: Filename,
  contentType: ContentType,
  size: integer(1, Number.MAX_SAFE_INTEGER).annotate({
    description: "Size in bytes. A file above this installation's limit (50 MiB by default) is refused with 413."
  }),
  uploadedBy: clearable(oneLine(255)),
  metadata: optional(jsonObjectOrNull(maxMetadata))
}

export const AttachmentCreate = Schema.Struct({
  ...announced,
  commentId: clearable(Schema.String).annotate({ description: "The comment of the ticket that the file belongs to." })
}).annotate({ identifier: "AttachmentCreate" })

export const PendingAttachmentCreate = Schema.Struct(announced).annotate({ identifier: "PendingAttachmentCreate" })

/** A form with one file, read as it arrives. */
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
).annotate({
  identifier: "AttachmentUrls",
  description: "Keyed by attachment id. The value is null for ids that are not files the caller can access."
})
