import { Context, Duration, Effect, Layer, Option, Redacted } from "effect"
import type { Causation, Cause } from "../domain/Causation.ts"
import type { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import { orNotFound } from "../domain/orNotFound.ts"
import type { ListedPortalToken, PortalAccess, PortalToken } from "../domain/PortalAccess.ts"
import type { BrandScope, Principal } from "../domain/Principal.ts"
import {
  type IdempotencyInProgress,
  type IdempotencyKeyReused,
  InvalidToken,
  type NotFound,
  TokenExpired
} from "../domain/Problems.ts"
import type { Once, ReceiptRequest } from "../events/Receipt.ts"
import { Receipts } from "../events/Receipts.ts"
import { hashSecret } from "./KeySecret.ts"
import { PortalTokenStore, type PortalVisitor, type StoredPortalToken } from "./PortalTokenStore.ts"
import { reachesOf, type Standing } from "./reachesOf.ts"
import { isToken, makeToken } from "./Token.ts"

/** How long a token is valid, unless its issuer chooses another lifetime. */
const standardLifetime = Duration.hours(1)

/** How long tokens can be refreshed, counted from the first one: a working day on an open page. */
const refreshable = Duration.days(1)
/** The same for tokens with a longer lifetime, such as those for returning visitors; also the longest lifetime of a token. */
const refreshableLong = Duration.days(30)

type WriteProblem = IdempotencyKeyReused | IdempotencyInProgress | DatabaseUnavailable

/** Issues, ends and authenticates tokens with which the pages of a brand's portal act for one customer. */
export class PortalTokens extends Context.Service<
  PortalTokens,
  {
    /** The caller with this token, or none. Costs one lookup, so that an ended token is refused at once on every node. */
    authenticate(token: string): Effect.Effect<Option.Option<Principal>, TokenExpired | DatabaseUnavailable>

    /** The valid ones of these tokens, with the brands that they reach. Costs one lookup for all. */
    reaches(tokens: ReadonlyArray<string>): Effect.Effect<ReadonlyMap<string, Standing>, DatabaseUnavailable>

    /** Issues a token for the customer with an address, who is created if the brand has none. */
    issue(
      scope: BrandScope,
      causation: Causation,
      visitor: PortalVisitor & { readonly lifetime?: Duration.Duration | undefined },
      receipt?: ReceiptRequest<PortalToken>
    ): Effect.Effect<Once<PortalToken>, NotFound | WriteProblem>

    /** Exchanges the `ml_…` of a portal's magic link for a token, once. */
    exchange(
      link: string,
      request: Cause,
      lifetime?: Duration.Duration
    ): Effect.Effect<PortalToken, InvalidToken | DatabaseUnavailable>

    /** Issues a token with the same lifetime from now, if it can still be refreshed. The old one stays valid until its end. */
    refresh(
      access: PortalAccess,
      causation: Causation,
      receipt?: ReceiptRequest<PortalToken>
    ): Effect.Effect<Once<PortalToken>, TokenExpired | WriteProblem>

    /** The valid tokens of the customer with this address, newest first; at most 1,000. */
    list(
      scope: BrandScope,
      email: string
    ): Effect.Effect<ReadonlyArray<ListedPortalToken>, NotFound | DatabaseUnavailable>

    /** Ends all tokens of the customer with this address and returns their number. */
    revoke(
      scope: BrandScope,
      causation: Causation,
      email: string,
      receipt?: ReceiptRequest<number>
    ): Effect.Effect<Once<number>, NotFound | WriteProblem>

    /** Ends the caller's token. */
    end(access: PortalAccess, causation: Causation): Effect.Effect<void, DatabaseUnavailable>
  }
>()("trunkline/accounts/PortalTokens") {
  static readonly layer = Layer.effect(
    PortalTokens,
    Effect.gen(function* () {
      const store = yield* PortalTokenStore
      const receipts = yield* Receipts

      const authenticate = Effect.fn("PortalTokens.authenticate")(function* (token: string) {
        if (!isToken("pt", token)) return Option.none()
        const found = yield* store.find(hashSecret(token))
        if (Option.isNone(found)) return Option.none()
        const { access, isOver } = found.value
        if (isOver) return yield* new TokenExpired({ expiredAt: access.expiresAt })
        const { brandId, email, id, name, tenant } = access.customer
        return Option.some<Principal>({
          kind: "portal_token",
          id,
          name: name ?? email,
          portal: access,
          tenant,
          brands: new Set([brandId])
        })
      })

      const issue = Effect.fn("PortalTokens.issue")(function* (
        scope: BrandScope,
        causation: Causation,
        {
          lifetime = standardLifetime,
          ...visitor
        }: PortalVisitor & { readonly lifetime?: Duration.Duration | undefined },
        receipt?: ReceiptRequest<PortalToken>
      ) {
        const made = newToken(lifetime)
        return yield* receipts.once(
          scope.tenant,
          receipt,
          Effect.flatMap(orNotFound("brand")(store.issue(scope, causation, visitor, made)), made.stored)
        )
      })

      const exchange = Effect.fn("PortalTokens.exchange")(function* (
        link: string,
        request: Cause,
        lifetime = standardLifetime
      ) {
        if (!isToken("ml", link)) return yield* new InvalidToken()
        const made = newToken(lifetime)
        const stored = yield* store.exchange(hashSecret(link), made, request)
        return Option.isNone(stored) ? yield* new InvalidToken() : yield* made.stored(stored.value)
      })

      const refresh = Effect.fn("PortalTokens.refresh")(
        (access: PortalAccess, causation: Causation, receipt?: ReceiptRequest<PortalToken>) => {
          const made = newToken(access.lifetime)
          return receipts.once(
            access.customer.tenant,
            receipt,
            Effect.flatMap(
              store.renew(access, causation, made),
              Option.match({
                onNone: () => new TokenExpired({ expiredAt: access.expiresAt }),
                onSome: made.stored
              })
            )
          )
        }
      )

      const revoke = Effect.fn("PortalTokens.revoke")(
        (scope: BrandScope, causation: Causation, email: string, receipt?: ReceiptRequest<number>) =>
          receipts.once(scope.tenant, receipt, orNotFound("brand")(store.revoke(scope, causation, email)))
      )

      const list = Effect.fn("PortalTokens.list")((scope: BrandScope, email: string) =>
        orNotFound("brand")(store.list(scope, email))
      )

      return PortalTokens.of({
        authenticate,
        reaches: (tokens) => reachesOf(tokens, store.reaches),
        issue,
        exchange,
        refresh,
        list,
        revoke,
        end: store.end
      })
    })
  )
}

/** A token to be stored, and `stored`, which adds its secret afterwards. */
const newToken = (lifetime: Duration.Duration) => {
  const secret = makeToken("pt")
  return {
    hash: hashSecret(Redacted.value(secret)),
    preview: `pt_…${Redacted.value(secret).slice(-4)}`,
    lifetime,
    refreshable: Duration.isGreaterThan(lifetime, refreshable) ? refreshableLong : refreshable,
    stored: (stored: StoredPortalToken): Effect.Effect<PortalToken> => Effect.succeed({ ...stored, secret })
  }
}
