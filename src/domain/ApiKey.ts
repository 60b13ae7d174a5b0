import type { DateTime } from "effect"
import type { BrandId, KeyId } from "./Ids.ts"
import type { Mode } from "./Tenant.ts"

/** A server-to-server credential without its secret, which is shown once, at creation, and never stored. */
export interface ApiKey {
  readonly id: KeyId
  readonly mode: Mode
  readonly name: string
  /** The first twelve characters of the secret. */
  readonly prefix: string
  /** Enough of the secret for people to tell their keys apart. */
  readonly preview: string
  readonly allBrands: boolean
  /** Empty when `allBrands`. */
  readonly brandIds: ReadonlyArray<BrandId>
  /** Accurate to the minute. */
  readonly lastUsedAt?: DateTime.Utc | undefined
  readonly expiresAt?: DateTime.Utc | undefined
  readonly createdAt: DateTime.Utc
}
