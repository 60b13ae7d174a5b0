import type { DateTime, Duration } from "effect"
import type { Account } from "./Account.ts"
import type { MemberId, SessionId } from "./Ids.ts"
import type { Member } from "./Member.ts"
import type { Tenant } from "./Tenant.ts"

/** A member who is signed in to one organization. */
export interface Session {
  readonly id: SessionId
  readonly memberId: MemberId
  /** The browser or program that signed in, as it called itself. */
  readonly userAgent?: string | undefined
  readonly createdAt: DateTime.Utc
  /** How long ago that was when it was read, by the database's clock: those of nodes may be set. */
  readonly age: Duration.Duration
  /** When it ends, however much it is used. */
  readonly expiresAt: DateTime.Utc
}

/** A session with whose it is. `live` and `test` are the account's two tenants: a session reaches both. */
export interface SignedIn {
  readonly session: Session
  readonly member: Member
  readonly account: Account
  readonly tenants: { readonly [M in Tenant["mode"]]: Tenant }
}
