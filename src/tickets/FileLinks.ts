import { Context, type DateTime, Duration, type Effect } from "effect"
import type { Attachment } from "../domain/Attachment.ts"
import type { Tenant } from "../domain/Tenant.ts"

/** How long an address is good unless its maker says otherwise: long enough for a slow upload, too short to be kept. */
export const linkLifetime = Duration.hours(1)

/** An address that whoever has it may use, once or often, until it expires. */
export interface SignedUrl {
  readonly url: string
  /** Seconds. */
  readonly expiresIn: number
  readonly expiresAt: DateTime.Utc
}

/** What of a file its address depends on. */
export type LinkedFile = Pick<Attachment, "id" | "filename" | "contentType" | "blobKey">

/** Addresses under which the bytes of files travel without a credential: this server's own, or the object store's. */
export class FileLinks extends Context.Service<
  FileLinks,
  {
    /** Where a pending file's bytes are sent by PUT: exactly its size, as exactly its type. */
    upload(tenant: Tenant, file: Attachment): Effect.Effect<SignedUrl>
    /** Where a file is fetched by GET. Links in mails live longer than the usual `lifetime`; seven days at most. */
    download(tenant: Tenant, file: LinkedFile, lifetime?: Duration.Duration): Effect.Effect<SignedUrl>
  }
>()("trunkline/tickets/FileLinks") {}
