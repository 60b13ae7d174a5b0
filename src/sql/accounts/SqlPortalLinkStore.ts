import { Duration, Effect, Layer } from "effect"
import { PortalLinkStore } from "../../accounts/PortalLinkStore.ts"
import { Vault } from "../../accounts/Vault.ts"
import { IdGenerator } from "../../domain/IdGenerator.ts"
import { uuidOf } from "../../domain/Ids.ts"
import { Database } from "../Database.ts"
import { appendAudit } from "../events/appendAudit.ts"
import { insertMail } from "../outbound/insertMail.ts"
import { transaction } from "../transaction.ts"

/** Expired links that each new one of the tenant removes. */
const sweptAtOnce = 20

export const layer = Layer.effect(
  PortalLinkStore,
  Effect.gen(function* () {
    const database = yield* Database
    const ids = yield* IdGenerator
    const vault = yield* Vault
    const { writes } = database

    return PortalLinkStore.of({
      replace: ({ brandId, tenant }, causation, { email, hash, lifetime }, mail) =>
        Effect.gen(function* () {
          yield* writes`DELETE FROM portal_links WHERE tenant_id = ${tenant.id} AND hash = ANY(ARRAY(
            SELECT hash FROM portal_links WHERE tenant_id = ${tenant.id} AND expires_at < now()
            ORDER BY expires_at LIMIT ${sweptAtOnce} FOR UPDATE SKIP LOCKED))`
          yield* writes`INSERT INTO portal_links (tenant_id, brand_id, email, hash, expires_at)
            VALUES (${tenant.id}, ${uuidOf(brandId)}, ${email}, ${hash},
              now() + make_interval(secs => ${Duration.toSeconds(lifetime)}))
            ON CONFLICT (tenant_id, brand_id, email)
            DO UPDATE SET hash = excluded.hash, expires_at = excluded.expires_at`
          yield* insertMail(writes, vault, mail)
          yield* appendAudit(writes, tenant, causation, ids.next("log"), brandId, {
            event: "portal_link.sent",
            entityType: "brand",
            entityId: brandId
          })
        }).pipe(transaction(database, tenant))
    })
  })
)
