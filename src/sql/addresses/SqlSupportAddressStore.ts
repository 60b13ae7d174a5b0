import { timingSafeEqual } from "node:crypto"
import { DateTime, Duration, Effect, Layer, Option, Redacted } from "effect"
import { Vault } from "../../accounts/Vault.ts"
import { IdGenerator } from "../../domain/IdGenerator.ts"
import { uuidOf } from "../../domain/Ids.ts"
import { iso } from "../../domain/iso.ts"
import type { SupportAddress } from "../../domain/SupportAddress.ts"
import { told } from "../../tickets/addresses/changeSupportAddress.ts"
import { SupportAddressStore } from "../../tickets/addresses/SupportAddressStore.ts"
import { Database } from "../Database.ts"
import { appendAudit } from "../events/appendAudit.ts"
import { insertMail } from "../outbound/insertMail.ts"
import { query } from "../query.ts"
import { retryConflicts } from "../retryConflicts.ts"
import { type Moment, momentOr } from "../rows/columns.ts"
import {
  addressColumns,
  rowOfSupportAddress,
  type SupportAddressRow,
  supportAddressOf
} from "../rows/supportAddressRow.ts"
import * as BrandList from "../settings/brandList.ts"
import { lockBrand } from "../settings/brandRecords.ts"
import { transaction } from "../transaction.ts"
import { releaseClaims } from "./releaseClaims.ts"

/** Hours for which an unproved address is reserved for its brand. */
const claimHours = 24

/** `SupportAddressStore` in PostgreSQL. `inboundDomain` is the domain of the installation's own addresses. */
export const layer = (inboundDomain: string) =>
  Layer.effect(
    SupportAddressStore,
    Effect.gen(function* () {
      const database = yield* Database
      const ids = yield* IdGenerator
      const vault = yield* Vault
      const { system, writes } = database
      const of = supportAddressOf(inboundDomain)

      const list = BrandList.make<SupportAddress, SupportAddressRow>(database, ids, {
        name: "addresses",
        fixed: ["id", "tenant_id", "brand_id", "local_part", "domain", "kind", "created_at"],
        mutable: ["from_name", "verified", "is_primary"],
        unique: { addresses_local_part_domain_key: "address" },
        order: "created_at",
        of,
        rowOf: rowOfSupportAddress(inboundDomain)
      })

      return SupportAddressStore.of({
        ...list,

        release: ({ brandId }, address) => {
          const { domain, local_part } = addressColumns(inboundDomain, address)
          return query(
            releaseClaims(
              system,
              ids.next,
              { name: "addresses", kind: "address" },
              `r.local_part = $1 AND r.domain = $2 AND r.brand_id <> $3 AND r.kind = 'forwarded' AND NOT r.verified
                AND r.created_at < now() - make_interval(hours => $4)`,
              [local_part, domain, uuidOf(brandId), claimHours]
            ).pipe(system.withTransaction, retryConflicts)
          )
        },

        issueCode: (scope, id, { digits, lifetime }, mail) =>
          Effect.gen(function* () {
            const sealed = yield* vault.seal("address-code", id, digits)
            yield* writes`UPDATE addresses SET code = ${Buffer.from(sealed).toString("base64")}, code_tries = 0,
                code_expires_at = now() + make_interval(secs => ${Duration.toSeconds(lifetime)})
              WHERE tenant_id = ${scope.tenant.id} AND id = ${uuidOf(id)}`
            yield* insertMail(writes, vault, mail)
          }).pipe(transaction(database, scope.tenant)),

        send: (scope, mail) => insertMail(writes, vault, mail).pipe(transaction(database, scope.tenant)),

        tryCode: (scope, causation, id, digits, tries) =>
          Effect.gen(function* () {
            const { brandId, tenant } = scope
            if (!(yield* lockBrand(writes, scope))) return Option.none()
            const [row] = yield* writes<CodeRow>`SELECT * FROM addresses
              WHERE tenant_id = ${tenant.id} AND brand_id = ${uuidOf(brandId)} AND id = ${uuidOf(id)} FOR UPDATE`
            if (row === undefined) return Option.none()
            const address = of(row)
            const now = yield* DateTime.now
            const expiresAt = momentOr(row.code_expires_at)
            const mayTry =
              expiresAt !== undefined && DateTime.isLessThan(now, expiresAt) && row.code_tries < tries && !row.verified
            if (!mayTry || row.code === null) return Option.some(address)
            // A code whose key is gone counts as used up, like an expired one.
            const code = yield* Effect.option(vault.open("address-code", id, Buffer.from(row.code, "base64")))
            if (!Option.exists(code, (known) => isEqual(Redacted.value(known), digits))) {
              yield* writes`UPDATE addresses SET code_tries = code_tries + 1
                WHERE tenant_id = ${tenant.id} AND id = ${uuidOf(id)}`
              return Option.some(address)
            }
            yield* writes`UPDATE addresses SET verified = true, code = NULL, code_expires_at = NULL, code_tries = 0
              WHERE tenant_id = ${tenant.id} AND id = ${uuidOf(id)}`
            yield* appendAudit(writes, tenant, causation, ids.next("log"), brandId, told("address.verified", address))
            return Option.some({ ...address, verified: true })
          }).pipe(transaction(database, scope.tenant)),

        arrived: (arrivals) => {
          const rows = arrivals.map(({ address, at, brandId }) => ({
            brand_id: uuidOf(brandId),
            at: iso(at),
            ...addressColumns(inboundDomain, address)
          }))
          return query(system`UPDATE addresses a SET last_inbound_at = n.at
            FROM json_to_recordset(${JSON.stringify(rows)}::json) AS n(brand_id uuid, at timestamptz, local_part text, domain text)
            WHERE a.local_part = n.local_part AND a.domain = n.domain AND a.brand_id = n.brand_id
              AND coalesce(a.last_inbound_at < n.at, true)`).pipe(Effect.asVoid)
        }
      })
    })
  )

type CodeRow = SupportAddressRow & {
  readonly code: string | null
  readonly code_expires_at: Moment | null
  readonly code_tries: number
}

const isEqual = (one: string, other: string): boolean => {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
