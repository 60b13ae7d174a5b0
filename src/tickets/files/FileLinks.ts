import { Context, type DateTime, Duration, type Effect } from "effect"
import type { Attachment } from "../../domain/Attachment.ts"
import type { Tenant } from "../../domain/Tenant.ts"

/** How long an address is good unless its maker says otherwise: long enough for a slow upload, too short to be kept. */
export const linkLifetime = Duration.hours(1)

/** Days that links in mails are good. */
export const mailLinkDays = 7

/** An address that whoever has it may use, once or often, until it expires. */
export interface SignedUrl {
  readonly url: string
  /** Seconds. */
  readonly expiresIn: number
  readonly expiresAt: DateTime.Utc
}

/** What of a file its address depends on. */
export type LinkedFile = Pick<Attachment, "id">

export interface DownloadOptions {
  /** Links in mails live longer than the usual `linkLifetime`; seven days at most. */
  readonly lifetime?: Duration.Duration | undefined
  /** The key, member or customer who asked for the address: what they fetch at once is counted together. */
  readonly holder?: string | undefined
}

/**
 * Addresses under which the bytes of files travel without a credential. Files are sent to this server or, where there is
 * one, to the object store; they are fetched from this server, which decides each time what becomes of them.
 */
export class FileLinks extends Context.Service<
  FileLinks,
  {
    /** Of the object store that browsers send files to and are sent on to; absent where this server does it all. */
    readonly storeOrigin?: string | undefined
    /** Where a pending file's bytes are sent by PUT: exactly its size, as exactly its type. */
    upload(tenant: Tenant, file: Attachment): Effect.Effect<SignedUrl>
    /** Where a file is fetched by GET. */
    download(tenant: Tenant, file: LinkedFile, options?: DownloadOptions): Effect.Effect<SignedUrl>
  }
>()("trunkline/tickets/FileLinks") {}
