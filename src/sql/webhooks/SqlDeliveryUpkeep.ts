import { Effect, Layer } from "effect"
import { Vault } from "../../accounts/Vault.ts"
import { IdGenerator } from "../../domain/IdGenerator.ts"
import { uuidOf } from "../../domain/Ids.ts"
import { DeliveryUpkeep } from "../../webhooks/DeliveryUpkeep.ts"
import { Database } from "../Database.ts"
import { query as patientQuery } from "../query.ts"
import { countHour, forgetHours, hoursToCount, sumDays } from "./countDeliveries.ts"
import * as statements from "./deliveryStatements.ts"
import { tellOfFailures } from "./tellOfFailures.ts"

/** Rows that a chore handles per statement, so that none runs long. */
const piece = 1_000
/** Days for which partitions are created in advance. */
const daysAhead = 3
/**
 * Days that rows are kept. Events are kept longer than attempts by as much as a delivery made on their last day may take. API
 * requests are looked up within days, and their number grows with the load.
 */
const daysKept = { attempts: 30, events: 34, api_requests: 7 }
/** Hours that idempotent answers are kept. */
const receiptHours = 24
/** Dead rows in `deliveries` that make a vacuum worthwhile. */
const manyDead = 20_000
/** A webhook is disabled after this many days without success and this many failed deliveries. */
const failing = { days: 5, deliveries: 10 }

/** Milliseconds that a chore may take. */
const patience = 60_000
const query = <A, E>(effect: Effect.Effect<A, E>) => patientQuery(effect, patience)

/** Moves pending deliveries to the log, as ended without an attempt. */
const end = (which: string, error: string, final: number) => `
with gone as (delete from deliveries where (webhook_id, event_id) in (${which} limit ${piece} for update of d skip locked) returning *)
, logged as (insert into attempts (id, delivery_id, tenant_id, webhook_id, event_id, event_type, chain_id, attempt, trigger, replay_of,
    started_at, duration_ms, error, final)
  select new_uuid_v7(), g.id, g.tenant_id, g.webhook_id, g.event_id, coalesce(g.sent_as, e.type), g.chain_id, g.attempts, g.trigger, g.replay_of,
    now(), 0, '${error}', ${final} from gone g join events e on e.id = g.event_id)
select count(*)::int as count from gone`

/** `mail`: what mails to owners refer to, the installation's address and the domain of its Message-IDs. */
export const layer = (mail: { readonly publicUrl: string; readonly mailDomain: string }) =>
  Layer.effect(
    DeliveryUpkeep,
    Effect.gen(function* () {
      const { system } = yield* Database
      const ids = yield* IdGenerator
      const vault = yield* Vault
      /** The last hour whose deliveries this node has counted. */
      let counted: Date | undefined

      const count = (text: string) =>
        query(Effect.map(system.unsafe<{ count: number }>(text), ([row]) => row?.count ?? 0))

      /** The day partitions of a table, by name, and whether each is past its days. */
      const partitions = ([table, days]: readonly [table: string, days: number]) =>
        system<{ name: string; over: boolean }>`SELECT c.relname AS name,
          to_date(right(c.relname, 8), 'YYYYMMDD') < (now() AT TIME ZONE 'UTC')::date - ${days}::int AS over
        FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
        WHERE i.inhparent = ${table}::regclass AND c.relname ~ '_[0-9]{8}$'`

      return DeliveryUpkeep.of({
        makePartitions: count(`select count(create_day_partitions((now() at time zone 'UTC')::date + day))::int as count
        from generate_series(0, ${daysAhead}) day`),

        dropPartitions: query(
          Effect.gen(function* () {
            const all = yield* Effect.forEach(Object.entries(daysKept), partitions)
            const old = all.flat().filter(({ over }) => over)
            yield* Effect.forEach(old, ({ name }) => system`DROP TABLE ${system(name)}`, { discard: true })
            // Rows that arrived before a partition existed for their day.
            for (const [table, days] of Object.entries(daysKept)) {
              yield* system.unsafe(
                `delete from ${table}_default where id in (select id from ${table}_default where id < uuid_at(now() - interval '${days} days') limit ${piece})`
              )
            }
            return old.length
          })
        ),

        expire: count(
          end(
            `select d.webhook_id, d.event_id from deliveries d
            where d.expires_at < now() and coalesce(d.lease_until < now(), true)`,
            "expired",
            2
          )
        ),

        cancel: query(
          Effect.gen(function* () {
            const [deleted] = yield* system<{ count: number }>`WITH gone AS (
              DELETE FROM deliveries WHERE (webhook_id, event_id) IN (
                SELECT d.webhook_id, d.event_id FROM (${system.unsafe(statements.behind)}) b
                CROSS JOIN LATERAL (SELECT webhook_id, event_id FROM deliveries
                  WHERE webhook_id = b.webhook_id LIMIT ${piece}) d
                WHERE NOT EXISTS (SELECT FROM webhooks w WHERE w.id = b.webhook_id) LIMIT ${piece}) RETURNING 1)
            SELECT count(*)::int AS count FROM gone`
            const disabled = yield* count(
              end(
                `select d.webhook_id, d.event_id from (${statements.behind}) b join webhooks w on w.id = b.webhook_id and w.status = 'disabled'
                join deliveries d on d.webhook_id = w.id`,
                "webhook_disabled",
                3
              )
            )
            return (deleted?.count ?? 0) + disabled
          })
        ),

        disableFailing: query(
          Effect.gen(function* () {
            // Locked, so that none is among them that somebody has just changed.
            const hopeless = yield* system<{ id: string }>`SELECT w.id FROM webhooks w
            WHERE w.status <> 'disabled' AND w.failing_since < now() - make_interval(days => ${failing.days})
              AND (SELECT count(*) FROM (SELECT FROM attempts a WHERE a.webhook_id = w.id AND a.final = 2 AND a.trigger <> 'test'
                AND a.id >= uuid_at(w.failing_since) LIMIT ${failing.deliveries}) x) >= ${failing.deliveries}
            ORDER BY w.id FOR UPDATE OF w`
            yield* Effect.forEach(
              hopeless,
              ({ id }) => system.unsafe(statements.disable, [id, "failing", uuidOf(ids.next("log"))]),
              { discard: true }
            )
            return hopeless.length
          }).pipe(system.withTransaction)
        ),

        tellOfFailures: query(tellOfFailures(system, vault, ids.next, mail)),

        countDays: Effect.gen(function* () {
          const hours = yield* query(system.unsafe<{ hour: Date }>(hoursToCount, [counted ?? null]))
          for (const { hour } of hours) yield* query(system.unsafe(countHour, [hour]))
          yield* query(system.unsafe(sumDays, [hours[0]?.hour]))
          counted = hours.at(-1)?.hour
          yield* query(system.unsafe(forgetHours))
          return hours.length
        }),

        purgeReceipts: count(`with gone as (delete from receipts where (tenant_id, key) in (
          select tenant_id, key from receipts where created_at < now() - interval '${receiptHours} hours' limit ${piece}) returning 1)
        select count(*)::int as count from gone`),

        vacuum: query(
          Effect.gen(function* () {
            const [table] = yield* system<{ dead: number }>`SELECT n_dead_tup::float8 AS dead FROM pg_stat_user_tables
            WHERE relid = 'deliveries'::regclass`
            if ((table?.dead ?? 0) < manyDead) return 0
            yield* system`VACUUM deliveries`
            return 1
          })
        )
      })
    })
  )
