import { Effect, Layer, Result } from "effect"
import { Vault } from "../../accounts/Vault.ts"
import { IdGenerator } from "../../domain/IdGenerator.ts"
import { idOf, uuidOf } from "../../domain/Ids.ts"
import { type Claimed, DeliveryQueue, type EndpointSettings, type Settlement } from "../../webhooks/DeliveryQueue.ts"
import { Database } from "../Database.ts"
import { query } from "../query.ts"
import { type Moment, moment } from "../rows/columns.ts"
import * as statements from "./deliveryStatements.ts"

interface EndpointRow extends Omit<EndpointSettings, "secrets" | "failingFor" | "rotatedIn"> {
  readonly failingFor: number | null
  readonly rotatedIn: number | null
  readonly secrets: ReadonlyArray<{ readonly id: string; readonly sealed: string }>
}

/** Hot statements carry no spans: one of them serves hundreds of deliveries. */
const quiet = Effect.withTracerEnabled(false)

export const layer = Layer.effect(
  DeliveryQueue,
  Effect.gen(function* () {
    const { system } = yield* Database
    const vault = yield* Vault
    const ids = yield* IdGenerator

    /** Webhooks with no secret that can be opened: each is logged once. */
    const unreadable = new Set<string>()

    /** A webhook that cannot be signed for must not stop sending to the others. */
    const settingsOf = Effect.fnUntraced(function* ({ secrets: sealed, ...row }: EndpointRow) {
      const opened = yield* Effect.forEach(sealed, (secret) =>
        Effect.result(vault.open("webhook-secret", secret.id, Buffer.from(secret.sealed, "hex")))
      )
      const secrets = opened.flatMap((result) => (Result.isSuccess(result) ? [result.success] : []))
      const error = opened.find(Result.isFailure)?.failure
      if (secrets.length === 0 && error !== undefined) {
        if (!unreadable.has(row.webhookId))
          yield* Effect.logError(
            `Nothing is sent to ${idOf("webhook", row.webhookId)} until its secret is rotated or its key is available again: ${error.message}`
          )
        unreadable.add(row.webhookId)
        return []
      }
      unreadable.delete(row.webhookId)
      const { failingFor, rotatedIn } = row
      return [
        { ...row, secrets, failingFor: failingFor ?? undefined, rotatedIn: rotatedIn ?? undefined }
      ] satisfies ReadonlyArray<EndpointSettings>
    })

    return DeliveryQueue.of({
      claim: (node, requests) =>
        query(
          system.unsafe<Claimed>(statements.claim, [
            requests.map(({ webhookId }) => webhookId),
            requests.map(({ slots }) => slots),
            requests.map(({ probe }) => probe),
            requests.map(({ since }) => new Date(since)),
            node
          ])
        ).pipe(quiet),

      settle: (node, settlements) =>
        query(
          system.unsafe(statements.settle, [
            JSON.stringify(settlements.map(rowOfSettlement)),
            node,
            JSON.stringify(healthOf(settlements))
          ])
        ).pipe(Effect.asVoid, quiet),

      release: (node, deliveries) =>
        query(
          system.unsafe(statements.release, [
            node,
            deliveries.map(({ webhookId }) => webhookId),
            deliveries.map(({ eventId }) => eventId),
            deliveries.map(({ deliveryId }) => deliveryId),
            deliveries.map(({ attempt }) => attempt)
          ])
        ).pipe(Effect.asVoid),

      releaseAll: (node) => query(system.unsafe(statements.releaseAll, [node])).pipe(Effect.asVoid),

      endpoints: (webhookIds) =>
        query(system.unsafe<EndpointRow>(statements.endpoints, [webhookIds])).pipe(
          Effect.flatMap((rows) => Effect.forEach(rows, settingsOf)),
          Effect.map((found) => found.flat())
        ),

      backlog: query(system.unsafe<{ webhookId: string; dueAt: Moment; isDue: boolean }>(statements.backlog)).pipe(
        Effect.map((rows) => rows.map((row) => ({ ...row, dueAt: moment(row.dueAt).epochMilliseconds }))),
        quiet
      ),

      waiting: (webhookIds) =>
        query(system.unsafe<{ webhookId: string; waiting: number }>(statements.waiting, [[...webhookIds]])).pipe(
          Effect.map((rows) => new Map(rows.map(({ waiting, webhookId }) => [webhookId, waiting]))),
          quiet
        ),

      gate: (webhookId, url, milliseconds) =>
        query(system.unsafe(statements.gate, [webhookId, url, milliseconds])).pipe(Effect.asVoid),

      open: (webhookId) => query(system.unsafe(statements.open, [webhookId])).pipe(Effect.asVoid),

      recover: (webhookId) => query(system.unsafe(statements.recover, [webhookId])).pipe(Effect.asVoid),

      gone: (webhookId, url) =>
        query(
          Effect.gen(function* () {
            const [webhook] = yield* system`SELECT FROM webhooks WHERE id = ${webhookId} AND url = ${url} FOR UPDATE`
            if (webhook === undefined) return false
            yield* system.unsafe(statements.disable, [webhookId, "gone", uuidOf(ids.next("log"))])
            return true
          }).pipe(system.withTransaction)
        )
    })
  })
)

const rowOfSettlement = ({ claimed, ...outcome }: Settlement) => ({
  delivery_id: claimed.deliveryId,
  tenant_id: claimed.tenantId,
  webhook_id: claimed.webhookId,
  event_id: claimed.eventId,
  chain_id: claimed.chainId,
  attempt: claimed.attempt,
  trigger: claimed.trigger,
  replay_of: claimed.replayOf,
  id: outcome.attemptId,
  event_type: outcome.event,
  started_at: new Date(outcome.startedAt).toISOString(),
  duration_ms: outcome.durationMs,
  status: outcome.status,
  error: outcome.error,
  response: outcome.response === "" ? null : outcome.response,
  final: outcome.final,
  step: outcome.step,
  retry_ms: outcome.retryIn
})

/** What a batch says about each webhook at each URL: whether any attempt succeeded, and how many have failed since. */
const healthOf = (settlements: ReadonlyArray<Settlement>) => {
  const health = new Map<string, { webhook_id: string; url: string; succeeded: boolean; failures: number }>()
  for (const { claimed, final, url } of settlements) {
    const key = `${claimed.webhookId} ${url}`
    const before = health.get(key)
    health.set(key, {
      webhook_id: claimed.webhookId,
      url,
      ...(final === 1
        ? { succeeded: true, failures: 0 }
        : { succeeded: before?.succeeded ?? false, failures: (before?.failures ?? 0) + 1 })
    })
  }
  return [...health.values()]
}
