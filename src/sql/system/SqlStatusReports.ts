import { Effect, Layer } from "effect"
import { type Queue, type SchemaState, StatusReports } from "../../system/StatusReports.ts"
import * as Migrations from "../Migrations.ts"
import { query as patientQuery } from "../query.ts"
import { type Moment, moment, momentOr } from "../rows/columns.ts"
import { queueStatements } from "./queueStatements.ts"
import { statusPool } from "./statusPool.ts"

/** Tables that are listed. */
const largest = 10
/** Milliseconds that a viewer waits for a connection and the answer, whatever trouble the database is in. */
const patience = 3_000
const query = <A, E>(effect: Effect.Effect<A, E>) => patientQuery(effect, patience)

interface QueueRow extends Omit<Queue, "oldestDueAt"> {
  readonly oldest: Moment | null
}

interface ConnectionRow {
  readonly used: number
  readonly limit: number
  readonly ours: number
  readonly waiting: number
  readonly oldest: Moment | null
}

interface SizeRow {
  readonly server: string
  readonly total: number
  readonly name: string
  readonly bytes: number
  readonly rows: number
}

interface StepRow {
  readonly id: number
  readonly name: string
  readonly applied_at: Moment
  readonly oldest_code: number
}

/** `StatusReports` of PostgreSQL. */
export const layer = Layer.effect(
  StatusReports,
  Effect.gen(function* () {
    const sql = yield* statusPool
    const code = Migrations.newestOf(yield* Migrations.load())

    return StatusReports.of({
      size: query(sql<SizeRow>`SELECT split_part(current_setting('server_version'), ' ', 1) AS server, pg_database_size(current_database()) AS total, t.*
          FROM (SELECT coalesce(p.relname, c.relname)::text AS name, sum(pg_total_relation_size(c.oid))::bigint AS bytes,
              sum(greatest(c.reltuples, 0))::bigint AS rows
            FROM pg_class c LEFT JOIN pg_inherits i ON i.inhrelid = c.oid LEFT JOIN pg_class p ON p.oid = i.inhparent
            WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'm')
            GROUP BY 1 ORDER BY 2 DESC NULLS LAST LIMIT ${largest}) t`).pipe(
        Effect.map((rows) => ({
          serverVersion: rows[0]?.server ?? "",
          bytes: rows[0]?.total ?? 0,
          tables: rows.map(({ name, bytes, rows }) => ({ name, bytes, rows }))
        }))
      ),

      // What other users' sessions do is hidden, but not that they exist.
      connections:
        query(sql<ConnectionRow>`SELECT count(*)::int AS used, (count(*) FILTER (WHERE application_name LIKE 'trunkline %'
              AND datname = current_database()))::int AS ours,
            (count(*) FILTER (WHERE wait_event_type = 'Lock' AND datname = current_database()))::int AS waiting,
            min(xact_start) FILTER (WHERE datname = current_database() AND pid <> pg_backend_pid()) AS oldest,
            current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
              - coalesce(current_setting('reserved_connections', true)::int, 0) AS limit
          FROM pg_stat_activity WHERE backend_type = 'client backend'`).pipe(
          Effect.map(([row]) => ({
            used: row?.used ?? 0,
            limit: row?.limit ?? 0,
            ours: row?.ours ?? 0,
            waitingForLocks: row?.waiting ?? 0,
            oldestTransactionAt: momentOr(row?.oldest ?? null)
          }))
        ),

      schema: query(
        sql<StepRow>`SELECT id, name, applied_at, coalesce(oldest_code, id) AS oldest_code FROM migrations ORDER BY id`
      ).pipe(Effect.map((steps) => schemaOf(steps, code))),

      storedBytes: query(sql<{ bytes: number }>`SELECT coalesce(sum(bytes), 0)::bigint AS bytes FROM (
            SELECT a.amount AS bytes FROM tenants t JOIN tallies a ON a.tenant_id = t.id AND a.name = 'storage' AND a.subject = t.id
            UNION ALL SELECT change FROM tally_changes WHERE name = 'storage') n`).pipe(
        Effect.map(([row]) => row?.bytes ?? 0)
      ),

      queues: (part) =>
        query(
          sql.unsafe<QueueRow>(
            `select q.*, greatest(0, coalesce(extract(epoch from now() - q.oldest), 0))::int as lag from (${queueStatements[part]}) q
              order by q.name`
          )
        ).pipe(
          Effect.map((rows) => rows.map(({ oldest, ...row }): Queue => ({ ...row, oldestDueAt: momentOr(oldest) })))
        )
    })
  })
)

const schemaOf = (steps: ReadonlyArray<StepRow>, code: number): SchemaState => {
  const reached = steps.at(-1)?.id ?? 0
  const isBarred = steps.some(({ oldest_code }) => oldest_code > code)
  return {
    state: reached < code ? "behind" : isBarred ? "barred" : reached > code ? "ahead" : "current",
    database: reached,
    code,
    applied: steps.map(({ applied_at, id, name }) => ({ id, name, appliedAt: moment(applied_at) }))
  }
}
