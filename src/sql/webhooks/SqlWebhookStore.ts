import { DateTime, Effect, Layer, Option, type Redacted, Result } from "effect"
import { Vault } from "../../accounts/Vault.ts"
import type { Causation } from "../../domain/Causation.ts"
import { IdGenerator } from "../../domain/IdGenerator.ts"
import { uuidOf, type WebhookId } from "../../domain/Ids.ts"
import type { BrandScope } from "../../domain/Principal.ts"
import type { Webhook } from "../../domain/Webhook.ts"
import { auditOfWebhook } from "../../webhooks/auditOfWebhook.ts"
import { WebhookStore } from "../../webhooks/WebhookStore.ts"
import { Database } from "../Database.ts"
import { appendAudit } from "../events/appendAudit.ts"
import { query } from "../query.ts"
import {
  mutableWebhookColumns,
  rowOfWebhook,
  storedWebhookColumns,
  type WebhookRow,
  webhookOf
} from "../rows/webhookRow.ts"
import { transaction } from "../transaction.ts"
import { dropInternal, hasten } from "./deliveryStatements.ts"
import { signal } from "./webhookSignal.ts"

const columns = `w.*, (SELECT max(expires_at) FROM webhook_secrets p
  WHERE p.webhook_id = w.id AND p.expires_at > now()) AS previous_expires_at`

