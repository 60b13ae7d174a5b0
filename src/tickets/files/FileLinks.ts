import { Context, type DateTime, Duration, type Effect } from "effect"
import type { Attachment } from "../../domain/Attachment.ts"
import type { Tenant } from "../../domain/Tenant.ts"

/** How long a URL is valid by default: long enough for a slow upload, too short to be worth keeping. */
export const linkLifetime = Duration.hours(1)

/** Number of days for which links in mails are valid. */
export const mailLinkDays = 7

/** A URL that anybody who has it can use, any number of times, until it expires. */
export interface SignedUrl {
  readonly url: string
  /** Seconds. */
  readonly expiresIn: number
  readonly expiresAt: DateTime.Utc
}

/** The part of a file on which its URL depends. */
export type LinkedFile = Pick<Attachment, "id">

export interface DownloadOptions {
  /** Links in mails live longer than the default `linkLifetime`; at most seven days. */
  readonly lifetime?: Duration.Duration | undefined
  /** The key, member or customer who requested the URL: their concurrent downloads are counted together. */
  readonly holder?: string | undefined
}

/**
 * URLs at which the bytes of files are transferred without credentials. Files are sent to this server or, if there is
 * one, to the object store. They are fetched from this server, which checks access each time and may redirect to the
 * object store.
 */
export class FileLinks extends Context.Service<
  FileLinks,
  {
    /** The origin of the object store to which browsers upload and are redirected; absent if this server does both. */
    readonly storeOrigin?: string | undefined
    /** The URL to which a pending file's bytes are PUT: with exactly its size and type. */
    upload(tenant: Tenant, file: Attachment): Effect.Effect<SignedUrl>
    /** The URL from which a file is fetched with GET. */
    download(tenant: Tenant, file: LinkedFile, options?: DownloadOptions): Effect.Effect<SignedUrl>
  }
>()("trunkline/tickets/FileLinks") {}
