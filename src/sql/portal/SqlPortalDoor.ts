import { Duration, Effect, Layer, Redacted } from "effect"
import { hashSecret } from "../../accounts/KeySecret.ts"
import { hostedPortalUrl, portalLinkTo } from "../../accounts/portalUrl.ts"
import { makeToken } from "../../accounts/Token.ts"
import { uuidOf } from "../../domain/Ids.ts"
import { PortalDoor } from "../../tickets/portal/PortalDoor.ts"
import { Database } from "../Database.ts"
import { query } from "../query.ts"

/** `PortalDoor` with the links that a mail would contain. `publicUrl`: this server's URL for customers. */
export const layer = ({ publicUrl }: { readonly publicUrl: string }) =>
  Layer.effect(
    PortalDoor,
    Effect.gen(function* () {
      const { system } = yield* Database

      return PortalDoor.of({
        open: Effect.fn("PortalDoor.open")(function* ({ brandId, tenant }, ticketId, lifetime) {
          const token = Redacted.value(makeToken("ml"))
          const [place] = yield* query(system<{
            readonly domain: string
          }>`WITH link AS (INSERT INTO portal_links (tenant_id, brand_id, email, hash, expires_at)
            SELECT t.tenant_id, t.brand_id, t.customer_email, ${hashSecret(token)}::bytea,
              now() + make_interval(secs => ${Duration.toSeconds(lifetime)})
            FROM tickets t WHERE t.tenant_id = ${tenant.id} AND t.id = ${uuidOf(ticketId)}
            ON CONFLICT (tenant_id, brand_id, email)
              DO UPDATE SET hash = excluded.hash, expires_at = excluded.expires_at)
            SELECT domain FROM portal_domains
            WHERE tenant_id = ${tenant.id} AND brand_id = ${uuidOf(brandId)} AND verified`)
          return portalLinkTo(hostedPortalUrl(publicUrl, { id: brandId, portalDomain: place?.domain }), token)
        })
      })
    })
  )
