import { Effect, Layer } from "effect"
import { Vault } from "../../accounts/Vault.ts"
import type { EmailDomain } from "../../domain/EmailDomain.ts"
import { IdGenerator } from "../../domain/IdGenerator.ts"
import { uuidOf } from "../../domain/Ids.ts"
import { AlreadyExists } from "../../domain/Problems.ts"
import { EmailDomainStore } from "../../tickets/addresses/EmailDomainStore.ts"
import { Database } from "../Database.ts"
import { query } from "../query.ts"
import { retryConflicts } from "../retryConflicts.ts"
import { type EmailDomainRow, emailDomainOf, rowOfEmailDomain } from "../rows/emailDomainRow.ts"
import * as BrandList from "../settings/brandList.ts"
import { transaction } from "../transaction.ts"
import { releaseClaims } from "./releaseClaims.ts"
import { proofNews, tellOfDomains } from "./tellOfDomains.ts"

/** Days for which an unproved or failed domain is reserved for its brand. */
const claimDays = 7

/** What a private key is sealed for. */
export const sealedKey = (domainId: string, selector: string) => `${domainId}/${selector}`

/** `EmailDomainStore` in PostgreSQL. `mail`: what mails to owners refer to, the installation's address and mail domain. */
export const layer = (mail: { readonly publicUrl: string; readonly mailDomain: string }) =>
  Layer.effect(
    EmailDomainStore,
    Effect.gen(function* () {
      const database = yield* Database
      const ids = yield* IdGenerator
      const vault = yield* Vault
      const { system, writes } = database

      const list = BrandList.make<EmailDomain, EmailDomainRow>(database, ids, {
        name: "email_domains",
        fixed: ["id", "tenant_id", "brand_id", "domain", "type", "ownership_token", "created_at"],
        mutable: [
          ...["verified", "is_primary", "from_name", "from_email", "reply_mode", "keys", "findings"],
          ...["failing_since", "verified_at", "updated_at"]
        ],
        unique: { email_domains_claim: "domain" },
        order: "created_at",
        of: emailDomainOf,
        rowOf: rowOfEmailDomain,
        follow: (sql, scope, before, saved) => tellOfDomains(sql, vault, ids.next, mail, scope, newsOf(before, saved))
      })

      return EmailDomainStore.of({
        list: list.list,

        change: (scope, causation, decide) =>
          Effect.gen(function* () {
            const changed = yield* list.change(scope, causation, decide)
            const { brandId, tenant } = scope
            yield* writes`UPDATE addresses a SET verified = NOT a.verified
              WHERE a.tenant_id = ${tenant.id} AND a.brand_id = ${uuidOf(brandId)} AND a.kind = 'domain'
                AND a.verified <> EXISTS (SELECT FROM email_domains d WHERE d.tenant_id = a.tenant_id
                  AND d.brand_id = a.brand_id AND d.domain = a.domain AND d.type = 'INBOUND' AND d.verified)`
            return changed
          }).pipe(transaction(database, scope.tenant)),

        claim: ({ brandId }, domain) =>
          query(
            Effect.gen(function* () {
              yield* releaseClaims(
                system,
                ids.next,
                { name: "email_domains", kind: "domain" },
                `r.domain = $1 AND r.brand_id <> $2 AND NOT r.verified
                  AND coalesce(r.failing_since, r.created_at) < now() - make_interval(days => $3)`,
                [domain, uuidOf(brandId), claimDays]
              )
              const taken = yield* system`SELECT FROM email_domains
                WHERE domain = ${domain} AND brand_id <> ${uuidOf(brandId)} LIMIT 1`
              if (taken.length > 0) return yield* new AlreadyExists({ field: "domain" })
            }).pipe(system.withTransaction, retryConflicts)
          ),

        seal: (id, selector, privateKey) =>
          Effect.map(vault.seal("dkim-key", sealedKey(id, selector), privateKey), (sealed) =>
            Buffer.from(sealed).toString("base64")
          )
      })
    })
  )

/** Every domain that has begun to fail, has failed, or has a new key. */
const newsOf = (before: ReadonlyArray<EmailDomain>, saved: ReadonlyArray<EmailDomain>) =>
  saved.flatMap((domain) => {
    const old = before.find(({ id }) => id === domain.id)
    if (old === undefined) return []
    const hasNewKey = domain.keys.some(({ publicKey }) => old.keys.every((key) => key.publicKey !== publicKey))
    return [...proofNews(old, domain), ...(hasNewKey ? (["new_key"] as const) : [])].map((state) => ({ domain, state }))
  })
