import { Array as Arr, DateTime, Duration, Effect, Layer, Option } from "effect"
import { AccountDeletionStore } from "../../accounts/AccountDeletionStore.ts"
import { Vault } from "../../accounts/Vault.ts"
import type { AccountContents } from "../../domain/AccountDeletion.ts"
import { graceDays } from "../../domain/AccountDeletion.ts"
import type { Causation } from "../../domain/Causation.ts"
import { type ConnectionKind, connectionIdOf } from "../../domain/ChannelConnection.ts"
import { IdGenerator } from "../../domain/IdGenerator.ts"
import { uuidOf } from "../../domain/Ids.ts"
import { iso } from "../../domain/iso.ts"
import type { Tenant } from "../../domain/Tenant.ts"
import { connectionNews } from "../connections/connectionNews.ts"
import { Database } from "../Database.ts"
import { appendAudit } from "../events/appendAudit.ts"
import { insertMail } from "../outbound/insertMail.ts"
import { query as patientQuery } from "../query.ts"
import { retryConflicts } from "../retryConflicts.ts"
import { type AccountRow, accountOf } from "../rows/accountRow.ts"
import { type Moment, moment } from "../rows/columns.ts"
import { encodeSignal, maxSignalled, webhookChannel } from "../webhooks/webhookSignal.ts"
import { keyNews } from "./SqlApiKeyStore.ts"
import { revive, silenceAccounts } from "./silenceAccounts.ts"

/** Milliseconds that a deletion may take: it touches all brands and all waiting messages. */
const patience = 30_000
const query = <A, E, R>(effect: Effect.Effect<A, E, R>) => patientQuery(effect, patience)

/** It is unknown who uses the token of a mail. */
const somebody: Causation["actor"] = { type: "agent", id: null, name: null, channel: "dashboard" }

/** `AccountDeletionStore` in PostgreSQL. Accounts are outside row-level security; each statement names its tenants. */
export const layer = Layer.effect(
  AccountDeletionStore,
  Effect.gen(function* () {
    const { system } = yield* Database
    const vault = yield* Vault
    const ids = yield* IdGenerator

    const tenantsOf = (accountId: string) =>
      Effect.map(
        system<{ id: string; mode: Tenant["mode"] }>`SELECT id, mode FROM tenants WHERE account_id = ${accountId}`,
        (rows) => ({
          ids: rows.map(({ id }) => id),
          live: rows.find(({ mode }) => mode === "live")?.id ?? ""
        })
      )

    /** Ends all sessions of the dashboard and the portals, and all links and tokens; returns how many sessions there were. */
    const signOut = Effect.fnUntraced(function* (accountId: string, tenants: ReadonlyArray<string>) {
      const sessions = yield* system`DELETE FROM sessions WHERE account_id = ${accountId} RETURNING 1`
      yield* system`DELETE FROM magic_links WHERE account_id = ${accountId}`
      yield* system`DELETE FROM portal_tokens WHERE tenant_id = ANY(${tenants}::uuid[])`
      yield* system`DELETE FROM portal_links WHERE tenant_id = ANY(${tenants}::uuid[])`
      return sessions.length
    })

    /** Tells every node which keys, webhooks and connections have changed. */
    const tell = Effect.fnUntraced(function* (tenants: ReadonlyArray<string>, webhookIds: ReadonlyArray<string>) {
      yield* system`SELECT pg_notify(${keyNews}, '')`
      for (const ids of Arr.chunksOf(webhookIds, maxSignalled)) {
        yield* system`SELECT pg_notify(${webhookChannel}, ${encodeSignal({ kind: "changed", from: 0, webhookIds: ids })})`
      }
      const connections = yield* system<{ id: string; kind: ConnectionKind }>`SELECT id, kind FROM channel_connections
        WHERE tenant_id = ANY(${tenants}::uuid[])`
      yield* Effect.forEach(
        connections,
        ({ id, kind }) => system`SELECT pg_notify(${connectionNews}, ${connectionIdOf(kind, id)})`,
        { discard: true }
      )
    })

    return AccountDeletionStore.of({
      contents: (accountId) => {
        const count = (table: string, condition = "") =>
          `(SELECT count(*)::int FROM ${table} x JOIN tenants t ON t.id = x.tenant_id WHERE t.account_id = $1 ${condition})`
        return query(
          system.unsafe<AccountContents>(
            `SELECT ${count("brands", "AND x.deleted_at IS NULL")} AS "brandCount",
              ${count("tickets", "AND x.deleted_at IS NULL")} AS "ticketCount",
              ${count("customers", "AND x.deleted_at IS NULL")} AS "customerCount",
              (SELECT count(*)::int FROM members WHERE account_id = $1) AS "memberCount",
              ${count("api_keys", "AND x.revoked_at IS NULL")} AS "apiKeyCount", ${count("webhooks")} AS "webhookCount"`,
            [uuidOf(accountId)]
          )
        ).pipe(Effect.flatMap(([row]) => (row === undefined ? Effect.die("no counts") : Effect.succeed(row))))
      },

      delete: ({ causation, signedIn }, { mailTo, restoreHash }) =>
        Effect.gen(function* () {
          const accountId = uuidOf(signedIn.account.id)
          const [deleted] = yield* system<{ deleted_at: Moment }>`UPDATE accounts
            SET deleted_at = now(), restore_hash = ${restoreHash} WHERE id = ${accountId} AND deleted_at IS NULL
            RETURNING deleted_at`
          if (deleted === undefined) return Option.none()
          const until = DateTime.addDuration(moment(deleted.deleted_at), Duration.days(graceDays))
          const tenants = yield* tenantsOf(accountId)
          const sessions = yield* signOut(accountId, tenants.ids)
          const silenced = yield* silenceAccounts(system)
          yield* tell(tenants.ids, silenced.webhookIds)
          const owners = yield* system<{ email: string }>`SELECT email FROM members
            WHERE account_id = ${accountId} AND role = 'owner' AND status = 'active' ORDER BY id`
          yield* Effect.forEach(owners, ({ email }) => insertMail(system, vault, mailTo(email, until)), {
            discard: true
          })
          yield* appendAudit(system, signedIn.tenants.live, causation, ids.next("log"), undefined, {
            event: "account.deleted",
            entityType: "account",
            entityId: signedIn.account.id,
            metadata: { sessions, restorableUntil: iso(until) }
          })
          return Option.some(until)
        }).pipe(system.withTransaction, retryConflicts, query),

      restore: (restoreHash, request) =>
        Effect.gen(function* () {
          const [row] = yield* system<AccountRow & { deleted_at: Moment }>`SELECT * FROM accounts
            WHERE restore_hash = ${restoreHash} AND deleted_at > now() - make_interval(days => ${graceDays}) FOR UPDATE`
          if (row === undefined) return Option.none()
          const tenants = yield* tenantsOf(row.id)
          // Including whoever signed in while it was being deleted.
          yield* signOut(row.id, tenants.ids)
          const revived = yield* revive(system, row.id)
          yield* system`UPDATE accounts SET deleted_at = NULL, restore_hash = NULL WHERE id = ${row.id}`
          yield* tell(tenants.ids, revived.webhookIds)
          const account = accountOf(row)
          yield* appendAudit(
            system,
            { id: tenants.live, accountId: account.id, mode: "live" },
            { ...request, actor: somebody },
            ids.next("log"),
            undefined,
            {
              event: "account.restored",
              entityType: "account",
              entityId: account.id,
              metadata: { brands: revived.brands }
            }
          )
          return Option.some(account)
        }).pipe(system.withTransaction, retryConflicts, query)
    })
  })
)
