import { Effect, Layer, Option, Redacted, Result, Schema, Stream } from "effect"
import { Vault } from "../../accounts/Vault.ts"
import { IdGenerator } from "../../domain/IdGenerator.ts"
import { type AppId, idOf, parseId, uuidOf } from "../../domain/Ids.ts"
import type { BrandScope } from "../../domain/Principal.ts"
import { SlackAppSecrets } from "../../domain/SlackApp.ts"
import { SlackAppStore } from "../../tickets/connections/SlackAppStore.ts"
import { Database } from "../Database.ts"
import { appendAudit } from "../events/appendAudit.ts"
import { notices } from "../notices.ts"
import { query } from "../query.ts"
import { rowOfSlackApp, type SlackAppRow, slackAppColumns, slackAppOf } from "../rows/slackAppRow.ts"
import { lockBrand } from "../settings/brandRecords.ts"
import { transaction } from "../transaction.ts"

/** The channel on which nodes tell each other that an app has changed. */
const news = "trunkline_slack_apps"

const secretsJson = Schema.fromJsonString(SlackAppSecrets)
const [readSecrets, writeSecrets] = [Schema.decodeSync(secretsJson), Schema.encodeSync(secretsJson)]

interface SealedRow extends SlackAppRow {
  readonly secrets: Uint8Array
}

