import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { authorTypes } from "../domain/Comment.ts"
import { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import {
  AttachmentInUse,
  Forbidden,
  IdempotencyInProgress,
  IdempotencyKeyReused,
  InvalidInput,
  InvalidState,
  LimitReached,
  NotFound,
  TicketMerged,
  VersionConflict
} from "../domain/Problems.ts"
import { sources } from "../domain/Ticket.ts"
import { Access, CallersAllowed } from "./Access.ts"
import { Attachment } from "./AttachmentPayloads.ts"
import {
  CustomerEmail,
  clearable,
  integer,
  jsonObjectOrNull,
  listOf,
  maxText,
  oneLine,
  optional,
  text
} from "./Fields.ts"
import { filled, fitsOneOf, worded } from "./fitsOneOf.ts"
import { Delivery } from "./MessagePayloads.ts"
import { choice, flagParameter } from "./Parameters.ts"
import { permissions } from "./permissions.ts"
import { AnyObject, brandPath, growing, idLike, Moment, some } from "./Shapes.ts"
import { Imported, Link, LinkInput, maxMetadata, maxSourceData } from "./TicketPayloads.ts"

const visibilities = Schema.Literals(["public", "internal"])

export const Comment = Schema.Struct({
  id: idLike("cmt"),
  ticketId: idLike("tkt"),
  body: Schema.String,
  bodyTruncated: some(Schema.Boolean).annotate({
    description:
      "True where `body` is only its beginning, and `links`, `metadata`, `sourceData` and `cc` are left out: a list has the newest 16 MiB of a conversation whole. Get the comment for all of it."
  }),
  visibility: visibilities,
  isInternal: Schema.Boolean,
  authorType: Schema.Literals(authorTypes),
  authorId: some(Schema.String),
  authorName: some(Schema.String),
  parentId: some(idLike("cmt")),
  links: some(Schema.Array(Link)),
  metadata: some(AnyObject),
  source: growing(sources),
  sourceId: some(Schema.String),
  sourceData: some(AnyObject),
  cc: some(Schema.Array(Schema.String)),
  isAutomated: some(Schema.Boolean),
  attachments: Schema.Array(Attachment),
  deliveries: some(Schema.Array(Delivery)),
  sendAt: some(Moment).annotate({
    description: "When it leaves at the earliest, where it was to wait: until then customers do not see it."
  }),
  version: Schema.Int,
  createdAt: Moment,
  updatedAt: Moment,
  editedAt: some(Moment),
  deletedAt: some(Moment)
}).annotate({ identifier: "Comment", description: "One message on a ticket; an internal one only the team sees." })

/** Seconds for which a comment may wait to be sent: long enough to regret. */
const longestHold = 60

export const CommentCreate = Schema.Struct({
  body: text(maxText).annotate({ description: "In text or Markdown; empty or blank only with files." }),
  visibility: optional(visibilities).annotate({
    description: "`internal`: a note that only the team sees. `public` when left out."
  }),
  isInternal: optional(Schema.Boolean).annotate({ description: "true means the same as `visibility: internal`." }),
  authorType: optional(Schema.Literals(authorTypes)).annotate({
    description: "`AGENT` when left out; `CUSTOMER` acts like a reply of the customer."
  }),
  authorId: clearable(oneLine(255)).annotate({
    description:
      "Who wrote it, in the terms of whoever calls. Without it and `authorName`, the id and name of the API key, or of the ticket's customer as `CUSTOMER`; members write as themselves."
  }),
  authorName: clearable(oneLine(200)).annotate({
    description: "The name that customers read. A key's own name is not shown to them: then the brand speaks."
  }),
  parentId: clearable(Schema.String).annotate({ description: "Comment of the same ticket that this one answers." }),
  links: clearable(listOf(LinkInput, 50)),
  metadata: optional(jsonObjectOrNull(maxMetadata)),
  source: optional(Schema.Literals(sources)).annotate({
    description: "Channel that the comment came from; `api` when left out. Members write from the `web`."
  }),
  sourceId: clearable(oneLine(255)),
  sourceData: optional(jsonObjectOrNull(maxSourceData)),
  setStatus: optional(oneLine(50)).annotate({ description: "Key of a status of category open, pending or resolved." }),
  connectionId: clearable(Schema.String).annotate({
    description: "Address of the brand (`adr_…`) to send it from; the usual sender when left out."
  }),
  cc: clearable(listOf(CustomerEmail, 20)).annotate({
    description: "Who gets a copy of the mail, beside the customer."
  }),
  attachmentIds: optional(listOf(Schema.String, 20)).annotate({
    description: "Confirmed uploads of the caller that are to go with it."
  }),
  imported: optional(Imported).annotate({
    description:
      "The comment comes from another system. Its `createdAt` is the one there, it stands where that belongs, and the ticket's `firstRespondedAt`, `lastAgentReplyAt`, `lastCustomerReplyAt` and `waitingSince` follow from it. Nobody is written to, and the status stays, unless `setStatus` names another. Send the oldest first. Events tell of it as of any other."
  }),
  sendAfterSeconds: optional(integer(0, longestHold)).annotate({
    description:
      "Seconds for which a public comment of an agent waits before it goes to the customer, by whatever channel, and shows in the portal; 0 when left out. Until then `DELETE …?unsent=true` takes it back. The team sees it at once, and `comment.created` is told at once."
  })
})
  .pipe(fitsOneOf({ body: worded }, { attachmentIds: filled }))
  .annotate({ identifier: "CommentCreate" })

export const CommentUpdate = Schema.Struct({
  body: optional(text(maxText)).annotate({ description: "Empty or blank only where the comment has files." }),
  links: clearable(listOf(LinkInput, 50)),
  metadata: optional(jsonObjectOrNull(maxMetadata)),
  visibility: optional(Schema.Unknown),
  isInternal: optional(Schema.Boolean).annotate({
    description: "Refused unless it says what the comment is: who sees it is fixed when it is created."
  })
}).annotate({ identifier: "CommentUpdate" })

const read = [NotFound, InvalidInput, DatabaseUnavailable]
const write = [...read, IdempotencyKeyReused, IdempotencyInProgress, TicketMerged, VersionConflict]
const ticketPath = { ...brandPath, ticketId: idLike("tkt") }
const path = { ...ticketPath, commentId: idLike("cmt") }

export class CommentsApi extends HttpApiGroup.make("comments")
  .add(
    HttpApiEndpoint.get("list", "/", {
      params: ticketPath,
      query: {
        visibility: choice("Only comments that these can see.", ["public", "internal"]),
        includeDeleted: flagParameter("Adds those that were deleted.")
      },
      success: Schema.Array(Comment),
      error: read
    }).annotateMerge(
      OpenApi.annotations({
        summary: "List a ticket's comments",
        description: "Oldest first; replies are in the list."
      })
    ),
    HttpApiEndpoint.post("create", "/", {
      params: ticketPath,
      payload: CommentCreate,
      success: Comment.pipe(HttpApiSchema.status(201)),
      error: [...write, AttachmentInUse, LimitReached]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Add a comment",
        description:
          "A public comment of an agent goes to the customer over the ticket's channel; an internal one stays with the team. `If-Match` with the ticket's version adds it only if nothing has happened on the ticket since: nobody then answers past what a customer or a colleague has just written."
      })
    ),
    HttpApiEndpoint.get("get", "/:commentId", { params: path, success: Comment, error: read }).annotateMerge(
      OpenApi.annotations({
        summary: "Get a comment",
        description: "With its files, and what became of the messages by which it was sent. Deleted ones are not found."
      })
    ),
    HttpApiEndpoint.patch("update", "/:commentId", {
      params: path,
      payload: CommentUpdate,
      success: Comment,
      error: [...write, Forbidden]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Edit a comment",
        description:
          "Members left out stay as they are; null clears optional ones. Who sees it never changes. What was sent already follows where its channel can change messages, as Slack can; a mail cannot be changed. With `If-Match`, only that version of the comment."
      })
    ),
    HttpApiEndpoint.delete("delete", "/:commentId", {
      params: path,
      query: { unsent: flagParameter("Only while nobody can have got it; else `invalid_state`, and it stays.") },
      success: Comment,
      error: [...write, Forbidden, InvalidState]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Delete a comment",
        description:
          "Replies to it stay. What of it has not begun to leave never does; what was sent follows where its channel can take messages back. One that nobody has got, because it waited (`sendAfterSeconds`), is as if it had not been written: the ticket's status and dates are what they were. With `unsent=true` its files can then go with another comment."
      })
    )
  )
  .middleware(Access)
  .annotate(CallersAllowed, permissions.work)
  .prefix("/v1/brands/:brandId/tickets/:ticketId/comments")
  .annotateMerge(OpenApi.annotations({ title: "comments", description: "Public replies and internal notes." })) {}
