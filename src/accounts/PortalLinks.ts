import { Context, Effect, Layer, Option, Redacted } from "effect"
import type { Causation, Cause } from "../domain/Causation.ts"
import type { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import { IdGenerator } from "../domain/IdGenerator.ts"
import { parseId } from "../domain/Ids.ts"
import type { Sender } from "../domain/OutgoingMail.ts"
import { orNotFound } from "../domain/orNotFound.ts"
import type { BrandScope } from "../domain/Principal.ts"
import {
  type IdempotencyInProgress,
  type IdempotencyKeyReused,
  InvalidInput,
  type NotFound
} from "../domain/Problems.ts"
import type { Once, ReceiptRequest } from "../events/Receipt.ts"
import { Receipts } from "../events/Receipts.ts"
import { BrandStore } from "./BrandStore.ts"
import { hashSecret } from "./KeySecret.ts"
import { linkLifetime } from "./MagicLinks.ts"
import { type PortalBrand, PortalBrandStore } from "./PortalBrandStore.ts"
import { PortalLinkStore } from "./PortalLinkStore.ts"
import { portalMail } from "./portalMail.ts"
import {
  hostedPortalUrl,
  isListedOrigin,
  isOpenlyNamed,
  isServerNamed,
  type PortalPages,
  portalLinkTo
} from "./portalUrl.ts"
import { makeToken } from "./Token.ts"

/** The recipient of a link, and the page that it opens. */
export interface PortalLinkRequest {
  /** Lower case. */
  readonly email: string
  /** An absolute http or https URL; the hosted portal if left out. */
  readonly portalUrl?: string | undefined
}

export interface PortalLinksOptions {
  /** The public URL of this installation, without a trailing slash. */
  readonly publicUrl: string
  readonly sender: Sender
}

/** One-time links that sign a customer in to a brand's portal, valid for 15 minutes. */
export class PortalLinks extends Context.Service<
  PortalLinks,
  {
    /** Sends a link at the request of the brand's own server. */
    send(
      scope: BrandScope,
      causation: Causation,
      request: PortalLinkRequest,
      receipt?: ReceiptRequest<void>
    ): Effect.Effect<
      Once<void>,
      NotFound | InvalidInput | IdempotencyKeyReused | IdempotencyInProgress | DatabaseUnavailable
    >

    /**
     * Sends a link at the request of a web page, if the brand lists the origins of that page and of the portal. Callers
     * cannot tell whether it does: the response follows one lookup, and the rest happens afterwards.
     */
    request(
      brandId: string,
      request: PortalLinkRequest & {
        /** The origin of the requesting page, if a browser sends it. */
        readonly origin: string | undefined
        readonly cause: Cause
      }
    ): Effect.Effect<void, DatabaseUnavailable>
  }
>()("trunkline/accounts/PortalLinks") {
  static readonly layer = ({ publicUrl, sender }: PortalLinksOptions) =>
    Layer.effect(
      PortalLinks,
      Effect.gen(function* () {
        const ids = yield* IdGenerator
        const links = yield* PortalLinkStore
        const brands = yield* BrandStore
        const portals = yield* PortalBrandStore
        const receipts = yield* Receipts
        const scope = yield* Effect.scope

        const pagesOf = ({ portalDomain, portalOrigins }: PortalBrand): PortalPages => ({
          listed: portalOrigins,
          publicUrl,
          portalDomain
        })

        const replace = (brand: PortalBrand, causation: Causation, { email, portalUrl }: PortalLinkRequest) => {
          const token = Redacted.value(makeToken("ml"))
          const link = portalLinkTo(portalUrl ?? hostedPortalUrl(publicUrl, brand), token)
          return links.replace(
            { tenant: brand.tenant, brandId: brand.id },
            causation,
            { email, hash: hashSecret(token), lifetime: linkLifetime },
            portalMail({ id: ids.next("message"), to: email, link, lifetime: linkLifetime, brand, sender })
          )
        }

        const send = Effect.fn("PortalLinks.send")(function* (
          { brandId, tenant }: BrandScope,
          causation: Causation,
          request: PortalLinkRequest,
          receipt?: ReceiptRequest<void>
        ) {
          const found = yield* orNotFound("brand")(brands.find(tenant, brandId))
          const portalDomain = Option.getOrUndefined(yield* portals.find(brandId))?.portalDomain
          const brand = { ...found, tenant, portalDomain }
          const { portalUrl } = request
          if (portalUrl !== undefined && !isServerNamed(portalUrl, pagesOf(brand)))
            return yield* InvalidInput.of(
              "portalUrl",
              "not_allowed",
              "must begin with https and be on one of the brand's portalOrigins, if there are any"
            )
          return yield* receipts.once(tenant, receipt, replace(brand, causation, request))
        })

        const request = Effect.fn("PortalLinks.request")(function* (
          brandId: string,
          { cause, origin, ...request }: Parameters<PortalLinks["Service"]["request"]>[1]
        ) {
          const id = parseId("brand", brandId)
          const found = Option.isNone(id) ? Option.none() : yield* portals.find(id.value)
          if (Option.isNone(found)) return
          const brand = found.value
          const pages = pagesOf(brand)
          if (request.portalUrl !== undefined && !isOpenlyNamed(request.portalUrl, pages)) return
          if (origin !== undefined && !isListedOrigin(origin, pages)) return
          const actor = { type: "customer", id: null, name: null, channel: "portal" } as const
          yield* replace(brand, { ...cause, actor }, request).pipe(
            Effect.catchCause((cause) => Effect.logError("A portal link could not be sent", cause)),
            Effect.forkIn(scope)
          )
        })

        return PortalLinks.of({ send, request })
      })
    )
}
