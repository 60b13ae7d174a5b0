import { Context, type Effect, type Option } from "effect"
import type { Attachment } from "../../domain/Attachment.ts"
import type { Causation } from "../../domain/Causation.ts"
import type { Visibility } from "../../domain/Comment.ts"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"
import type { AttachmentId, CommentId, CustomerId, TicketId } from "../../domain/Ids.ts"
import type { BrandScope } from "../../domain/Principal.ts"
import type { Tenant } from "../../domain/Tenant.ts"
import type { Blob } from "./BlobStore.ts"

/** A brand as the team sees it, or one customer: that one's tickets alone, without what is internal. */
export interface FileScope extends BrandScope {
  readonly customerId?: CustomerId | undefined
}

/** Where an upload is to go: a ticket that is not in the trash, locked until the transaction ends. */
export interface UploadPlace {
  readonly mergedIntoId: TicketId | undefined
  /** Files that the ticket has or is going to have. */
  readonly files: number
  /** The comment asked for, if the ticket has it. */
  readonly comment: { readonly visibility: Visibility } | undefined
}

/**
 * Where files are kept before a ticket has them, and found afterwards. What gives a ticket a file or takes it away is
 * the ticket store's. `owner` is the key, member or customer that started an upload.
 */
export class AttachmentStore extends Context.Service<
  AttachmentStore,
  {
    /** The uploaded files of a ticket that is not in the trash, oldest first; none when there is no such ticket. */
    list(
      scope: FileScope,
      ticketId: TicketId
    ): Effect.Effect<Option.Option<ReadonlyArray<Attachment>>, DatabaseUnavailable>

    /** A file of that ticket, whatever its status. */
    find(
      scope: FileScope,
      ticketId: TicketId,
      id: AttachmentId
    ): Effect.Effect<Option.Option<Attachment>, DatabaseUnavailable>

    /** Of `ids` the uploaded files that are on tickets of the brand, or the owner's own and unclaimed. */
    existing(
      scope: FileScope,
      ids: ReadonlyArray<AttachmentId>,
      owner: string | null
    ): Effect.Effect<ReadonlyArray<Attachment>, DatabaseUnavailable>

    /** An upload that the owner started without a ticket, even if a ticket has it by now. */
    findPending(
      scope: BrandScope,
      id: AttachmentId,
      owner: string | null
    ): Effect.Effect<Option.Option<Attachment>, DatabaseUnavailable>

    /** A file by the address that its bytes travel under; an uploaded one only while somebody can see it. */
    ofAddress(
      tenant: Pick<Tenant, "id">,
      id: AttachmentId
    ): Effect.Effect<Option.Option<Attachment>, DatabaseUnavailable>

    place(
      scope: FileScope,
      ticketId: TicketId,
      commentId: CommentId | undefined
    ): Effect.Effect<Option.Option<UploadPlace>, DatabaseUnavailable>

    /** Bytes of all files of the tenant's account, in both modes. Its cost does not grow with their number. */
    storedBytes(tenant: Tenant): Effect.Effect<number, DatabaseUnavailable>

    /** How many uploads of the owner wait for a ticket, while no other is added; none when there is no such brand. */
    countUnclaimed(scope: BrandScope, owner: string): Effect.Effect<Option.Option<number>, DatabaseUnavailable>

    /** Forgets uploads of the owner that wait for a ticket, but for so many of the newest. */
    forgetUnclaimed(scope: BrandScope, owner: string, kept: number): Effect.Effect<void, DatabaseUnavailable>

    /** Stores an upload, and when what arrived for it at `uploadKey` is to go. Events are none of its business. */
    insert(
      scope: BrandScope,
      causation: Causation,
      file: Attachment,
      uploadKey?: string
    ): Effect.Effect<void, DatabaseUnavailable>

    /** Takes over the bytes of a pending upload, instead of those that came before; false when it is not pending. */
    receive(tenant: Pick<Tenant, "id">, id: AttachmentId, blob: Blob): Effect.Effect<boolean, DatabaseUnavailable>

    /** Makes a pending upload without ticket an uploaded file; one that is uploaded already stays. */
    confirmPending(
      scope: BrandScope,
      causation: Causation,
      file: Attachment
    ): Effect.Effect<Option.Option<Attachment>, DatabaseUnavailable>
  }
>()("trunkline/tickets/AttachmentStore") {}
