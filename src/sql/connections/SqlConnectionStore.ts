import { Effect, Layer, Option, Result, Stream } from "effect"
import { Vault } from "../../accounts/Vault.ts"
import {
  type ConnectionId,
  type ConnectionKind,
  type ConnectionOf,
  connectionIdOf
} from "../../domain/ChannelConnection.ts"
import { IdGenerator } from "../../domain/IdGenerator.ts"
import { parseAnyId, uuidOf } from "../../domain/Ids.ts"
import { iso } from "../../domain/iso.ts"
import type { BrandScope } from "../../domain/Principal.ts"
import { type ConnectionSecrets, ConnectionStore, MessagesWaiting } from "../../tickets/connections/ConnectionStore.ts"
import { Database } from "../Database.ts"
import { appendAudit } from "../events/appendAudit.ts"
import { giveUpEntries, isWaiting } from "../intake/giveUpEntries.ts"
import { notices } from "../notices.ts"
import { query } from "../query.ts"
import { type Moment, momentOr } from "../rows/columns.ts"
import {
  type ConnectionRow,
  connectionColumns,
  connectionOf,
  type PlacedRow,
  placedOf,
  rowOfConnection
} from "../rows/connectionRow.ts"
import { dueNow } from "../rows/messageRow.ts"
import { lockBrand } from "../settings/brandRecords.ts"
import { transaction } from "../transaction.ts"
import { violatedUnique } from "../violatedUnique.ts"
import { connectionNews as news } from "./connectionNews.ts"

/** Seconds between two updates of a connection's timestamps, at least: messages must not queue for its row. */
const noteEvery = 5

const taken = violatedUnique({ channel_connections_external: "externalId" })

