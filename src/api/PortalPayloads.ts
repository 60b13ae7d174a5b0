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
  description: "Confirmed uploads of this customer that belong to no ticket yet."
})

export const PortalTicketCreate = Schema.Struct({
  title: oneLine(500).annotate({ description: "Subject of the ticket." }),
  body: clearable(text(maxText)).annotate({ description: "Description, in text or Markdown." }),
  customFields: optional(anyJson(maxCustomFields)),
  custom_fields: optional(anyJson(maxCustomFields)),
  attachmentIds
}).annotate({ identifier: "PortalTicketCreate" })

export const PortalCommentCreate = Schema.Struct({
  body: text(maxText).annotate({ description: "Empty or blank only with files." }),
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
}).annotate({ identifier: "PortalAttachmentLink", description: "A file and the address of its bytes." })

export const PortalComment = Schema.Struct({
  id: idLike("cmt"),
  body: Schema.String,
  bodyTruncated: some(Schema.Boolean).annotate({
    description: "True where `body` is only its beginning: the newest 16 MiB of a conversation's texts are whole."
  }),
  authorType: Schema.Literals(["CUSTOMER", "STAFF"]),
  authorName: Schema.String.annotate({ description: "Never empty: the brand speaks for a member without a name." }),
  isOwn: Schema.Boolean.annotate({
    description: "Whether the customer who asks wrote it, and nobody else on the ticket, whatever they are called."
  }),
  createdAt: Moment,
  attachments: Schema.Array(PortalAttachment)
}).annotate({ identifier: "PortalComment", description: "A public message on a ticket." })

const ticket = {
  id: idLike("tkt"),
  ticketNumber: Schema.String.annotate({ description: "What people call it, such as ACME-1042." }),
  title: Schema.String,
  status: Schema.Literals(statusCategories).annotate({ description: "The category of the ticket's status." }),
  statusLabel: Schema.String.annotate({ description: "What the brand calls the status to its customers." }),
  priority: Schema.Literals(priorities),
  commentCount: Schema.Int.annotate({ description: "Public comments." }),
  createdAt: Moment,
  updatedAt: Moment.annotate({
    description: "When something last changed that the customer sees; what the team does for itself does not move it."
  }),
  brand: Schema.Struct({ name: Schema.String, ticketPrefix: Schema.String }),
  mergedIntoId: some(idLike("tkt")).annotate({
    description: "The ticket that it was merged into, when that is the same customer's."
  })
}

export const PortalTicket = Schema.Struct(ticket).annotate({
  identifier: "PortalTicket",
  description: "A ticket as its customer sees it."
})

export const PortalTicketDetail = Schema.Struct({
  ...ticket,
  body: Schema.String.annotate({ description: "Empty when there is none." }),
  comments: Schema.Array(PortalComment).annotate({ description: "Oldest first." }),
  attachments: Schema.Array(PortalAttachment).annotate({
    description: "All files that the customer may see: the ticket's own and those of its comments, oldest first."
  })
}).annotate({ identifier: "PortalTicketDetail" })

const brand = {
  id: idLike("br"),
  name: Schema.String,
  iconUrl: some(Schema.String),
  logoUrl: some(Schema.String),
  color: some(Schema.String)
}

/** How a brand shows itself. */
export const PortalBrand = Schema.Struct(brand).annotate({ identifier: "PortalBrand" })

/** Who is signed in to the portal, and where. */
export const PortalMe = Schema.Struct({
  customer: Schema.Struct({ id: idLike("cus"), email: Schema.String, name: some(Schema.String) }),
  brand: Schema.Struct({
    ...brand,
    ticketPrefix: Schema.String,
    fields: Schema.Array(FieldDefinition).annotate({
      description: "The custom fields that are asked for when a ticket is opened."
    })
  }),
  expiresAt: Moment.annotate({ description: "When the token ends." })
}).annotate({ identifier: "PortalMe" })
