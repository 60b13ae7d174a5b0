import { DateTime, Effect, Layer } from "effect"
import { Vault } from "../../accounts/Vault.ts"
import { IdGenerator } from "../../domain/IdGenerator.ts"
import { idOf, uuidOf } from "../../domain/Ids.ts"
import { ownershipText, type PortalDomain } from "../../domain/PortalDomain.ts"
import { portalDomainAudit } from "../../tickets/portal/changePortalDomain.ts"
import { PortalDomainStore } from "../../tickets/portal/PortalDomainStore.ts"
import { bySystem } from "../addresses/releaseClaims.ts"
import { proofNews, tellOfDomains } from "../addresses/tellOfDomains.ts"
import { Database } from "../Database.ts"
import { appendAudit } from "../events/appendAudit.ts"
import { query } from "../query.ts"
import { retryConflicts } from "../retryConflicts.ts"
import { type PortalDomainRow, portalDomainOf, rowOfPortalDomain } from "../rows/portalDomainRow.ts"
import { type ScopeRow, scopeOf } from "../rows/scopeRow.ts"
import * as BrandList from "../settings/brandList.ts"

/** Domains that are served, at most: each takes some hundred bytes on every node. */
const mostProved = 50_000

/** `PortalDomainStore` in PostgreSQL. `mail`: what mails to owners refer to, the installation's address and mail domain. */
export const layer = (mail: { readonly publicUrl: string; readonly mailDomain: string }) =>
  Layer.effect(
    PortalDomainStore,
    Effect.gen(function* () {
      const database = yield* Database
      const ids = yield* IdGenerator
      const vault = yield* Vault
      const { system } = database

      const list = BrandList.make<PortalDomain, PortalDomainRow>(database, ids, {
        name: "portal_domains",
        fixed: ["id", "tenant_id", "brand_id"],
        mutable: [
          ...["domain", "ownership_token", "verified", "findings", "failing_since", "verified_at", "checked_at"],
          ...["created_at", "updated_at"]
        ],
        unique: { portal_domains_proved: "domain" },
        order: "created_at",
        of: portalDomainOf,
        rowOf: rowOfPortalDomain,
        follow: (sql, scope, before, saved) => tellOfDomains(sql, vault, ids.next, mail, scope, newsOf(before, saved))
      })

      /** Tells a brand that it no longer holds a domain, because another brand has proved to own it. */
      const released = Effect.fnUntraced(function* (row: PortalDomainRow & ScopeRow) {
        const domain = portalDomainOf(row)
        const scope = scopeOf(row)
        yield* appendAudit(
          system,
          scope.tenant,
          bySystem(ids.next("request")),
          ids.next("log"),
          scope.brandId,
          portalDomainAudit("released", domain)
        )
        const news = [{ domain: { ...domain, type: "PORTAL" as const }, state: "released" as const }]
        yield* tellOfDomains(system, vault, ids.next, mail, scope, news)
      })

      return PortalDomainStore.of({
        list: list.list,
        change: list.change,

        proved: query(system<Pick<PortalDomainRow, "domain" | "brand_id">>`SELECT d.domain, d.brand_id
          FROM portal_domains d
          JOIN brands b ON b.tenant_id = d.tenant_id AND b.id = d.brand_id AND b.deleted_at IS NULL
          WHERE d.verified ORDER BY d.verified_at LIMIT ${mostProved}`).pipe(
          Effect.map((rows) => rows.map((row) => ({ domain: row.domain, brandId: idOf("brand", row.brand_id) })))
        ),

        release: ({ brandId }, domain, texts, askedAt) =>
          query(
            Effect.gen(function* () {
              const held = yield* system<PortalDomainRow & ScopeRow>`SELECT d.*, t.account_id, t.mode
                FROM portal_domains d JOIN tenants t ON t.id = d.tenant_id
                WHERE d.domain = ${domain} AND d.verified AND d.brand_id <> ${uuidOf(brandId)} FOR UPDATE OF d`
              const lost = held.filter((row) => {
                const one = portalDomainOf(row)
                // Whoever was verified after that, by newer records, keeps it.
                const isNewer = one.verifiedAt !== undefined && DateTime.isGreaterThan(one.verifiedAt, askedAt)
                return !isNewer && texts.every((text) => text.trim() !== ownershipText(one))
              })
              for (const row of lost) {
                yield* system`UPDATE portal_domains SET verified = false, verified_at = NULL, updated_at = now(),
                  failing_since = coalesce(failing_since, now()) WHERE tenant_id = ${row.tenant_id} AND id = ${row.id}`
                yield* released(row)
              }
              return lost.length === held.length
            }).pipe(system.withTransaction, retryConflicts)
          )
      })
    })
  )

/** Every domain that has begun to fail, or has failed; a replacement of another domain is not news. */
const newsOf = (before: ReadonlyArray<PortalDomain>, saved: ReadonlyArray<PortalDomain>) =>
  saved.flatMap((domain) => {
    const old = before.find((one) => one.domain === domain.domain)
    if (old === undefined) return []
    return proofNews(old, domain).map((state) => ({ domain: { ...domain, type: "PORTAL" as const }, state }))
  })
