import { Context, type DateTime, type Duration, type Effect, type Option } from "effect"
import type { Causation, Cause } from "../domain/Causation.ts"
import type { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import type { ListedPortalToken, PortalAccess, PortalCustomer } from "../domain/PortalAccess.ts"
import type { BrandScope } from "../domain/Principal.ts"
import type { Reach } from "./reachesOf.ts"

/** The customer that a token is for, who is created if the brand has none with this address. */
export interface PortalVisitor {
  /** Lower case. */
  readonly email: string
  /** Name for a customer who is new or has none. */
  readonly name?: string | undefined
  /** Company of a new customer, by name regardless of case; it is created if the brand has none with that name. */
  readonly companyName?: string | undefined
}

/** A token to be stored, with the SHA-256 and the preview of its secret and never the secret. */
export interface NewPortalToken {
  readonly hash: Uint8Array
  readonly preview: string
  readonly lifetime: Duration.Duration
  /** The token ends at the latest this long after the first token in its chain of refreshes was issued. */
  readonly refreshable: Duration.Duration
}

/** A token as it was stored. */
export interface StoredPortalToken {
  readonly customer: PortalCustomer
  /** Shorter than requested if the end of refreshing comes first. */
  readonly lifetime: Duration.Duration
  readonly expiresAt: DateTime.Utc
}

/**
 * Stores portal tokens. Writes join the caller's transaction, which also stores a new customer with `customer.created`.
 */
export class PortalTokenStore extends Context.Service<
  PortalTokenStore,
  {
    /** The token with this hash, if its customer and brand exist, and whether it has expired by the database's clock. */
    find(
      hash: Uint8Array
    ): Effect.Effect<Option.Option<{ readonly access: PortalAccess; readonly isOver: boolean }>, DatabaseUnavailable>

    /** Of the tokens with these base64 hashes, the valid ones whose customer and brand exist, with the brands they reach. */
    reaches(hashes: ReadonlyArray<string>): Effect.Effect<ReadonlyArray<Reach>, DatabaseUnavailable>

    /** None if there is no such brand. */
    issue(
      scope: BrandScope,
      causation: Causation,
      visitor: PortalVisitor,
      token: NewPortalToken
    ): Effect.Effect<Option.Option<StoredPortalToken>, DatabaseUnavailable>

    /** Consumes a magic link and stores a token for its customer. Of concurrent attempts, one gets a token. */
    exchange(
      linkHash: Uint8Array,
      token: NewPortalToken,
      request: Cause
    ): Effect.Effect<Option.Option<StoredPortalToken>, DatabaseUnavailable>

    /**
     * Stores a token in addition to the customer's current one. None if that was revoked meanwhile, or already lasts until
     * the end of refreshing.
     */
    renew(
      access: PortalAccess,
      causation: Causation,
      token: NewPortalToken
    ): Effect.Effect<Option.Option<StoredPortalToken>, DatabaseUnavailable>

    /**
     * The valid tokens of the customer with this address, newest first: at most 1,000, which is as many as a customer can
     * have. None if there is no such brand.
     */
    list(
      scope: BrandScope,
      email: string
    ): Effect.Effect<Option.Option<ReadonlyArray<ListedPortalToken>>, DatabaseUnavailable>

    /** Ends all tokens of the customer with this address and returns their number, or none if there is no such brand. */
    revoke(
      scope: BrandScope,
      causation: Causation,
      email: string
    ): Effect.Effect<Option.Option<number>, DatabaseUnavailable>

    /** Ends one token. Does nothing if it is already gone. */
    end(access: PortalAccess, causation: Causation): Effect.Effect<void, DatabaseUnavailable>
  }
>()("trunkline/accounts/PortalTokenStore") {}
