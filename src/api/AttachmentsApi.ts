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
        summary: "Announce a file for a ticket that is yet to come",
        description:
          "Send its bytes to `uploadUrl`, confirm it, and name its id in `attachmentIds` of the ticket or comment that takes it. Until then it is the caller's alone. One caller may have 20 of them, for 24 hours each."
      })
    ),
    HttpApiEndpoint.post("uploadPending", "/attachments/pending/upload", {
      params: brandPath,
      payload: PendingAttachmentForm,
      success: Attachment.pipe(HttpApiSchema.status(201)),
      error: [...write, InvalidInput, FileTooLarge, StorageFull, MalformedBody, UnsupportedMediaType, LimitReached]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Upload a file for a ticket that is yet to come",
        description: "One request in place of announcing, sending and confirming: a form with one `file`."
      })
    ),
    HttpApiEndpoint.post("confirmPending", "/attachments/pending/:attachmentId/confirm", {
      params: pendingPath,
      success: Attachment,
      error: [...write, AttachmentNotUploaded, AttachmentInUse]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Confirm a file that waits for its ticket",
        description:
          "Once all its bytes have arrived; again, it answers the same. Its id can then go into `attachmentIds` of a ticket or comment."
      })
    ),
    HttpApiEndpoint.post("urls", "/attachments/urls", {
      params: brandPath,
      payload: AttachmentIds,
      success: AttachmentUrls,
      error: [NotFound, InvalidInput, DatabaseUnavailable]
    }).annotateMerge(
      OpenApi.annotations({ summary: "Get the addresses of many files", description: "At most 100 at a time." })
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
          "Send its bytes to `uploadUrl` by PUT, as often as need be, then confirm it. Bytes that do not come within 24 hours make it `FAILED`. A ticket may have 500 files."
      })
    ),
    HttpApiEndpoint.get("list", onTicket, {
      params: ticketPath,
      success: Schema.Array(Attachment),
      error: read
    }).annotateMerge(
      OpenApi.annotations({
        summary: "List a ticket's files",
        description: "Those of its comments too, uploaded ones alone, oldest first."
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
          "One request in place of announcing, sending and confirming: a form with one `file`, and `commentId` when it belongs to a comment."
      })
    ),
    HttpApiEndpoint.get("get", `${onTicket}/:attachmentId`, {
      params: path,
      success: AttachmentLink,
      error: read
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Get a file and its address",
        description: "The address of a file that is not uploaded answers 404."
      })
    ),
    HttpApiEndpoint.delete("delete", `${onTicket}/:attachmentId`, {
      params: path,
      success: Success,
      error: change
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Delete a file",
        description: "Its addresses answer 404 at once. `If-Match` names the ticket's version."
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
          "Makes it one of the ticket's, once all its bytes have arrived. Again, it answers the same. `If-Match` names the ticket's version."
      })
    )
  )
  .middleware(Access)
  .annotate(CallersAllowed, permissions.work)
  .prefix("/v1/brands/:brandId")
  .annotateMerge(OpenApi.annotations({ title: "attachments", description: "Files of tickets and comments." })) {}
