import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import {
  AttachmentInUse,
  AttachmentNotUploaded,
  FileTooLarge,
  IdempotencyInProgress,
  IdempotencyKeyReused,
  InvalidInput,
  LimitReached,
  MalformedBody,
  NotFound,
  StorageFull,
  TicketMerged,
  UnsupportedMediaType,
  VersionConflict
} from "../domain/Problems.ts"
import { Access, CallersAllowed } from "./Access.ts"
import {
  Attachment,
  AttachmentCreate,
  AttachmentForm,
  AttachmentIds,
  AttachmentLink,
  AttachmentUrls,
  PendingAttachmentCreate,
  PendingAttachmentForm,
  UploadTicket
} from "./AttachmentPayloads.ts"
import { permissions } from "./permissions.ts"
import { brandPath, idLike, Success } from "./Shapes.ts"

const read = [NotFound, DatabaseUnavailable]
const write = [NotFound, IdempotencyKeyReused, IdempotencyInProgress, DatabaseUnavailable]
const change = [...write, InvalidInput, TicketMerged, VersionConflict]

const ticketPath = { ...brandPath, ticketId: idLike("tkt") }
const path = { ...ticketPath, attachmentId: idLike("att") }
const pendingPath = { ...brandPath, attachmentId: idLike("att") }
const onTicket = "/tickets/:ticketId/attachments" as const

export class AttachmentsApi extends HttpApiGroup.make("attachments")
  .add(
    HttpApiEndpoint.post("initiatePending", "/attachments/pending", {
      params: brandPath,
      payload: PendingAttachmentCreate,
      success: UploadTicket.pipe(HttpApiSchema.status(201)),
      error: [...write, InvalidInput, FileTooLarge, StorageFull, LimitReached]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Announce a pending attachment",
        description:
          "A pending attachment does not belong to a ticket yet. Send the bytes to `uploadUrl`, confirm the file, then pass its id in `attachmentIds` when you create the ticket or comment. Until then, only the caller can access it. A caller can have 20 pending attachments, each for 24 hours."
      })
    ),
    HttpApiEndpoint.post("uploadPending", "/attachments/pending/upload", {
      params: brandPath,
      payload: PendingAttachmentForm,
      success: Attachment.pipe(HttpApiSchema.status(201)),
      error: [...write, InvalidInput, FileTooLarge, StorageFull, MalformedBody, UnsupportedMediaType, LimitReached]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Upload a pending attachment",
        description: "Does in one request what takes three (announce, send, confirm): a multipart form with one `file`."
      })
    ),
    HttpApiEndpoint.post("confirmPending", "/attachments/pending/:attachmentId/confirm", {
      params: pendingPath,
      success: Attachment,
      error: [...write, AttachmentNotUploaded, AttachmentInUse]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Confirm a pending attachment",
        description:
          "Call this when all bytes have arrived. Repeating the request returns the same response. You can then pass the id in `attachmentIds` of a ticket or comment."
      })
    ),
    HttpApiEndpoint.post("urls", "/attachments/urls", {
      params: brandPath,
      payload: AttachmentIds,
      success: AttachmentUrls,
      error: [NotFound, InvalidInput, DatabaseUnavailable]
    }).annotateMerge(
      OpenApi.annotations({ summary: "Get the URLs of several files", description: "At most 100 ids per request." })
    ),
    HttpApiEndpoint.post("initiate", onTicket, {
      params: ticketPath,
      payload: AttachmentCreate,
      success: UploadTicket.pipe(HttpApiSchema.status(201)),
      error: [...write, InvalidInput, TicketMerged, FileTooLarge, StorageFull, LimitReached]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Announce a file",
        description:
          "Send the bytes to `uploadUrl` with PUT, as often as necessary, then confirm the file. If the bytes do not arrive within 24 hours, the file becomes `FAILED`. A ticket can have 500 files."
      })
    ),
    HttpApiEndpoint.get("list", onTicket, {
      params: ticketPath,
      success: Schema.Array(Attachment),
      error: read
    }).annotateMerge(
      OpenApi.annotations({
        summary: "List a ticket's files",
        description: "Returns the uploaded files of the ticket and its comments, oldest first."
      })
    ),
    HttpApiEndpoint.post("upload", `${onTicket}/upload`, {
      params: ticketPath,
      payload: AttachmentForm,
      success: AttachmentLink.pipe(HttpApiSchema.status(201)),
      error: [...change, FileTooLarge, StorageFull, MalformedBody, UnsupportedMediaType, LimitReached]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Upload a file",
        description:
          "Does in one request what takes three (announce, send, confirm): a multipart form with one `file`, and with `commentId` if the file belongs to a comment."
      })
    ),
    HttpApiEndpoint.get("get", `${onTicket}/:attachmentId`, {
      params: path,
      success: AttachmentLink,
      error: read
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Get a file and its URL",
        description: "The URL of a file that is not uploaded returns 404."
      })
    ),
    HttpApiEndpoint.delete("delete", `${onTicket}/:attachmentId`, {
      params: path,
      success: Success,
      error: change
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Delete a file",
        description: "Its URLs return 404 immediately. `If-Match` takes the ticket's version."
      })
    ),
    HttpApiEndpoint.post("confirm", `${onTicket}/:attachmentId/confirm`, {
      params: path,
      success: Attachment,
      error: [...change, AttachmentNotUploaded, LimitReached]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Confirm a file",
        description:
          "Adds the file to the ticket. Call this when all bytes have arrived. Repeating the request returns the same response. `If-Match` takes the ticket's version."
      })
    )
  )
  .middleware(Access)
  .annotate(CallersAllowed, permissions.work)
  .prefix("/v1/brands/:brandId")
  .annotateMerge(OpenApi.annotations({ title: "attachments", description: "Files of tickets and comments." })) {}
