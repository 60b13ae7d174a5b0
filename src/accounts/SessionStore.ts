import { Context, type DateTime, type Duration, type Effect, type Option } from "effect"
import type { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import type { AccountId, SessionId } from "../domain/Ids.ts"
import type { SignedIn } from "../domain/Session.ts"

/** A session that a link is to be exchanged for. */
export interface NewSession {
  readonly id: SessionId
  readonly hash: Uint8Array
  readonly lifetime: Duration.Duration
  readonly userAgent: string | undefined
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
     * gets a session. The member is the one of `accountId` if given, else of the account the link names, else the one
     * who was active last. A link that fits no active member stays as it is.
     */
    open(
      link: { readonly hash: Uint8Array; readonly accountId: AccountId | undefined },
      session: NewSession,
      requestId: string
    ): Effect.Effect<Option.Option<SignedIn>, DatabaseUnavailable>

    /** A session that was not used for `idle` is over, however young. */
    find(hash: Uint8Array, idle: Duration.Duration): Effect.Effect<Option.Option<FoundSession>, DatabaseUnavailable>

    /** Notes that the session was used just now. */
    touch(id: SessionId): Effect.Effect<void, DatabaseUnavailable>

    /** Removes the session; one that is gone already is none. */
    end(signedIn: SignedIn, requestId: string): Effect.Effect<void, DatabaseUnavailable>
  }
>()("trunkline/accounts/SessionStore") {}
