import { Context, type DateTime, type Duration, type Effect, type Option } from "effect"
import type { Cause } from "../domain/Causation.ts"
import type { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import type { AccountId, MemberId, SessionId } from "../domain/Ids.ts"
import type { Session, SignedIn } from "../domain/Session.ts"
import type { Tenant } from "../domain/Tenant.ts"
import type { NewAccount } from "./AccountStore.ts"
import type { Membership } from "./MemberStore.ts"
import type { Reach } from "./reachesOf.ts"

/** A session to be created. */
export interface NewSession {
  readonly id: SessionId
  readonly hash: Uint8Array
  readonly lifetime: Duration.Duration
  readonly userAgent: string | undefined
  /** The session that it continues and whose start and end it keeps, because continuing is not a new sign-in. */
  readonly from?: Session | undefined
}

/** The current state of a session, by the database's clock. */
export interface FoundSession {
  readonly signedIn: SignedIn
  /** When it ends if it is not used again. */
  readonly endsAt: DateTime.Utc
  readonly isOver: boolean
  /** Its use was not recorded within the last minute. */
  readonly isStale: boolean
}

/** Stores sessions, with the SHA-256 of each token and never the token. */
export class SessionStore extends Context.Service<
  SessionStore,
  {
    /**
     * Consumes a magic link and stores a session of its member, in one transaction; of concurrent attempts, one gets a
     * session. The link of an invitation signs in the invited member, who thereby accepts. Any other link signs in the
     * member of `accountId` if given, else of the account that the link names, else the most recently active one. If nobody
     * has the link's address, they become the owner of `newcomer`, if given. A link that matches nobody stays as it is.
     */
    open(
      link: {
        readonly hash: Uint8Array
        readonly accountId: AccountId | undefined
        readonly newcomer: NewAccount | undefined
      },
      session: NewSession,
      request: Cause
    ): Effect.Effect<Option.Option<SignedIn>, DatabaseUnavailable>

    /**
     * Records, in the audit logs of the accounts that the link was for, that it did not open a session because it was used
     * before, has expired, or matches no member of the requested organization. A link that never existed is not recorded.
     */
    refused(hash: Uint8Array, request: Cause): Effect.Effect<void, DatabaseUnavailable>

    /** Stores a session for an active member of the live tenant's account, in the caller's transaction. */
    enter(
      tenant: Tenant,
      memberId: MemberId,
      session: NewSession,
      request: Cause
    ): Effect.Effect<Option.Option<SignedIn>, DatabaseUnavailable>

    /** The session with this hash. It is over if it was not used for `idle`, however young it is. */
    find(hash: Uint8Array, idle: Duration.Duration): Effect.Effect<Option.Option<FoundSession>, DatabaseUnavailable>

    /** Of the sessions with these base64 hashes, the valid ones, with the brands and roles of their members. */
    reaches(
      hashes: ReadonlyArray<string>,
      idle: Duration.Duration
    ): Effect.Effect<ReadonlyArray<Reach>, DatabaseUnavailable>

    /** Records that the session was just used. */
    touch(id: SessionId): Effect.Effect<void, DatabaseUnavailable>

    /** Removes the session, in the caller's transaction. Returns whether it existed. */
    end(signedIn: SignedIn, request: Cause): Effect.Effect<boolean, DatabaseUnavailable>

    /**
     * Removes, in one transaction, every session of these members or of all members of their organizations, and returns how
     * many were valid. A session that is just being opened from one of them is removed too, or finds that one gone.
     */
    endAll(
      members: ReadonlyArray<Membership>,
      whose: "member" | "organization",
      idle: Duration.Duration,
      request: Cause
    ): Effect.Effect<number, DatabaseUnavailable>
  }
>()("trunkline/accounts/SessionStore") {}
