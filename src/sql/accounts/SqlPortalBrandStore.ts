import { Effect, Layer, Option } from "effect"
import { PortalBrandStore } from "../../accounts/PortalBrandStore.ts"
import { uuidOf } from "../../domain/Ids.ts"
import { Database } from "../Database.ts"
import { query } from "../query.ts"
import { type TenantRow, tenantOf } from "../rows/scopeRow.ts"

interface BrandRow extends TenantRow {
  readonly name: string
  readonly from_name: string | null
  readonly icon_url: string | null
  readonly logo_url: string | null
  readonly color: string | null
  readonly portal_origins: ReadonlyArray<string>
  readonly portal_domain: string | null
}

export const layer = Layer.effect(
  PortalBrandStore,
  Effect.gen(function* () {
    const { system } = yield* Database

    return PortalBrandStore.of({
      find: (id) =>
        query(system<BrandRow>`SELECT b.name, b.from_name, b.icon_url, b.logo_url, b.color, b.portal_origins, b.tenant_id,
            t.account_id, t.mode, d.domain AS portal_domain
          FROM brands b JOIN tenants t ON t.id = b.tenant_id
          LEFT JOIN portal_domains d ON d.tenant_id = b.tenant_id AND d.brand_id = b.id AND d.verified
          WHERE b.id = ${uuidOf(id)} AND b.deleted_at IS NULL`).pipe(
          Effect.map(([row]) =>
            Option.map(Option.fromUndefinedOr(row), (row) => ({
              id,
              name: row.name,
              fromName: row.from_name ?? undefined,
              iconUrl: row.icon_url ?? undefined,
              logoUrl: row.logo_url ?? undefined,
              color: row.color ?? undefined,
              portalOrigins: row.portal_origins,
              portalDomain: row.portal_domain ?? undefined,
              tenant: tenantOf(row)
            }))
          )
        ),

      listsOrigin: (origin) =>
        query(system<{ readonly listed: boolean }>`SELECT EXISTS (SELECT FROM brands
          WHERE portal_origins @> ARRAY[${origin}]::text[] AND deleted_at IS NULL) AS listed`).pipe(
          Effect.map(([row]) => row?.listed === true)
        )
    })
  })
)