/** `ConnectionStore` in PostgreSQL. */
export const layer = Layer.effect(
  ConnectionStore,
  Effect.gen(function* () {
    const database = yield* Database
    const vault = yield* Vault
    const ids = yield* IdGenerator
    const { reads, system, writes } = database

    /** A secret whose key is gone is the operator's mistake, which the log names. */
    const open = (id: ConnectionId, sealed: Uint8Array) => Effect.orDie(vault.open("channel-secret", id, sealed))
    const seal = (id: ConnectionId, secrets: ConnectionSecrets) => vault.seal("channel-secret", id, secrets)
    const tell = (id: ConnectionId) => writes`SELECT pg_notify(${news}, ${id})`

    const ofBrand = <K extends ConnectionKind>({ brandId, tenant }: BrandScope, kind: K, id?: ConnectionId) =>
      query(
        reads.unsafe<ConnectionRow & { readonly id: string | null }>(
          `SELECT k.* FROM tenant_scope($1) s, LATERAL (SELECT ${connectionColumns} FROM brands b
            LEFT JOIN channel_connections k ON k.tenant_id = b.tenant_id AND k.brand_id = b.id AND k.kind = $3
              AND ($4::uuid IS NULL OR k.id = $4::uuid)
            WHERE b.tenant_id = s.tenant_id AND b.id = $2 AND b.deleted_at IS NULL
            ORDER BY k.created_at, k.id OFFSET 0) k`,
          [tenant.id, uuidOf(brandId), kind, id === undefined ? null : uuidOf(id)]
        )
      ).pipe(
        // No row: no brand. One row of nulls: a brand without such a connection.
        Effect.map((rows) =>
          rows.length === 0
            ? Option.none()
            : Option.some(rows.filter(({ id }) => id !== null).map((row) => connectionOf<K>(row)))
        )
      )

    const placed = <K extends ConnectionKind>(kind: K, condition: string, parameters: ReadonlyArray<unknown>) =>
      query(
        system.unsafe<PlacedRow>(
          `SELECT ${connectionColumns}, n.account_id, n.mode FROM channel_connections k
            JOIN tenants n ON n.id = k.tenant_id
            JOIN brands b ON b.tenant_id = k.tenant_id AND b.id = k.brand_id AND b.deleted_at IS NULL
            WHERE k.kind = $1 ${condition} ORDER BY k.id`,
          [kind, ...parameters]
        )
      ).pipe(Effect.map((rows) => rows.map((row) => placedOf<K>(row))))

    return ConnectionStore.of({
      list: (scope, kind) => ofBrand(scope, kind),

      find: (scope, kind, id) =>
        Effect.map(
          ofBrand(scope, kind, id),
          Option.flatMapNullishOr(([found]) => found)
        ),

      count: (scope, kind) =>
        Effect.gen(function* () {
          if (!(yield* lockBrand(writes, scope))) return Option.none()
          const [row] = yield* writes<{ count: number }>`SELECT count(*)::int AS count FROM channel_connections
            WHERE tenant_id = ${scope.tenant.id} AND brand_id = ${uuidOf(scope.brandId)} AND kind = ${kind}`
          return Option.some(row?.count ?? 0)
        }).pipe(transaction(database, scope.tenant)),

      create: (scope, causation, connection, secrets, audit) =>
        Effect.gen(function* () {
          const row = rowOfConnection(scope.tenant.id, connection)
          const names = Object.keys(row).join(", ")
          yield* writes.unsafe(
            `INSERT INTO channel_connections (${names}, secrets)
              SELECT ${names}, $2::bytea FROM json_populate_record(NULL::channel_connections, $1::json)`,
            [JSON.stringify(row), yield* seal(connection.id, secrets)]
          )
          yield* appendAudit(writes, scope.tenant, causation, ids.next("log"), scope.brandId, audit)
          yield* tell(connection.id)
        }).pipe(taken, transaction(database, scope.tenant)),

      change: <K extends ConnectionKind, E>(
        ...[scope, causation, kind, id, decide]: Parameters<typeof ConnectionStore.Service.change<K, E>>
      ) =>
        Effect.gen(function* () {
          const { brandId, tenant } = scope
          if (!(yield* lockBrand(writes, scope))) return Option.none<ConnectionOf<K>>()
          const [row] = yield* writes.unsafe<ConnectionRow & { readonly secrets: Uint8Array }>(
            `SELECT ${connectionColumns}, k.secrets FROM channel_connections k
              WHERE k.tenant_id = $1 AND k.brand_id = $2 AND k.id = $3 AND k.kind = $4 FOR UPDATE`,
            [tenant.id, uuidOf(brandId), uuidOf(id), kind]
          )
          if (row === undefined) return Option.none<ConnectionOf<K>>()
          const stored = Option.getOrUndefined(yield* Effect.option(vault.open("channel-secret", id, row.secrets)))
          const decision = decide(connectionOf<K>(row), stored)
          if (Result.isFailure(decision)) return yield* Effect.fail(decision.failure)
          const { audit, connection, secrets } = decision.success
          if (audit === undefined) return Option.some(connection)
          yield* writes.unsafe(
            `UPDATE channel_connections k SET external_id = n.external_id, name = n.name, status = n.status,
                settings = n.settings, last_error = n.last_error, updated_at = n.updated_at, secrets = coalesce($2::bytea, k.secrets),
                restarts = k.restarts + (n.status = 'active' AND (k.status <> 'active' OR k.retry_at IS NOT NULL))::int,
                failures = 0, retry_at = NULL, told_status = CASE WHEN k.status = n.status THEN k.told_status END
              FROM json_populate_record(NULL::channel_connections, $1::json) n WHERE k.tenant_id = n.tenant_id AND k.id = n.id`,
            [
              JSON.stringify(rowOfConnection(tenant.id, connection)),
              secrets === undefined ? null : yield* seal(id, secrets)
            ]
          )
          // What waits may have waited for just this: for the other side to be fixed, or for a limit.
          yield* writes`UPDATE outgoing_mail SET due_at = ${writes.literal(dueNow)}
            WHERE connection_id = ${uuidOf(id)} AND state = 'queued' AND due_at > now()`
          yield* appendAudit(writes, tenant, causation, ids.next("log"), brandId, audit)
          yield* tell(id)
          return Option.some(connection)
        }).pipe(taken, transaction(database, scope.tenant)),

      delete: (scope, causation, { id }, audit, unhandled) =>
        Effect.gen(function* () {
          const { brandId, tenant } = scope
          if (!(yield* lockBrand(writes, scope))) return false
          // While it is locked, nothing enters its inbox: whoever adds to it waits, and then finds the connection gone.
          const found = yield* writes`SELECT id FROM channel_connections
            WHERE tenant_id = ${tenant.id} AND brand_id = ${uuidOf(brandId)} AND id = ${uuidOf(id)} FOR UPDATE`
          if (found.length === 0) return false
          const untried = writes`SELECT id FROM channel_inbox
            WHERE connection_id = ${uuidOf(id)} AND ${writes.literal(isWaiting)} AND error IS NULL LIMIT 1`
          if (unhandled === "waited for" && (yield* untried).length > 0) return yield* new MessagesWaiting()
          yield* giveUpEntries(writes, scope, `connection_id = $1 AND ${isWaiting}`, uuidOf(id), {
            error: "Its channel was removed before it could be processed"
          })
          yield* writes`DELETE FROM channel_connections WHERE tenant_id = ${tenant.id} AND id = ${uuidOf(id)}`
          yield* writes`UPDATE outgoing_mail SET state = 'suppressed', last_error = 'The channel was removed',
              settled_at = now(), updated_at = now()
            WHERE tenant_id = ${tenant.id} AND connection_id = ${uuidOf(id)} AND state IN ('queued', 'sending')`
          yield* appendAudit(writes, tenant, causation, ids.next("log"), brandId, audit)
          yield* tell(id)
          return true
        }).pipe(transaction(database, scope.tenant)),

      reached: (kind, id) =>
        Effect.map(placed(kind, "AND k.id = $2", [uuidOf(id)]), ([found]) => Option.fromUndefinedOr(found)),

      placed: (id) =>
        Effect.map(placed(kindOf(id), "AND k.id = $2", [uuidOf(id)]), ([found]) => Option.fromUndefinedOr(found)),

      external: (kind, externalId) =>
        Effect.map(placed(kind, "AND k.external_id = $2", [externalId]), ([found]) => Option.fromUndefinedOr(found)),

      all: (kind) => placed(kind, "", []),

      records: (kind) =>
        query(
          system<{ id: string; last_inbound_at: Moment | null; last_outbound_at: Moment | null; restarts: number }>`
            SELECT id, last_inbound_at, last_outbound_at, restarts FROM channel_connections WHERE kind = ${kind}`
        ).pipe(
          Effect.map(
            (rows) =>
              new Map(
                rows.map((row) => [
                  connectionIdOf(kind, row.id),
                  {
                    lastInboundAt: momentOr(row.last_inbound_at),
                    lastOutboundAt: momentOr(row.last_outbound_at),
                    restarts: row.restarts
                  }
                ])
              )
          )
        ),

      secrets: (id) =>
        query(system<{ secrets: Uint8Array }>`SELECT secrets FROM channel_connections WHERE id = ${uuidOf(id)}`).pipe(
          Effect.flatMap(([row]) =>
            row === undefined ? Effect.succeedNone : Effect.map(open(id, row.secrets), Option.some)
          )
        ),

      note: (id, happened) => {
        const uuid = uuidOf(id)
        switch (happened.kind) {
          case "inbound":
            return query(system`UPDATE channel_connections SET last_inbound_at = now() WHERE id = ${uuid}
              AND coalesce(last_inbound_at < now() - make_interval(secs => ${noteEvery}), true)`).pipe(Effect.asVoid)
          case "outbound":
            return query(system`UPDATE channel_connections SET last_outbound_at = now(), last_error = NULL WHERE id = ${uuid}
              AND (last_error IS NOT NULL OR coalesce(last_outbound_at < now() - make_interval(secs => ${noteEvery}), true))`).pipe(
              Effect.asVoid
            )
          case "error": {
            const { asOf, status } = happened.outage ?? {}
            return query(
              system<{ told: boolean }>`WITH changed AS (
                  UPDATE channel_connections k SET last_error = ${happened.error},
                    status = CASE WHEN k.status = 'disabled' THEN k.status ELSE coalesce(${status ?? null}, k.status) END
                  FROM (SELECT id, status, updated_at FROM channel_connections WHERE id = ${uuid} FOR UPDATE) before
                  -- What is still under way meets the end of a token that is known to have ended.
                  WHERE k.id = before.id AND before.status <> 'uninstalled'
                    AND coalesce(before.updated_at = ${asOf === undefined ? null : iso(asOf)}, true)
                  RETURNING k.status <> before.status AS is_new)
                SELECT pg_notify(${news}, ${id}) IS NOT NULL AS told FROM changed WHERE is_new`
            ).pipe(Effect.asVoid)
          }
        }
      },

      changes: notices(system, news).pipe(
        Stream.map(changedId),
        Stream.filter((id) => id !== undefined)
      )
    })
  })
)

const changedId = (payload: string): ConnectionId | undefined => {
  const id = parseAnyId(payload)
  // Every payload of this channel is the id of a connection.
  return id === undefined ? undefined : (id as ConnectionId)
}

const kindOf = (id: ConnectionId): ConnectionKind =>
  id.startsWith("ins_") ? "chat" : id.startsWith("num_") ? "sms" : "custom"
