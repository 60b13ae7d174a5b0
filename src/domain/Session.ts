import type { DateTime, Duration } from "effect"
import type { Account } from "./Account.ts"
import type { MemberId, SessionId } from "./Ids.ts"
import type { Member } from "./Member.ts"
import type { Tenant } from "./Tenant.ts"

/** A member who is signed in to one organization. */
export interface Session {
  readonly id: SessionId
  readonly memberId: MemberId
  /** The User-Agent header of the browser or program that signed in. */
  readonly userAgent?: string | undefined
  readonly createdAt: DateTime.Utc
  /** Time since then when the session was read, by the database's clock, because the clocks of nodes may be changed. */
  readonly age: Duration.Duration
  /** When it ends, no matter how much it is used. */
  readonly expiresAt: DateTime.Utc
}

/** A session with its member and account. `live` and `test` are the account's two tenants; a session reaches both. */
export interface SignedIn {
  readonly session: Session
  readonly member: Member
  readonly account: Account
  readonly tenants: { readonly [M in Tenant["mode"]]: Tenant }
}
