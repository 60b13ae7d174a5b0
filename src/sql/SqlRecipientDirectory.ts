import { Cache, Duration, Effect, Exit, Layer, Option } from "effect"
import { idOf, parseId, uuidOf } from "../domain/Ids.ts"
import type { Mode } from "../domain/Tenant.ts"
import { RecipientDirectory } from "../tickets/RecipientDirectory.ts"
import { Database } from "./Database.ts"
import { query } from "./query.ts"

/** A changed address is seen after at most so long. */
const freshFor = Duration.seconds(1)
/** Addresses that are remembered; a sender who tries names pushes out others and no more. */
const capacity = 2_048
/** Mailboxes of every mail domain (RFC 2142), which reach whoever runs the installation. */
const operatorMailboxes = ["postmaster", "abuse"]

interface Row {
  readonly tenant_id: string
  readonly account_id: string
  readonly mode: Mode
  readonly brand_id: string
}

/** `RecipientDirectory` in PostgreSQL. `inboundDomain` is the domain of every brand's own addresses. */
export const layer = (inboundDomain: string) =>
  Layer.effect(
    RecipientDirectory,
    Effect.gen(function* () {
      const { system } = yield* Database

      const lookup = Effect.fnUntraced(function* (address: string) {
        const at = address.lastIndexOf("@")
        const [local, host] = [address.slice(0, at), address.slice(at + 1)]
        const domain = host === inboundDomain.toLowerCase() ? "" : host
        const [name = ""] = local.split("+", 1)
        const brandId = domain === "" ? Option.getOrUndefined(parseId("brand", name)) : undefined
        const forOperator = domain === "" && operatorMailboxes.includes(name)
        const rows = yield* query(system<Row>`
          SELECT t.id AS tenant_id, t.account_id, t.mode, b.id AS brand_id
          FROM (
            SELECT 1 AS rank, tenant_id, brand_id FROM addresses
              WHERE domain = ${domain} AND local_part = ${local} AND verified
            UNION ALL
            SELECT 2, tenant_id, brand_id FROM addresses
              WHERE domain = ${domain} AND local_part = ${name} AND verified
            UNION ALL
            SELECT 3, tenant_id, id FROM brands WHERE id = ${brandId === undefined ? null : uuidOf(brandId)}::uuid
            UNION ALL
            (SELECT 4, b.tenant_id, b.id FROM brands b JOIN tenants t ON t.id = b.tenant_id
              WHERE ${forOperator}::boolean AND t.mode = 'live' AND b.deleted_at IS NULL AND b.inbound_email_enabled
              ORDER BY b.id LIMIT 1)
          ) found
          JOIN brands b ON b.tenant_id = found.tenant_id AND b.id = found.brand_id
          JOIN tenants t ON t.id = b.tenant_id
          WHERE b.deleted_at IS NULL AND b.inbound_email_enabled
          ORDER BY found.rank LIMIT 1`)
        return Option.map(Option.fromNullishOr(rows[0]), (row) => ({
          tenant: { id: row.tenant_id, accountId: idOf("account", row.account_id), mode: row.mode },
          brandId: idOf("brand", row.brand_id)
        }))
      })

      const cache = yield* Cache.makeWith(lookup, {
        capacity,
        timeToLive: (exit) => (Exit.isSuccess(exit) ? freshFor : Duration.zero)
      })

      return RecipientDirectory.of({
        find: (localPart, domain) => Cache.get(cache, `${localPart}@${domain}`.toLowerCase())
      })
    })
  )
