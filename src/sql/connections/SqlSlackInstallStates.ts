import { createHash } from "node:crypto"
import { Effect, Layer, Option } from "effect"
import { idOf, uuidOf } from "../../domain/Ids.ts"
import { SlackInstallStates } from "../../tickets/connections/SlackInstallStates.ts"
import { Database } from "../Database.ts"
import { query } from "../query.ts"
import { uuidOr } from "../rows/columns.ts"
import { type ScopeRow, scopeOf } from "../rows/scopeRow.ts"
import { transaction } from "../transaction.ts"

/** Minutes that an installation may take. */
const lifetime = 10

interface Row extends ScopeRow {
  readonly redirect_url: string | null
  readonly app_id: string | null
}

export const layer = Layer.effect(
  SlackInstallStates,
  Effect.gen(function* () {
    const database = yield* Database
    const { system, writes } = database

    return SlackInstallStates.of({
      begin: (state, { app, redirectUrl, scope: { brandId, tenant }, sessionId }) =>
        Effect.gen(function* () {
          const rows = yield* writes`INSERT INTO slack_install_states
              (state_hash, tenant_id, brand_id, session_id, redirect_url, app_id, expires_at)
            SELECT ${hashOf(state)}, tenant_id, id, ${uuidOf(sessionId)}::uuid, ${redirectUrl ?? null},
              ${uuidOr(app)}::uuid, now() + make_interval(mins => ${lifetime})
            FROM brands WHERE tenant_id = ${tenant.id} AND id = ${uuidOf(brandId)} AND deleted_at IS NULL
            RETURNING 1`
          return rows.length === 0 ? Option.none<true>() : Option.some<true>(true)
        }).pipe(transaction(database, tenant)),

      take: Effect.fnUntraced(function* (state, sessionId) {
        yield* query(system`DELETE FROM slack_install_states WHERE expires_at < now()`)
        const [row] = yield* query(system<Row>`
          DELETE FROM slack_install_states i USING tenants n
          WHERE i.state_hash = ${hashOf(state)} AND i.session_id = ${uuidOf(sessionId)}::uuid AND n.id = i.tenant_id
          RETURNING i.tenant_id, n.account_id, n.mode, i.brand_id, i.redirect_url, i.app_id`)
        return Option.map(Option.fromUndefinedOr(row), (found) => ({
          scope: scopeOf(found),
          sessionId,
          redirectUrl: found.redirect_url ?? undefined,
          app: found.app_id === null ? undefined : idOf("app", found.app_id)
        }))
      })
    })
  })
)

const hashOf = (state: string) => createHash("sha256").update(state).digest()
