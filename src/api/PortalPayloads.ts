import { Schema } from "effect"
import { statusCategories } from "../domain/Status.ts"
import { maxCustomFields, priorities } from "../domain/Ticket.ts"
import { AttachmentLink, PendingAttachmentCreate, UploadTicket } from "./AttachmentPayloads.ts"
import { ExpiresIn } from "./expiresIn.ts"
import { FieldDefinition } from "./FieldPayloads.ts"
import { anyJson, clearable, linkToken, listOf, maxText, oneLine, optional, ReachableEmail, text } from "./Fields.ts"
import { filled, fitsOneOf, worded } from "./fitsOneOf.ts"
import { portalUrl } from "./PortalTokensApi.ts"
import { growing, idLike, Moment, some } from "./Shapes.ts"

export const PortalLinkRequest = Schema.Struct({ brandId: Schema.String, email: ReachableEmail, portalUrl }).annotate({
  identifier: "PortalLinkRequest"
})
export const PortalVerification = Schema.Struct({
  token: linkToken,
  expiresIn: optional(ExpiresIn)
}).annotate({ identifier: "PortalVerification" })

const attachmentIds = optional(listOf(Schema.String, 20)).annotate({
  description: "Confirmed uploads of this customer that do not belong to a ticket yet."
})

export const PortalTicketCreate = Schema.Struct({
  title: oneLine(500).annotate({ description: "Subject of the ticket." }),
  body: clearable(text(maxText)).annotate({ description: "Plain text or Markdown." }),
  customFields: optional(anyJson(maxCustomFields)),
  custom_fields: optional(anyJson(maxCustomFields)),
  attachmentIds
}).annotate({ identifier: "PortalTicketCreate" })

export const PortalCommentCreate = Schema.Struct({
  body: text(maxText).annotate({ description: "Can be empty or blank only if there are files." }),
  attachmentIds
})
  .pipe(fitsOneOf({ body: worded }, { attachmentIds: filled }))
  .annotate({ identifier: "PortalCommentCreate" })

export const PortalAttachment = Schema.Struct({
  id: idLike("att"),
  filename: Schema.String,
  contentType: Schema.String,
  size: Schema.Int.annotate({ description: "Bytes." }),
  status: growing(["PENDING", "UPLOADED", "FAILED"]),
  createdAt: Moment
}).annotate({ identifier: "PortalAttachment" })

const { contentType, filename, size } = PendingAttachmentCreate.fields
export const PortalAttachmentCreate = Schema.Struct({ filename, contentType, size }).annotate({
  identifier: "PortalAttachmentCreate"
})

export const PortalUploadTicket = Schema.Struct({ ...UploadTicket.fields, attachment: PortalAttachment }).annotate({
  identifier: "PortalUploadTicket"
})

const { downloadUrl, expiresAt, expiresIn } = AttachmentLink.fields
export const PortalAttachmentLink = Schema.Struct({
  ...PortalAttachment.fields,
  attachment: PortalAttachment,
  downloadUrl,
  expiresIn,
  expiresAt
}).annotate({ identifier: "PortalAttachmentLink", description: "A file with its download URL." })

export const PortalComment = Schema.Struct({
  id: idLike("cmt"),
  body: Schema.String,
  bodyTruncated: some(Schema.Boolean).annotate({
    description:
      "True if `body` is only the beginning: the newest 16 MiB of a conversation's texts are included in full."
  }),
  authorType: Schema.Literals(["CUSTOMER", "STAFF"]),
  authorName: Schema.String.annotate({ description: "Never empty. A member without a name is shown as the brand." }),
  isOwn: Schema.Boolean.annotate({
    description: "Whether the current customer wrote it, rather than someone else on the ticket, regardless of names."
  }),
  createdAt: Moment,
  attachments: Schema.Array(PortalAttachment)
}).annotate({ identifier: "PortalComment", description: "A public message on a ticket." })

const ticket = {
  id: idLike("tkt"),
  ticketNumber: Schema.String.annotate({ description: "The ticket's public number, such as ACME-1042." }),
  title: Schema.String,
  status: Schema.Literals(statusCategories).annotate({ description: "The category of the ticket's status." }),
  statusLabel: Schema.String.annotate({ description: "The brand's name for the status, as shown to customers." }),
  priority: Schema.Literals(priorities),
  commentCount: Schema.Int.annotate({ description: "Number of public comments." }),
  createdAt: Moment,
  updatedAt: Moment.annotate({
    description: "When something that the customer can see last changed. Internal changes by the team do not affect it."
  }),
  brand: Schema.Struct({ name: Schema.String, ticketPrefix: Schema.String }),
  mergedIntoId: some(idLike("tkt")).annotate({
    description: "The ticket that it was merged into, if it belongs to the same customer."
  })
}

export const PortalTicket = Schema.Struct(ticket).annotate({
  identifier: "PortalTicket",
  description: "A ticket as its customer sees it."
})

export const PortalTicketDetail = Schema.Struct({
  ...ticket,
  body: Schema.String.annotate({ description: "Empty if there is none." }),
  comments: Schema.Array(PortalComment).annotate({ description: "Oldest first." }),
  attachments: Schema.Array(PortalAttachment).annotate({
    description: "All files that the customer can see: those of the ticket and of its comments, oldest first."
  })
}).annotate({ identifier: "PortalTicketDetail" })

const brand = {
  id: idLike("br"),
  name: Schema.String,
  iconUrl: some(Schema.String),
  logoUrl: some(Schema.String),
  color: some(Schema.String)
}

/** The public profile of a brand. */
export const PortalBrand = Schema.Struct(brand).annotate({ identifier: "PortalBrand" })

/** Who is signed in to the portal of which brand. */
export const PortalMe = Schema.Struct({
  customer: Schema.Struct({ id: idLike("cus"), email: Schema.String, name: some(Schema.String) }),
  brand: Schema.Struct({
    ...brand,
    ticketPrefix: Schema.String,
    fields: Schema.Array(FieldDefinition).annotate({
      description: "The custom fields to show when a customer opens a ticket."
    })
  }),
  expiresAt: Moment.annotate({ description: "When the token expires." })
}).annotate({ identifier: "PortalMe" })
