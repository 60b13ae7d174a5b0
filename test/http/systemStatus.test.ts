import { readFileSync } from "node:fs"
import { assert, layer } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { uuidOf } from "../../src/domain/Ids.ts"
import * as StrayRejections from "../../src/runtime/StrayRejections.ts"
import { Database } from "../../src/sql/Database.ts"
import { HttpSite, site } from "../support/HttpSite.ts"
import { Installation } from "../support/Installation.ts"
import { seedTenant } from "../support/seedTenant.ts"
import { asking, teamMember } from "../support/teamMember.ts"
import { until } from "../support/until.ts"

const token = "an-operators-token-of-forty-characters.."
const bearer = (credential: string) => ({ key: "", headers: { authorization: `Bearer ${credential}` } })
const path = "/v1/system/status"

layer(site({ operatorToken: Redacted.make(token) }), { excludeTestServices: true })(
  "The installation's status",
  (it) => {
    it.effect("is visible to operators, and to owners and admins of the account that the first start created", () =>
      Effect.gen(function* () {
        const status = (caller: object) => Effect.map(asking("GET", path, caller), ({ status }) => status)
        assert.strictEqual(yield* status({ key: "" }), 200)
        assert.strictEqual(yield* status(bearer(token)), 200)
        for (const [role, expected] of [
          ["owner", 200],
          ["admin", 200],
          ["agent", 403]
        ] as const) {
          assert.strictEqual(yield* status(bearer((yield* teamMember(role)).key)), expected, role)
        }
        // API keys are in programs and files: whoever finds one is not an operator.
        assert.strictEqual(yield* status({}), 403)
        assert.strictEqual(yield* status({ key: "", headers: { "x-forwarded-for": "203.0.113.7" } }), 401)
      })
    )

    it.effect("is not visible to owners of other accounts, even when the first one is gone", () =>
      Effect.gen(function* () {
        const { system } = yield* Database
        const tenant = yield* seedTenant()
        yield* system`INSERT INTO tenants (id, account_id, mode) VALUES (gen_random_uuid(), ${uuidOf(tenant.accountId)}, 'test')`
        const { key } = yield* teamMember("owner", { account: tenant.accountId })
        const refused = yield* asking("GET", path, bearer(key))
        assert.deepInclude(refused.json, { status: 403, code: "forbidden", required: "operator" })
        const first = uuidOf((yield* Installation).live.tenant.accountId)
        yield* system`UPDATE accounts SET operates = false WHERE id = ${first}`
        assert.strictEqual((yield* asking("GET", path, bearer(key))).status, 403)
        yield* system`UPDATE accounts SET operates = true WHERE id = ${first}`
      })
    )

    it.effect("has every figure that the documentation and its alerts mention", () =>
      Effect.gen(function* () {
        const { ask } = yield* HttpSite
        const { text } = yield* ask("GET", "/metrics", { key: "" })
        const told = new Set(text.match(/^trunkline_\w+/gm))
        const alerts = readFileSync("examples/prometheus/alerts.yml", "utf8")
        const tables = readFileSync("docs/operations.md", "utf8").match(/^\|.*/gm) ?? []
        for (const words of [alerts, tables.join()]) {
          const named = words.match(/\btrunkline_\w+/g) ?? []
          assert.isAbove(named.length, 5)
          assert.deepStrictEqual(
            named.filter((name) => !told.has(name)),
            []
          )
        }
      }).pipe(Effect.provide(StrayRejections.layer))
    )

    it.effect("reports what could not be read, along with all the rest", () =>
      Effect.gen(function* () {
        const { ask } = yield* HttpSite
        const { system } = yield* Database
        const whole = (yield* asking("GET", path, { key: "" })).json
        assert.deepStrictEqual(whole.unread, [])
        assert.hasAllKeys(whole, ["at", "connections", "database", "files", "migrations", "nodes", "queues", "unread"])
        assert.notInclude(
          whole.queues.map(({ name }: { name: string }) => name),
          "files.scan"
        )
        assert.include(
          (yield* ask("GET", "/metrics", { key: "" })).text,
          'trunkline_queue_lag_seconds{queue="webhooks"} 0'
        )
        yield* system`ALTER TABLE node_registry RENAME TO elsewhere`
        yield* system`ALTER TABLE deliveries RENAME COLUMN hold TO held`
        const parts = yield* until(ask("GET", path, { key: "" }), ({ json }) => json.unread.length > 1)
        assert.deepStrictEqual(parts.json.unread, [
          { part: "nodes", reason: "failed" },
          { part: "queues.webhooks", reason: "failed" }
        ])
        assert.notProperty(parts.json, "nodes")
        assert.lengthOf(parts.json.queues, whole.queues.length - 1)

        const { text } = yield* ask("GET", "/metrics", { key: "" })
        for (const line of [
          'trunkline_status_unread{part="nodes"} 1',
          'trunkline_status_unread{part="connections"} 0',
          'trunkline_nodes{state="running"} NaN',
          'trunkline_queue_lag_seconds{queue="webhooks"} NaN',
          'trunkline_queue_waiting{queue="mail"} 0',
          'trunkline_build_info{version="1.2.3"} 1'
        ]) {
          assert.include(text.split("\n"), line)
        }
      })
    )
  }
)
