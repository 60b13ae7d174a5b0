import { Effect, Layer } from "effect"
import { idOf, uuidOf } from "../../domain/Ids.ts"
import { type KnownNode, NodeRegistry, type NodeState } from "../../system/NodeRegistry.ts"
import { Database } from "../Database.ts"
import { query } from "../query.ts"
import { type Moment, moment, momentOr } from "../rows/columns.ts"

/** How long after its last heartbeat a node counts as silent. */
const silentAfter = "30 seconds"
/** How long nodes are shown after they stopped, and after they fell silent. */
const shown = { stopped: "1 hour", silent: "1 day" }
/** Milliseconds that a viewer waits. */
const patience = 3_000
/** Rows shown, at most: where starts fail one after the other, each leaves one. */
const most = 100

interface Row {
  readonly id: string
  readonly version: string
  readonly migration: number
  readonly host: string
  readonly port: number
  readonly pid: number
  readonly state: NodeState
  readonly started_at: Moment
  readonly heard_at: Moment
  readonly stopped_at: Moment | null
}

/** `NodeRegistry` in PostgreSQL. */
export const layer = Layer.effect(
  NodeRegistry,
  Effect.gen(function* () {
    const { system } = yield* Database

    return NodeRegistry.of({
      beat: ({ host, id, migration, pid, port, version }, uptime) =>
        query(system`WITH forgotten AS (
            DELETE FROM node_registry WHERE id <> ${uuidOf(id)} AND (stopped_at < now() - interval '${system.literal(shown.stopped)}'
              OR heard_at < now() - interval '${system.literal(shown.silent)}'
              OR (host = ${host} AND port = ${port} AND stopped_at IS NULL
                AND heard_at < now() - greatest(interval '${system.literal(silentAfter)}', make_interval(secs => ${uptime})))))
          INSERT INTO node_registry (id, version, migration, host, port, pid, started_at)
          VALUES (${uuidOf(id)}, ${version}, ${migration}, ${host}, ${port}, ${pid}, now() - make_interval(secs => ${uptime}))
          ON CONFLICT (id) DO UPDATE SET heard_at = now()`).pipe(Effect.asVoid),

      leave: (id) =>
        query(system`UPDATE node_registry SET heard_at = now(), stopped_at = now() WHERE id = ${uuidOf(id)}`).pipe(
          Effect.asVoid
        ),

      list: query(
        system<Row>`SELECT *, CASE WHEN stopped_at IS NOT NULL THEN 'stopped'
              WHEN heard_at < now() - interval '${system.literal(silentAfter)}' THEN 'silent' ELSE 'running' END AS state
            FROM node_registry ORDER BY stopped_at IS NOT NULL, heard_at < now() - interval '${system.literal(silentAfter)}', id DESC
            LIMIT ${most}`,
        patience
      ).pipe(Effect.map((rows) => rows.map(nodeOf)))
    })
  })
)

const nodeOf = ({ id, started_at, heard_at, stopped_at, ...row }: Row): KnownNode => ({
  id: idOf("node", id),
  version: row.version,
  migration: row.migration,
  host: row.host,
  port: row.port,
  pid: row.pid,
  state: row.state,
  startedAt: moment(started_at),
  heardAt: moment(heard_at),
  stoppedAt: momentOr(stopped_at)
})
