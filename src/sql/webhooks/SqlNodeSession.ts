import * as PgConnection from "@effect/sql-pg/PgConnection"
import { Array as Arr, Duration, Effect, Layer, Stream } from "effect"
import type { SqlError } from "effect/sql"
import { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"
import { NodeSession } from "../../webhooks/NodeSession.ts"
import { Database } from "../Database.ts"
import { endLeases } from "../outbound/endLeases.ts"
import { query } from "../query.ts"
import { decodeSignal, encodeSignal, maxSignalled, webhookChannel } from "./webhookSignal.ts"

/** First key of the session locks that tell that a node lives; the second is its number, or 0 for the leader's. */
const lockClass = 7331
/** How long the session may take to answer before it counts as lost. */
const patience = Duration.seconds(5)

export const layer = Layer.effect(
  NodeSession,
  Effect.gen(function* () {
    const { system } = yield* Database

    return NodeSession.of({
      open: Effect.fnUntraced(function* (node) {
        // A connection of its own outlives every statement of the pool, and never waits for one.
        const config = { ...system.config, applicationName: "trunkline dispatcher" }
        const connection = yield* Effect.mapError(PgConnection.make(config), lost)
        const session = yield* connection.pin
        const run = (text: string, parameters: ReadonlyArray<unknown> = []) =>
          session
            .query(text, parameters)
            .pipe(
              Effect.mapError(lost),
              Effect.timeoutOrElse({ duration: patience, orElse: () => Effect.fail(lost()) })
            )

        yield* run("select pg_advisory_lock($1, $2)", [lockClass, node])
        // Written even if it exists: whoever removes dead nodes may have looked before we held the lock.
        yield* run("insert into nodes (id) values ($1) on conflict (id) do update set id = excluded.id", [node])
        const notifications = yield* Effect.mapError(session.listen(webhookChannel), lost)
        let leading = false

        return {
          signals: Stream.fromQueue(notifications).pipe(
            Stream.map(({ payload }) => decodeSignal(payload)),
            Stream.filter(({ from }) => from !== node),
            Stream.mapError(lost)
          ),
          check: Effect.asVoid(run("select 1")),
          leads: Effect.suspend(() =>
            leading
              ? Effect.succeed(true)
              : Effect.map(run("select pg_try_advisory_lock($1, 0) as won", [lockClass]), ({ rows }) => {
                  leading = rows[0]?.["won"] === true
                  return leading
                })
          )
        }
      }),

      announce: (node, webhookIds) =>
        Effect.forEach(
          Arr.chunksOf(webhookIds, maxSignalled),
          (part) => query(system.notify(webhookChannel, encodeSignal({ kind: "work", from: node, webhookIds: part }))),
          { discard: true }
        ),

      bury: (node) =>
        query(
          Effect.gen(function* () {
            const dead = yield* system<{ id: number }>`DELETE FROM nodes n WHERE n.id <> ${node} AND NOT EXISTS (
                SELECT FROM pg_locks l WHERE l.locktype = 'advisory' AND l.classid = ${lockClass}::int::oid AND l.objid = n.id::oid
                  AND l.granted AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database()))
              RETURNING id`
            if (dead.length === 0) return []
            const numbers = dead.map(({ id }) => id)
            const freed = yield* system<{
              webhook_id: string
            }>`UPDATE deliveries SET lease_owner = NULL, lease_until = NULL
              WHERE lease_owner = ANY(${numbers}::int[]) RETURNING webhook_id`
            yield* endLeases(system, numbers)
            return [...new Set(freed.map(({ webhook_id }) => webhook_id))]
          }).pipe(system.withTransaction)
        )
    })
  })
)

const lost = (_?: SqlError.SqlError) => new DatabaseUnavailable({ reason: "unreachable" })
