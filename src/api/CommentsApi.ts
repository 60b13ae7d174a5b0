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
  LimitReached,
  NotFound,
  TicketMerged,
  VersionConflict
} from "../domain/Problems.ts"
import { sources } from "../domain/Ticket.ts"
import { Access, CallersAllowed } from "./Access.ts"
import { Attachment } from "./AttachmentPayloads.ts"
import { clearable, Email, jsonObjectOrNull, listOf, oneLine, optional, text } from "./Fields.ts"
import { Delivery } from "./MessagePayloads.ts"
import { choice, flagParameter } from "./Parameters.ts"
import { permissions } from "./permissions.ts"
import { AnyObject, brandPath, idLike, Moment, some } from "./Shapes.ts"
import { Link, LinkInput, maxMetadata, maxSourceData, maxText } from "./TicketPayloads.ts"

const visibilities = Schema.Literals(["public", "internal"])

export const Comment = Schema.Struct({
  id: idLike("cmt"),
  ticketId: idLike("tkt"),
  body: Schema.String,
  visibility: visibilities,
  isInternal: Schema.Boolean,
  authorType: Schema.Literals(authorTypes),
  authorId: some(Schema.String),
  authorName: some(Schema.String),
  parentId: some(idLike("cmt")),
  links: some(Schema.Array(Link)),
  metadata: some(AnyObject),
  source: Schema.Literals(sources),
  sourceId: some(Schema.String),
  sourceData: some(AnyObject),
  cc: some(Schema.Array(Schema.String)),
  isAutomated: some(Schema.Boolean),
  attachments: Schema.Array(Attachment),
  deliveries: some(Schema.Array(Delivery)),
  version: Schema.Int,
  createdAt: Moment,
  updatedAt: Moment,
  editedAt: some(Moment),
  deletedAt: some(Moment)
}).annotate({ identifier: "Comment", description: "One message on a ticket; an internal one only the team sees." })

export const CommentCreate = Schema.Struct({
  body: text(maxText, 1),
  visibility: optional(visibilities).annotate({
    description: "`internal`: a note that only the team sees. `public` when left out."
  }),
  isInternal: optional(Schema.Boolean).annotate({ description: "true means the same as `visibility: internal`." }),
  authorType: optional(Schema.Literals(authorTypes)).annotate({
    description: "`AGENT` when left out; `CUSTOMER` acts like a reply of the customer."
  }),
  authorId: clearable(oneLine(255)).annotate({
    description:
      "Who wrote it, in the terms of whoever calls. Without it and `authorName`, the id and name of the API key; members write as themselves."
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
  cc: clearable(listOf(Email, 20)).annotate({ description: "Who gets a copy of the mail, beside the customer." }),
  attachmentIds: optional(listOf(Schema.String, 20)).annotate({
    description: "Confirmed uploads of the caller that are to go with it."
  })
}).annotate({ identifier: "CommentCreate" })

export const CommentUpdate = Schema.Struct({
  body: optional(text(maxText, 1)),
  links: clearable(listOf(LinkInput, 50)),
  metadata: optional(jsonObjectOrNull(maxMetadata)),
  visibility: optional(Schema.Unknown).annotate({ description: "Refused: it is fixed when the comment is created." }),
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
          "A public comment of an agent goes to the customer over the ticket's channel; an internal one stays with the team."
      })
    ),
    HttpApiEndpoint.get("get", "/:commentId", { params: path, success: Comment, error: read }).annotateMerge(
      OpenApi.annotations({ summary: "Get a comment" })
    ),
    HttpApiEndpoint.patch("update", "/:commentId", {
      params: path,
      payload: CommentUpdate,
      success: Comment,
      error: [...write, Forbidden]
    }).annotateMerge(OpenApi.annotations({ summary: "Edit a comment" })),
    HttpApiEndpoint.delete("delete", "/:commentId", {
      params: path,
      success: Comment,
      error: [...write, Forbidden]
    }).annotateMerge(OpenApi.annotations({ summary: "Delete a comment", description: "Replies to it stay." }))
  )
  .middleware(Access)
  .annotate(CallersAllowed, permissions.work)
  .prefix("/v1/brands/:brandId/tickets/:ticketId/comments")
  .annotateMerge(OpenApi.annotations({ title: "comments", description: "Public replies and internal notes." })) {}
