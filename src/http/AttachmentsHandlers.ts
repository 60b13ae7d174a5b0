import { Effect, Option, type Stream } from "effect"
import { HttpServerRequest, type Multipart } from "effect/http"
import { CurrentCommand } from "../api/Access.ts"
import { Api } from "../api/Api.ts"
import type { AttachmentCreate, PendingAttachmentCreate } from "../api/AttachmentPayloads.ts"
import type { Attachment } from "../domain/Attachment.ts"
import { IdGenerator } from "../domain/IdGenerator.ts"
import { parseId } from "../domain/Ids.ts"
import { keptFilename } from "../domain/keptFilename.ts"
import { CurrentPrincipal } from "../domain/Principal.ts"
import { InvalidInput } from "../domain/Problems.ts"
import type { Tenant } from "../domain/Tenant.ts"
import type { FileScope } from "../tickets/files/AttachmentStore.ts"
import { Attachments } from "../tickets/files/Attachments.ts"
import { BlobStore } from "../tickets/files/BlobStore.ts"
import { FileLinks, type SignedUrl } from "../tickets/files/FileLinks.ts"
import { PendingUploads } from "../tickets/files/PendingUploads.ts"
import { StorageQuota } from "../tickets/files/StorageQuota.ts"
import { type FileInput, Uploads, type UploadTicket } from "../tickets/files/Uploads.ts"
import { Tickets } from "../tickets/Tickets.ts"
import { readUpload } from "./files/readUpload.ts"
import { handlersOf } from "./handlersOf.ts"
import { InputErrors } from "./InputErrors.ts"
import { fingerprintOf } from "./idempotency.ts"
import { answerOf, ok, receiptOf, replyOnce, success } from "./replies.ts"
import { brandScope, pathId } from "./scopes.ts"
import { lineOf } from "./ticketInput.ts"
import { attachmentLinkView, attachmentView, uploadTicketView } from "./views/attachmentView.ts"

const shown = (file: Attachment) => answerOf(200, attachmentView(file))
const created = (file: Attachment) => answerOf(201, attachmentView(file))
const announced = (upload: UploadTicket) => answerOf(201, uploadTicketView(upload, attachmentView), at(upload.file))
/** The `Location` of a file; only a file of a ticket has an address of its own. */
const at = ({ brandId, id, ticketId }: Attachment): Record<string, string> =>
  ticketId === undefined ? {} : { location: `/v1/brands/${brandId}/tickets/${ticketId}/attachments/${id}` }
const linked = (link: SignedUrl) => (file: Attachment) =>
  answerOf(201, attachmentLinkView(attachmentView(file), link), at(file))

