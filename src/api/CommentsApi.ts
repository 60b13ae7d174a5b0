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
      "True if `body` is only the beginning and `links`, `metadata`, `sourceData` and `cc` are omitted: a list includes the newest 16 MiB of a conversation in full. Get the comment to read all of it."
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
    description: "The earliest time at which a delayed comment is sent. Customers cannot see it before then."
  }),
  version: Schema.Int,
  createdAt: Moment,
  updatedAt: Moment,
  editedAt: some(Moment),
  deletedAt: some(Moment)
}).annotate({ identifier: "Comment", description: "One message on a ticket. Only the team sees internal comments." })

/** Seconds for which a reply can be held back: long enough to undo it. */
const longestHold = 60

export const CommentCreate = Schema.Struct({
  body: text(maxText).annotate({
    description: "Plain text or Markdown. Can be empty or blank only if there are files."
  }),
  visibility: optional(visibilities).annotate({
    description: "`internal`: a note that only the team sees. Defaults to `public`."
  }),
  isInternal: optional(Schema.Boolean).annotate({ description: "true has the same effect as `visibility: internal`." }),
  authorType: optional(Schema.Literals(authorTypes)).annotate({
    description: "Defaults to `AGENT`. `CUSTOMER` has the same effect as a reply from the customer."
  }),
  authorId: clearable(oneLine(255)).annotate({
    description:
      "Who wrote it, as an id of your own. If you omit this and `authorName`, the comment gets the id and name of the API key or, for `CUSTOMER`, of the ticket's customer. Members always write as themselves."
  }),
  authorName: clearable(oneLine(200)).annotate({
    description:
      "The name that customers see. An API key's own name is not shown to them; they see the brand's name instead."
  }),
  parentId: clearable(Schema.String).annotate({
    description: "The comment of the same ticket that this one replies to."
  }),
  links: clearable(listOf(LinkInput, 50)),
  metadata: optional(jsonObjectOrNull(maxMetadata)),
  source: optional(Schema.Literals(sources)).annotate({
    description: "The channel that the comment came from. Defaults to `api`. Comments by members have `web`."
  }),
  sourceId: clearable(oneLine(255)),
  sourceData: optional(jsonObjectOrNull(maxSourceData)),
  setStatus: optional(oneLine(50)).annotate({
    description: "Key of a status in the category open, pending or resolved."
  }),
  connectionId: clearable(Schema.String).annotate({
    description: "The brand's address (`adr_…`) to send from. Defaults to the usual sender."
  }),
  cc: clearable(listOf(CustomerEmail, 20)).annotate({
    description: "Who gets a copy of the email besides the customer."
  }),
  attachmentIds: optional(listOf(Schema.String, 20)).annotate({
    description: "Confirmed uploads of the caller to attach."
  }),
  imported: optional(Imported).annotate({
    description:
      "The comment comes from another system. `createdAt` is its date in that system and decides its place in the conversation; the ticket's `firstRespondedAt`, `lastAgentReplyAt`, `lastCustomerReplyAt` and `waitingSince` are set from it. Nobody is notified, and the status stays unless `setStatus` names another. Send the oldest comment first. Events are emitted as for any other comment."
  }),
  sendAfterSeconds: optional(integer(0, longestHold)).annotate({
    description:
      "Seconds for which an agent's public comment waits before it goes to the customer on any channel and appears in the portal. Defaults to 0. Until then, `DELETE …?unsent=true` takes it back. The team sees it immediately, and `comment.created` is emitted immediately."
  })
})
  .pipe(fitsOneOf({ body: worded }, { attachmentIds: filled }))
  .annotate({ identifier: "CommentCreate" })

export const CommentUpdate = Schema.Struct({
  body: optional(text(maxText)).annotate({ description: "Can be empty or blank only if the comment has files." }),
  links: clearable(listOf(LinkInput, 50)),
  metadata: optional(jsonObjectOrNull(maxMetadata)),
  visibility: optional(Schema.Unknown),
  isInternal: optional(Schema.Boolean).annotate({
    description: "Must match the comment: who can see a comment is fixed when it is created."
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
        visibility: choice("Only comments with this visibility.", ["public", "internal"]),
        includeDeleted: flagParameter("Includes deleted comments.")
      },
      success: Schema.Array(Comment),
      error: read
    }).annotateMerge(
      OpenApi.annotations({
        summary: "List a ticket's comments",
        description: "Oldest first. Replies are included in the list."
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
          "A public comment by an agent goes to the customer over the ticket's channel. An internal comment stays with the team. With the ticket's version in `If-Match`, the comment is added only if the ticket has not changed since, so that nobody overlooks what a customer or colleague has just written."
      })
    ),
    HttpApiEndpoint.get("get", "/:commentId", { params: path, success: Comment, error: read }).annotateMerge(
      OpenApi.annotations({
        summary: "Get a comment",
        description:
          "Includes its files and the delivery status of the messages that it was sent in. A deleted comment returns 404."
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
          "Omitted members keep their values; null clears optional members. The visibility cannot change. If the comment was already sent, the change is passed on to channels that can edit messages, such as Slack; an email cannot be changed. With `If-Match`, only that version of the comment is changed."
      })
    ),
    HttpApiEndpoint.delete("delete", "/:commentId", {
      params: path,
      query: {
        unsent: flagParameter(
          "Deletes only if nobody can have received the comment; otherwise returns `invalid_state` and keeps it."
        )
      },
      success: Comment,
      error: [...write, Forbidden, InvalidState]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Delete a comment",
        description:
          "Replies to the comment stay. Messages that have not started to leave are never sent; sent ones are withdrawn on channels that can do that. If nobody received the comment because it was delayed (`sendAfterSeconds`), the ticket's status and dates return to what they were. With `unsent=true`, its files can then be attached to another comment."
      })
    )
  )
  .middleware(Access)
  .annotate(CallersAllowed, permissions.work)
  .prefix("/v1/brands/:brandId/tickets/:ticketId/comments")
  .annotateMerge(OpenApi.annotations({ title: "comments", description: "Public replies and internal notes." })) {}
