import { Context, type DateTime, type Duration, type Effect, type Option } from "effect"
import type { Cause } from "../domain/Causation.ts"
import type { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import type { AccountId, MemberId, SessionId } from "../domain/Ids.ts"
import type { Session, SignedIn } from "../domain/Session.ts"
import type { Tenant } from "../domain/Tenant.ts"
import type { NewAccount } from "./AccountStore.ts"
import type { Membership } from "./MemberStore.ts"
import type { Reach } from "./reachesOf.ts"

/** A session that somebody is to get. */
export interface NewSession {
  readonly id: SessionId
  readonly hash: Uint8Array
  readonly lifetime: Duration.Duration
  readonly userAgent: string | undefined
  /** The session that it goes on from, whose beginning and end it has: going on is no sign-in. */
  readonly from?: Session | undefined
}

/** A session as it is now, by the database's clock. */
export interface FoundSession {
  readonly signedIn: SignedIn
  /** When it ends unless it is used again. */
  readonly endsAt: DateTime.Utc
  readonly isOver: boolean
  /** It was not noted as used within the last minute. */
  readonly isStale: boolean
}

/** Where sessions are kept: the SHA-256 of each token, never the token. */
export class SessionStore extends Context.Service<
  SessionStore,
  {
    /**
     * Uses a magic link up and stores a session of its member, both in one transaction: of many that try at once, one
     * gets a session. The member of an invitation's link is the one who was invited, who has accepted with that. The
     * member of another link is the one of `accountId` if given, else of the account the link names, else the one who
     * was active last. Where nobody has the link's address, they get `newcomer` if given, as its owner. A link that
     * fits nobody stays as it is.
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
     * Notes, in the accounts of whoever the link was for, that it did not open a session: because it was used before, has
     * expired, or is for no member of the organization asked for. Of a link that never was there is nobody to tell.
     */
    refused(hash: Uint8Array, request: Cause): Effect.Effect<void, DatabaseUnavailable>

    /** Stores a session of an active member of the live tenant's account, in the caller's transaction. */
    enter(
      tenant: Tenant,
      memberId: MemberId,
      session: NewSession,
      request: Cause
    ): Effect.Effect<Option.Option<SignedIn>, DatabaseUnavailable>

    /** A session that was not used for `idle` is over, however young. */
    find(hash: Uint8Array, idle: Duration.Duration): Effect.Effect<Option.Option<FoundSession>, DatabaseUnavailable>

    /** Those of the sessions of these hashes, in base64, that are still good, the brands that their members may see, and their roles. */
    reaches(
      hashes: ReadonlyArray<string>,
      idle: Duration.Duration
    ): Effect.Effect<ReadonlyArray<Reach>, DatabaseUnavailable>

    /** Notes that the session was used just now. */
    touch(id: SessionId): Effect.Effect<void, DatabaseUnavailable>

    /** Removes the session, in the caller's transaction; tells whether it was there. */
    end(signedIn: SignedIn, request: Cause): Effect.Effect<boolean, DatabaseUnavailable>

    /**
     * Removes, in one transaction, every session of these members, or of everybody in their organizations; tells how many
     * were still good. One that is being opened from another of them is removed too, or finds that one gone.
     */
    endAll(
      members: ReadonlyArray<Membership>,
      whose: "member" | "organization",
      idle: Duration.Duration,
      request: Cause
    ): Effect.Effect<number, DatabaseUnavailable>
  }
>()("trunkline/accounts/SessionStore") {}
