import { Context, Effect, Layer } from "effect"
import type { Attachment } from "../../domain/Attachment.ts"
import type { Causation } from "../../domain/Causation.ts"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"
import type { AttachmentId, TicketId } from "../../domain/Ids.ts"
import type { PortalCustomer } from "../../domain/PortalAccess.ts"
import type {
  AttachmentInUse,
  AttachmentNotUploaded,
  FileTooLarge,
  IdempotencyInProgress,
  IdempotencyKeyReused,
  InvalidInput,
  LimitReached,
  NotFound,
  StorageFull,
  TicketMerged
} from "../../domain/Problems.ts"
import type { Once, ReceiptRequest } from "../../events/Receipt.ts"
import { Attachments } from "../files/Attachments.ts"
import { FileLinks, type SignedUrl } from "../files/FileLinks.ts"
import { PendingUploads } from "../files/PendingUploads.ts"
import type { UploadTicket } from "../files/Uploads.ts"
import { hideForeignTarget } from "./hideForeignTarget.ts"
import { PortalTicketStore } from "./PortalTicketStore.ts"

/** A file as announced by a customer. */
export interface PortalFileInput extends Pick<Attachment, "filename" | "contentType" | "size"> {}

type Written<A, E> = Effect.Effect<
  Once<A>,
  E | NotFound | IdempotencyKeyReused | IdempotencyInProgress | DatabaseUnavailable
>

/** A customer's access to files: those on their tickets that are not internal, and their own uploads. */
export interface CustomerFiles {
  initiate(
    causation: Causation,
    ticketId: TicketId,
    input: PortalFileInput,
    receipt?: ReceiptRequest<UploadTicket>
  ): Written<UploadTicket, FileTooLarge | StorageFull | TicketMerged | LimitReached | InvalidInput>

  confirm(
    causation: Causation,
    ticketId: TicketId,
    id: AttachmentId,
    receipt?: ReceiptRequest<Attachment>
  ): Written<Attachment, AttachmentNotUploaded | LimitReached | TicketMerged | InvalidInput>

  list(ticketId: TicketId): Effect.Effect<ReadonlyArray<Attachment>, NotFound | DatabaseUnavailable>

  /** A file with the URL of its bytes. */
  get(
    ticketId: TicketId,
    id: AttachmentId
  ): Effect.Effect<{ readonly file: Attachment; readonly link: SignedUrl }, NotFound | DatabaseUnavailable>

  /** Announces a file for a ticket or comment that is yet to be created. */
  initiatePending(
    causation: Causation,
    input: PortalFileInput,
    receipt?: ReceiptRequest<UploadTicket>
  ): Written<UploadTicket, FileTooLarge | StorageFull | LimitReached>

  confirmPending(
    causation: Causation,
    id: AttachmentId,
    receipt?: ReceiptRequest<Attachment>
  ): Written<Attachment, AttachmentNotUploaded | AttachmentInUse>
}

/** Files in the portal, always limited to one customer. */
export class PortalFiles extends Context.Service<
  PortalFiles,
  {
    of(customer: PortalCustomer): CustomerFiles
  }
>()("trunkline/tickets/PortalFiles") {
  static readonly layer = Layer.effect(
    PortalFiles,
    Effect.gen(function* () {
      const attachments = yield* Attachments
      const pending = yield* PendingUploads
      const links = yield* FileLinks
      const portal = yield* PortalTicketStore

      return PortalFiles.of({
        of: (customer) => {
          const scope = { tenant: customer.tenant, brandId: customer.brandId, customerId: customer.id }
          const hidden = hideForeignTarget(portal, customer)

          return {
            initiate: (causation, ticketId, input, receipt) =>
              Effect.catchTag(attachments.initiate(scope, causation, ticketId, input, receipt), "TicketMerged", hidden),

            confirm: (causation, ticketId, id, receipt) =>
              attachments.confirm(scope, causation, ticketId, id, undefined, receipt).pipe(
                Effect.catchTag("TicketMerged", hidden),
                // No version was requested.
                Effect.catchTag("VersionConflict", Effect.die)
              ),

            list: (ticketId) => attachments.list(scope, ticketId),

            get: Effect.fnUntraced(function* (ticketId, id) {
              const file = yield* attachments.get(scope, ticketId, id)
              return { file, link: yield* links.download(scope.tenant, file, { holder: customer.id }) }
            }),

            initiatePending: (causation, input, receipt) => pending.initiate(scope, causation, input, receipt),

            confirmPending: (causation, id, receipt) => pending.confirm(scope, causation, id, receipt)
          }
        }
      })
    })
  )
}