/** Implements the `attachments` group. */
export const AttachmentsHandlers = handlersOf(
  Api,
  "attachments",
  Effect.fnUntraced(function* (handlers) {
    const attachments = yield* Attachments
    const pending = yield* PendingUploads
    const uploads = yield* Uploads
    const quota = yield* StorageQuota
    const blobs = yield* BlobStore
    const links = yield* FileLinks
    const tickets = yield* Tickets
    const ids = yield* IdGenerator

    /** Stores the file of a form, once `check` has found what it belongs to. */
    const keep = <E, R>(
      tenant: Tenant,
      parts: Stream.Stream<Multipart.Part, Multipart.MultipartError>,
      check: Effect.Effect<unknown, E, R>
    ) =>
      Effect.gen(function* () {
        const { idempotency } = yield* CurrentCommand
        const { url } = yield* HttpServerRequest.HttpServerRequest
        return yield* readUpload(parts, uploads.maxBytes, (file, bytes) =>
          Effect.gen(function* () {
            if (idempotency !== undefined) idempotency.fingerprint = fingerprintOf(url, file.filename)
            yield* check
            // Without any space left, fails before the bytes arrive.
            yield* quota.admit(tenant, 1)
            const blob = yield* blobs.put(tenant.id, bytes)
            return blob.size > 0 ? { ...file, blob } : yield* InvalidInput.of("file", "length", "must not be empty")
          })
        )
      })

    return handlers.handleAll({
      initiate: Effect.fnUntraced(function* ({ params, payload }) {
        const command = yield* CurrentCommand
        const scope = yield* brandScope(params.brandId)
        const ticketId = yield* pathId("ticket", params.ticketId)
        const errors = new InputErrors()
        const commentId = payload.commentId == null ? undefined : errors.id("commentId", "comment", payload.commentId)
        const input = yield* Effect.fromResult(errors.result({ ...inputOf(payload), commentId }))
        const receipt = receiptOf(command, announced, { secret: true })
        return replyOnce(announced)(yield* attachments.initiate(scope, command.causation, ticketId, input, receipt))
      }),

      confirm: Effect.fnUntraced(function* ({ params }) {
        const command = yield* CurrentCommand
        const scope = yield* brandScope(params.brandId)
        const ticketId = yield* pathId("ticket", params.ticketId)
        const id = yield* pathId("attachment", params.attachmentId)
        const receipt = receiptOf(command, shown)
        return replyOnce(shown)(
          yield* attachments.confirm(scope, command.causation, ticketId, id, command.ifMatch, receipt)
        )
      }),

      upload: Effect.fnUntraced(function* ({ params, payload }) {
        const command = yield* CurrentCommand
        const scope: FileScope = yield* brandScope(params.brandId)
        const ticketId = yield* pathId("ticket", params.ticketId)
        const { field, file } = yield* keep(scope.tenant, payload, tickets.get(scope, ticketId))
        const errors = new InputErrors()
        const text = field("commentId")
        const commentId = text === undefined ? undefined : errors.id("commentId", "comment", text)
        const { blob, ...declared } = file
        const id = ids.next("attachment")
        const input = yield* Effect.fromResult(errors.result({ ...declared, id, commentId }))
        const { id: holder } = yield* CurrentPrincipal
        const link = yield* links.download(scope.tenant, { id }, { holder })
        const answer = linked(link)
        return replyOnce(answer)(
          yield* attachments.add(
            scope,
            command.causation,
            ticketId,
            input,
            blob,
            command.ifMatch,
            receiptOf(command, answer, { secret: true })
          )
        )
      }),

      list: Effect.fnUntraced(function* ({ params }) {
        const scope = yield* brandScope(params.brandId)
        const ticketId = yield* pathId("ticket", params.ticketId)
        return ok((yield* attachments.list(scope, ticketId)).map(attachmentView))
      }),

      get: Effect.fnUntraced(function* ({ params }) {
        const scope = yield* brandScope(params.brandId)
        const ticketId = yield* pathId("ticket", params.ticketId)
        const file = yield* attachments.get(scope, ticketId, yield* pathId("attachment", params.attachmentId))
        const { id: holder } = yield* CurrentPrincipal
        return ok(attachmentLinkView(attachmentView(file), yield* links.download(scope.tenant, file, { holder })))
      }),

      delete: Effect.fnUntraced(function* ({ params }) {
        const command = yield* CurrentCommand
        const scope = yield* brandScope(params.brandId)
        const ticketId = yield* pathId("ticket", params.ticketId)
        const id = yield* pathId("attachment", params.attachmentId)
        const receipt = receiptOf(command, success)
        return replyOnce(success)(
          yield* attachments.delete(scope, command.causation, ticketId, id, command.ifMatch, receipt)
        )
      }),

      urls: Effect.fnUntraced(function* ({ params, payload }) {
        const principal = yield* CurrentPrincipal
        const scope = yield* brandScope(params.brandId)
        const wanted = payload.ids.flatMap((text) => Option.toArray(parseId("attachment", text)))
        const files = yield* attachments.existing(scope, wanted, principal.id)
        const found = new Map<string, object>(
          yield* Effect.forEach(files, (file) =>
            Effect.map(
              links.download(scope.tenant, file, { holder: principal.id }),
              ({ url }) => [file.id, { url, filename: file.filename, contentType: file.contentType }] as const
            )
          )
        )
        return ok(Object.fromEntries(payload.ids.map((id) => [id, found.get(id) ?? null])))
      }),

      initiatePending: Effect.fnUntraced(function* ({ params, payload }) {
        const command = yield* CurrentCommand
        const scope = yield* brandScope(params.brandId)
        const receipt = receiptOf(command, announced, { secret: true })
        return replyOnce(announced)(yield* pending.initiate(scope, command.causation, inputOf(payload), receipt))
      }),

      confirmPending: Effect.fnUntraced(function* ({ params }) {
        const command = yield* CurrentCommand
        const scope = yield* brandScope(params.brandId)
        const id = yield* pathId("attachment", params.attachmentId)
        return replyOnce(shown)(yield* pending.confirm(scope, command.causation, id, receiptOf(command, shown)))
      }),

      uploadPending: Effect.fnUntraced(function* ({ params, payload }) {
        const command = yield* CurrentCommand
        const scope = yield* brandScope(params.brandId)
        const { file } = yield* keep(scope.tenant, payload, Effect.void)
        const { blob, ...input } = file
        return replyOnce(created)(
          yield* pending.add(scope, command.causation, input, blob, receiptOf(command, created))
        )
      })
    })
  })
)

const inputOf = (
  payload: typeof AttachmentCreate.Type | typeof PendingAttachmentCreate.Type
): FileInput & { readonly size: number } => ({
  filename: keptFilename(payload.filename),
  contentType: payload.contentType.toLowerCase(),
  size: payload.size,
  uploadedBy: lineOf(payload.uploadedBy),
  metadata: payload.metadata ?? undefined
})