export const layer = Layer.effect(
  WebhookStore,
  Effect.gen(function* () {
    const database = yield* Database
    const ids = yield* IdGenerator
    const vault = yield* Vault
    const { reads, writes } = database

    const audit = (scope: BrandScope, causation: Causation, ...told: Parameters<typeof auditOfWebhook>) =>
      appendAudit(writes, scope.tenant, causation, ids.next("log"), scope.brandId, auditOfWebhook(...told))

    const select = ({ brandId, tenant }: BrandScope, condition: string, parameters: ReadonlyArray<unknown> = []) =>
      query(
        reads.unsafe<WebhookRow & { readonly id: string | null }>(
          `SELECT w.* FROM tenant_scope($1) s, LATERAL (SELECT ${columns}
            FROM brands b LEFT JOIN webhooks w ON w.tenant_id = b.tenant_id AND w.brand_id = b.id ${condition}
            WHERE b.tenant_id = s.tenant_id AND b.id = $2 AND b.deleted_at IS NULL ORDER BY w.id OFFSET 0) w`,
          [tenant.id, uuidOf(brandId), ...parameters]
        )
      )

    /** The webhook, locked for the rest of the transaction. */
    const lock = ({ brandId, tenant }: BrandScope, id: WebhookId) =>
      Effect.map(
        writes.unsafe<WebhookRow>(
          `SELECT ${columns} FROM webhooks w JOIN brands b ON b.tenant_id = w.tenant_id AND b.id = w.brand_id
            WHERE w.tenant_id = $1 AND w.id = $2 AND w.brand_id = $3 AND b.deleted_at IS NULL FOR UPDATE OF w`,
          [tenant.id, uuidOf(id), uuidOf(brandId)]
        ),
        ([row]) => (row === undefined ? undefined : webhookOf(row))
      )

    const addSecret = ({ tenant }: BrandScope, id: WebhookId, secret: Redacted.Redacted) =>
      Effect.gen(function* () {
        const secretId = crypto.randomUUID()
        const sealed = yield* vault.seal("webhook-secret", secretId, secret)
        yield* writes`INSERT INTO webhook_secrets (id, tenant_id, webhook_id, sealed)
          VALUES (${secretId}, ${tenant.id}, ${uuidOf(id)}, ${sealed})`
      })

    /** The row in which the claims of a webhook with a rate limit keep count. */
    const addPace = ({ tenant }: BrandScope, { id, ratePerSecond }: Webhook) =>
      ratePerSecond === undefined
        ? Effect.void
        : writes`INSERT INTO webhook_paces (webhook_id, tenant_id) VALUES (${uuidOf(id)}, ${tenant.id})
            ON CONFLICT (webhook_id) DO NOTHING`

    return WebhookStore.of({
      list: (scope) =>
        Effect.map(select(scope, ""), (rows) =>
          rows.length === 0 ? Option.none() : Option.some(rows.filter(({ id }) => id !== null).map(webhookOf))
        ),

      find: (scope, id) =>
        Effect.map(select(scope, "AND w.id = $3", [uuidOf(id)]), ([row]) =>
          row === undefined || row.id === null ? Option.none() : Option.some(webhookOf(row))
        ),

      count: ({ brandId, tenant }) =>
        Effect.gen(function* () {
          const brands = yield* writes`SELECT FROM brands
            WHERE tenant_id = ${tenant.id} AND id = ${uuidOf(brandId)} AND deleted_at IS NULL FOR NO KEY UPDATE`
          if (brands.length === 0) return Option.none()
          const [row] = yield* writes<{ count: number }>`SELECT count(*)::int AS count FROM webhooks
            WHERE tenant_id = ${tenant.id} AND brand_id = ${uuidOf(brandId)}`
          return Option.some(row?.count ?? 0)
        }).pipe(transaction(database, tenant)),

      insert: (scope, causation, webhook, secret) =>
        Effect.gen(function* () {
          const names = storedWebhookColumns.join(", ")
          yield* writes.unsafe(
            `INSERT INTO webhooks (${names}) SELECT ${names} FROM json_populate_record(NULL::webhooks, $1::json)`,
            [JSON.stringify(rowOfWebhook(scope.tenant.id, webhook))]
          )
          yield* addPace(scope, webhook)
          yield* addSecret(scope, webhook.id, secret)
          yield* audit(scope, causation, "webhook.created", webhook)
        }).pipe(transaction(database, scope.tenant)),

      update: (scope, causation, id, change, { event = "webhook.updated", receives = false } = {}) =>
        Effect.gen(function* () {
          const webhook = yield* lock(scope, id)
          if (webhook === undefined) return Option.none()
          const decision = change(webhook)
          if (Result.isFailure(decision)) return yield* Effect.fail(decision.failure)
          const changed = decision.success
          if (changed !== webhook) {
            // Without failures, there is nothing to wait for.
            yield* writes.unsafe(
              `UPDATE webhooks w SET ${mutableWebhookColumns.map((column) => `${column} = n.${column}`).join(", ")},
                gate_until = CASE WHEN n.failure_count > 0 THEN w.gate_until END,
                failing_since = CASE WHEN n.failure_count > 0 THEN w.failing_since END
                FROM json_populate_record(NULL::webhooks, $1::json) n WHERE w.tenant_id = n.tenant_id AND w.id = n.id`,
              [JSON.stringify(rowOfWebhook(scope.tenant.id, changed))]
            )
            yield* addPace(scope, changed)
            if (webhook.includeInternal && !changed.includeInternal) yield* writes.unsafe(dropInternal, [uuidOf(id)])
            yield* audit(scope, causation, event, changed, webhook)
            yield* signal(writes, "changed", uuidOf(id))
          }
          // Also without a failure since the last success: a receiver may have refused some events and accepted others.
          if (receives || changed.url !== webhook.url) {
            yield* writes.unsafe(hasten, [uuidOf(id)])
            yield* signal(writes, "work", uuidOf(id))
          }
          return Option.some(changed)
        }).pipe(transaction(database, scope.tenant)),

      delete: (scope, causation, id, check) =>
        Effect.gen(function* () {
          const webhook = yield* lock(scope, id)
          if (webhook === undefined) return false
          yield* Effect.fromResult(check(webhook))
          yield* writes`DELETE FROM webhooks WHERE tenant_id = ${scope.tenant.id} AND id = ${uuidOf(id)}`
          yield* audit(scope, causation, "webhook.deleted", webhook)
          yield* signal(writes, "changed", uuidOf(id))
          return true
        }).pipe(transaction(database, scope.tenant)),

      rotate: (scope, { id, previousSecretExpiresAt }, secret) =>
        Effect.gen(function* () {
          const ours = writes`tenant_id = ${scope.tenant.id} AND webhook_id = ${uuidOf(id)}`
          const current = writes`${ours} AND expires_at IS NULL`
          yield* writes`DELETE FROM webhook_secrets WHERE ${ours} AND expires_at IS NOT NULL`
          if (previousSecretExpiresAt === undefined) yield* writes`DELETE FROM webhook_secrets WHERE ${current}`
          else {
            yield* writes`UPDATE webhook_secrets
              SET expires_at = ${DateTime.toDateUtc(previousSecretExpiresAt)} WHERE ${current}`
          }
          yield* addSecret(scope, id, secret)
        }).pipe(transaction(database, scope.tenant)),

      secrets: ({ tenant }, id) =>
        query(reads<{ id: string; sealed: Uint8Array }>`SELECT x.* FROM tenant_scope(${tenant.id}) s, LATERAL (
            SELECT id, sealed FROM webhook_secrets
            WHERE tenant_id = s.tenant_id AND webhook_id = ${uuidOf(id)} AND coalesce(expires_at > now(), true)
            ORDER BY expires_at DESC NULLS FIRST OFFSET 0) x`).pipe(
          // A secret whose key is gone is the operator's mistake, which the log names.
          Effect.flatMap((rows) =>
            Effect.forEach(rows, ({ id, sealed }) => Effect.orDie(vault.open("webhook-secret", id, sealed)))
          )
        )
    })
  })
)