/** `SlackAppStore` in PostgreSQL. */
export const layer = Layer.effect(
  SlackAppStore,
  Effect.gen(function* () {
    const database = yield* Database
    const vault = yield* Vault
    const ids = yield* IdGenerator
    const { reads, system, writes } = database

    const seal = (id: AppId, secrets: SlackAppSecrets) =>
      vault.seal("channel-secret", id, Redacted.make(writeSecrets(secrets)))
    const opened = (row: SealedRow) =>
      Effect.map(vault.open("channel-secret", idOf("app", row.id), row.secrets), (secrets) => ({
        app: slackAppOf(row),
        secrets: readSecrets(Redacted.value(secrets))
      }))
    /** A secret whose key is gone is the operator's mistake, which the log names. */
    const registeredOf = (row: SealedRow) => Effect.orDie(opened(row))
    const tell = (id: AppId) => writes`SELECT pg_notify(${news}, ${id})`

    const ofBrand = ({ brandId, tenant }: BrandScope, id?: AppId) =>
      query(
        reads.unsafe<SlackAppRow & { readonly id: string | null }>(
          `SELECT a.* FROM tenant_scope($1) s, LATERAL (SELECT ${slackAppColumns} FROM brands b
            LEFT JOIN slack_apps a ON a.tenant_id = b.tenant_id AND a.brand_id = b.id
              AND ($3::uuid IS NULL OR a.id = $3::uuid)
            WHERE b.tenant_id = s.tenant_id AND b.id = $2 AND b.deleted_at IS NULL
            ORDER BY a.id OFFSET 0) a`,
          [tenant.id, uuidOf(brandId), id === undefined ? null : uuidOf(id)]
        )
      ).pipe(
        // No row: no brand. One row of nulls: a brand without such an app.
        Effect.map((rows) =>
          rows.length === 0 ? Option.none() : Option.some(rows.filter((row) => row.id !== null).map(slackAppOf))
        )
      )

    /** The app and its secrets, with both the brand and the app locked for the rest of the transaction. */
    const lock = (scope: BrandScope, id: AppId) =>
      Effect.gen(function* () {
        if (!(yield* lockBrand(writes, scope))) return undefined
        const [row] = yield* writes.unsafe<SealedRow>(
          `SELECT ${slackAppColumns}, a.secrets FROM slack_apps a
            WHERE a.tenant_id = $1 AND a.brand_id = $2 AND a.id = $3 FOR UPDATE`,
          [scope.tenant.id, uuidOf(scope.brandId), uuidOf(id)]
        )
        return row === undefined ? undefined : yield* registeredOf(row)
      })

    const across = (condition: string, parameters: ReadonlyArray<unknown>) =>
      query(
        system.unsafe<SealedRow>(
          `SELECT ${slackAppColumns}, a.secrets FROM slack_apps a
            JOIN brands b ON b.tenant_id = a.tenant_id AND b.id = a.brand_id AND b.deleted_at IS NULL
            WHERE ${condition} ORDER BY a.id`,
          parameters
        )
      )

    return SlackAppStore.of({
      list: (scope) => ofBrand(scope),

      find: (scope, id) =>
        Effect.map(
          ofBrand(scope, id),
          Option.flatMapNullishOr(([found]) => found)
        ),

      count: (scope) =>
        Effect.gen(function* () {
          if (!(yield* lockBrand(writes, scope))) return Option.none()
          const [row] = yield* writes<{ count: number }>`SELECT count(*)::int AS count FROM slack_apps
            WHERE tenant_id = ${scope.tenant.id} AND brand_id = ${uuidOf(scope.brandId)}`
          return Option.some(row?.count ?? 0)
        }).pipe(transaction(database, scope.tenant)),

      create: (scope, causation, app, secrets, audit) =>
        Effect.gen(function* () {
          const row = rowOfSlackApp(scope.tenant.id, app)
          const names = Object.keys(row).join(", ")
          yield* writes.unsafe(
            `INSERT INTO slack_apps (${names}, secrets)
              SELECT ${names}, $2::bytea FROM json_populate_record(NULL::slack_apps, $1::json)`,
            [JSON.stringify(row), yield* seal(app.id, secrets)]
          )
          yield* appendAudit(writes, scope.tenant, causation, ids.next("log"), scope.brandId, audit)
          yield* tell(app.id)
        }).pipe(transaction(database, scope.tenant)),

      change: (scope, causation, id, decide) =>
        Effect.gen(function* () {
          const before = yield* lock(scope, id)
          if (before === undefined) return Option.none()
          const decision = decide(before.app, before.secrets)
          if (Result.isFailure(decision)) return yield* Effect.fail(decision.failure)
          const { app, audit, secrets } = decision.success
          if (audit === undefined) return Option.some(app)
          yield* writes.unsafe(
            `UPDATE slack_apps a SET name = n.name, client_id = n.client_id, known = n.known, updated_at = n.updated_at,
                secrets = $2::bytea
              FROM json_populate_record(NULL::slack_apps, $1::json) n WHERE a.tenant_id = n.tenant_id AND a.id = n.id`,
            [JSON.stringify(rowOfSlackApp(scope.tenant.id, app)), yield* seal(id, secrets)]
          )
          yield* appendAudit(writes, scope.tenant, causation, ids.next("log"), scope.brandId, audit)
          yield* tell(id)
          return Option.some(app)
        }).pipe(transaction(database, scope.tenant)),

      delete: (scope, causation, id, check) =>
        Effect.gen(function* () {
          const before = yield* lock(scope, id)
          if (before === undefined) return Option.none()
          const [used] = yield* writes<{ count: number }>`SELECT count(*)::int AS count FROM channel_connections
            WHERE tenant_id = ${scope.tenant.id} AND kind = 'chat' AND settings ->> 'app' = ${id}`
          const audit = yield* Effect.fromResult(check(before.app, used?.count ?? 0))
          yield* writes`DELETE FROM slack_apps WHERE tenant_id = ${scope.tenant.id} AND id = ${uuidOf(id)}`
          yield* appendAudit(writes, scope.tenant, causation, ids.next("log"), scope.brandId, audit)
          yield* tell(id)
          return Option.some(before.app)
        }).pipe(transaction(database, scope.tenant)),

      registered: (id) =>
        Effect.flatMap(across("a.id = $1", [uuidOf(id)]), ([row]) =>
          row === undefined ? Effect.succeedNone : Effect.map(registeredOf(row), Option.some)
        ),

      listening: Effect.flatMap(across("'appToken' = any(a.known)", []), (rows) =>
        Effect.map(
          Effect.forEach(rows, (row) =>
            opened(row).pipe(
              Effect.asSome,
              // One that cannot be opened must not stop the events of the others.
              Effect.catchTag("CannotOpen", ({ message }) =>
                Effect.andThen(Effect.logError("A Slack app receives no events", message), Effect.succeedNone)
              )
            )
          ),
          (found) => found.flatMap(Option.toArray)
        )
      ),

      changes: notices(system, news).pipe(
        Stream.map((payload) => Option.getOrUndefined(parseId("app", payload))),
        Stream.filter((id) => id !== undefined)
      )
    })
  })
)
