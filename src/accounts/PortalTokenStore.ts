import { Context, type DateTime, type Duration, type Effect, type Option } from "effect"
import type { Causation, Cause } from "../domain/Causation.ts"
import type { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import type { ListedPortalToken, PortalAccess, PortalCustomer } from "../domain/PortalAccess.ts"
import type { BrandScope } from "../domain/Principal.ts"
import type { Reach } from "./reachesOf.ts"

/** Whom a token is for: the customer of this address, made if the brand has none. */
export interface PortalVisitor {
  /** Lower case. */
  readonly email: string
  /** Name of a customer who is new, or has none. */
  readonly name?: string | undefined
  /** Company of a customer who is new, by its name whatever its case; made if the brand has none of that name. */
  readonly companyName?: string | undefined
}

/** A token to be stored: the SHA-256 of its secret, and what is shown of it; never the secret. */
export interface NewPortalToken {
  readonly hash: Uint8Array
  readonly preview: string
  readonly lifetime: Duration.Duration
  /** After the first token that it goes back to was issued: then it ends at the latest. */
  readonly refreshable: Duration.Duration
}

/** A token as it was stored. */
export interface StoredPortalToken {
  readonly customer: PortalCustomer
  /** Shorter than asked for where refreshing comes to its end. */
  readonly lifetime: Duration.Duration
  readonly expiresAt: DateTime.Utc
}

/**
 * Where portal tokens are kept. Writes join the caller's transaction; a customer who is new is stored in it too, with
 * `customer.created`.
 */
export class PortalTokenStore extends Context.Service<
  PortalTokenStore,
  {
    /** The token of a hash, whose customer and brand are there, and whether it is past its end by the database's clock. */
    find(
      hash: Uint8Array
    ): Effect.Effect<Option.Option<{ readonly access: PortalAccess; readonly isOver: boolean }>, DatabaseUnavailable>

    /** Those of the tokens of these hashes, in base64, that are still good, whose customers and brands are there, and their brands. */
    reaches(hashes: ReadonlyArray<string>): Effect.Effect<ReadonlyArray<Reach>, DatabaseUnavailable>

    /** None when there is no such brand. */
    issue(
      scope: BrandScope,
      causation: Causation,
      visitor: PortalVisitor,
      token: NewPortalToken
    ): Effect.Effect<Option.Option<StoredPortalToken>, DatabaseUnavailable>

    /** Uses a magic link up and stores a token of its customer: of many that try at once, one gets a token. */
    exchange(
      linkHash: Uint8Array,
      token: NewPortalToken,
      request: Cause
    ): Effect.Effect<Option.Option<StoredPortalToken>, DatabaseUnavailable>

    /**
     * Stores a token beside the one that the customer has; none when that was revoked meanwhile, or is good already until
     * refreshing ends.
     */
    renew(
      access: PortalAccess,
      causation: Causation,
      token: NewPortalToken
    ): Effect.Effect<Option.Option<StoredPortalToken>, DatabaseUnavailable>

    /**
     * Tokens that are still good of the customer who has the address, newest first: at most 1,000, which is as many as a
     * customer has. None when there is no such brand.
     */
    list(
      scope: BrandScope,
      email: string
    ): Effect.Effect<Option.Option<ReadonlyArray<ListedPortalToken>>, DatabaseUnavailable>

    /** Ends all tokens of the customer who has the address; how many there were. None when there is no such brand. */
    revoke(
      scope: BrandScope,
      causation: Causation,
      email: string
    ): Effect.Effect<Option.Option<number>, DatabaseUnavailable>

    /** Ends one token; one that is gone already is none. */
    end(access: PortalAccess, causation: Causation): Effect.Effect<void, DatabaseUnavailable>
  }
>()("trunkline/accounts/PortalTokenStore") {}
