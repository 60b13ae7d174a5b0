import { Context, type Effect, type Option } from "effect"
import type { Attachment } from "../../domain/Attachment.ts"
import type { Causation } from "../../domain/Causation.ts"
import type { Visibility } from "../../domain/Comment.ts"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"
import type { AttachmentId, CommentId, CustomerId, TicketId } from "../../domain/Ids.ts"
import type { BrandScope } from "../../domain/Principal.ts"
import type { Tenant } from "../../domain/Tenant.ts"
import type { Blob } from "./BlobStore.ts"

/** A brand as the team sees it or, with `customerId`, as that customer does: only their tickets, without internal content. */
export interface FileScope extends BrandScope {
  readonly customerId?: CustomerId | undefined
}

/** The destination of an upload: a ticket that is not in the trash, locked until the transaction ends. */
export interface UploadPlace {
  readonly mergedIntoId: TicketId | undefined
  /** The number of files of the ticket, including pending uploads. */
  readonly files: number
  /** The requested comment, if it belongs to the ticket. */
  readonly comment: { readonly visibility: Visibility } | undefined
}

/**
 * Stores files before a ticket claims them, and finds them afterwards. The ticket store moves files to and from tickets.
 * `owner` is the key, member or customer that started an upload.
 */
export class AttachmentStore extends Context.Service<
  AttachmentStore,
  {
    /** The uploaded files of a ticket, oldest first. `none` if the ticket does not exist or is in the trash. */
    list(
      scope: FileScope,
      ticketId: TicketId
    ): Effect.Effect<Option.Option<ReadonlyArray<Attachment>>, DatabaseUnavailable>

    /** A file of that ticket, in any status. */
    find(
      scope: FileScope,
      ticketId: TicketId,
      id: AttachmentId
    ): Effect.Effect<Option.Option<Attachment>, DatabaseUnavailable>

    /** Those of `ids` that are uploaded files on tickets of the brand, or unclaimed files of the owner. */
    existing(
      scope: FileScope,
      ids: ReadonlyArray<AttachmentId>,
      owner: string | null
    ): Effect.Effect<ReadonlyArray<Attachment>, DatabaseUnavailable>

    /** An upload that the owner started without a ticket, even if a ticket has claimed it since. */
    findPending(
      scope: BrandScope,
      id: AttachmentId,
      owner: string | null
    ): Effect.Effect<Option.Option<Attachment>, DatabaseUnavailable>

    /** The file whose bytes are transferred at this address; an uploaded file only while somebody can see it. */
    ofAddress(
      tenant: Pick<Tenant, "id">,
      id: AttachmentId
    ): Effect.Effect<Option.Option<Attachment>, DatabaseUnavailable>

    place(
      scope: FileScope,
      ticketId: TicketId,
      commentId: CommentId | undefined
    ): Effect.Effect<Option.Option<UploadPlace>, DatabaseUnavailable>

    /** Total size in bytes of all files of the tenant's account, in both modes. The cost does not depend on their number. */
    storedBytes(tenant: Tenant): Effect.Effect<number, DatabaseUnavailable>

    /** The number of the owner's unclaimed uploads, under a lock that prevents new ones; `none` if there is no such brand. */
    countUnclaimed(scope: BrandScope, owner: string): Effect.Effect<Option.Option<number>, DatabaseUnavailable>

    /** Deletes the owner's unclaimed uploads, except for the newest `kept`. */
    forgetUnclaimed(scope: BrandScope, owner: string, kept: number): Effect.Effect<void, DatabaseUnavailable>

    /** Stores an upload, and when to delete the bytes that arrive for it at `uploadKey`. Publishes no events. */
    insert(
      scope: BrandScope,
      causation: Causation,
      file: Attachment,
      uploadKey?: string
    ): Effect.Effect<void, DatabaseUnavailable>

    /** Assigns bytes to a pending upload, replacing earlier ones; false if it is not pending. */
    receive(tenant: Pick<Tenant, "id">, id: AttachmentId, blob: Blob): Effect.Effect<boolean, DatabaseUnavailable>

    /** Turns a pending upload without a ticket into an uploaded file. One that is already uploaded stays unchanged. */
    confirmPending(
      scope: BrandScope,
      causation: Causation,
      file: Attachment
    ): Effect.Effect<Option.Option<Attachment>, DatabaseUnavailable>
  }
>()("trunkline/tickets/AttachmentStore") {}
