import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Database } from "../../src/sql/Database.ts"
import * as SqlTallyUpkeep from "../../src/sql/tickets/SqlTallyUpkeep.ts"
import { TallyUpkeep } from "../../src/tickets/TallyUpkeep.ts"
import { announce, brandPath, fileForm, openTicket } from "../support/attachmentCalls.ts"
import { HttpSite, site } from "../support/HttpSite.ts"
import { Installation } from "../support/Installation.ts"

const limit = 10_000

const used = Effect.gen(function* () {
  const { json } = yield* (yield* HttpSite).ask("GET", "/v1/accounts/me/usage")
  assert.strictEqual(json.accountStorageMaxBytes, limit)
  return json.accountStorageBytes as number
})

/** The bytes of all files, counted one by one. */
const counted = Effect.gen(function* () {
  const { system } = yield* Database
  const [row] = yield* system<{ bytes: number }>`
    select coalesce(sum(size), 0)::int as bytes from attachments where status <> 'FAILED'`
  return row?.bytes
})

const addUp = TallyUpkeep.use(({ addUp }) => addUp).pipe(Effect.provide(SqlTallyUpkeep.layer))

layer(site({ storageMaxBytes: limit }), { excludeTestServices: true })("An account's storage", (it) => {
  it.effect(
    "is counted from the announcement of a file to its deletion, and uploads beyond the limit are refused",
    () =>
      Effect.gen(function* () {
        const { ask } = yield* HttpSite
        const { test } = yield* Installation
        const ticket = yield* openTicket()
        const pending = `${yield* brandPath}/attachments/pending`
        const form = yield* ask("POST", `${ticket}/attachments/upload`, fileForm("x".repeat(6_000)))
        assert.strictEqual(form.status, 201)
        yield* announce(`${ticket}/attachments`, "x".repeat(3_000))
        yield* announce(pending, "x".repeat(900))
        assert.strictEqual(yield* used, 9_900)

        const testTicket = yield* ask("POST", `/v1/brands/${test.brand.id}/tickets`, {
          key: test.key,
          body: { title: "t", customerEmail: "ada@example.com" }
        })
        const size = { filename: "a.txt", contentType: "text/plain", size: 101 }
        for (const [path, options] of [
          [`${ticket}/attachments`, { body: size }],
          [pending, { body: size }],
          [`${ticket}/attachments/upload`, fileForm("x".repeat(101))],
          [`${pending}/upload`, fileForm("x".repeat(101))],
          [`${testTicket.headers.get("location")}/attachments`, { body: size, key: test.key }]
        ] as const) {
          const refused = yield* ask("POST", path, options)
          assert.deepInclude(
            refused.json,
            { status: 413, code: "payload_too_large", limit, used: 9_900 },
            `${path} ${refused.text}`
          )
        }
        yield* announce(`${ticket}/attachments`, "x".repeat(100))
        assert.strictEqual(yield* used, limit)
        const full = yield* ask("POST", `${pending}/upload`, fileForm("x"))
        assert.deepInclude(full.json, { code: "payload_too_large", limit, used: limit })

        assert.strictEqual((yield* ask("DELETE", `${ticket}/attachments/${form.json.id}`)).status, 200)
        assert.strictEqual(yield* used, 4_000)
        assert.strictEqual(yield* counted, 4_000)
      })
  )

  it.effect("stays correct whoever adds up changes, and when", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { system } = yield* Database
      const before = yield* used
      const ticket = yield* openTicket()
      yield* announce(`${ticket}/attachments`, "x".repeat(500))
      yield* Effect.all([addUp, addUp, used], { concurrency: "unbounded" })
      assert.strictEqual(yield* used, before + 500)
      assert.lengthOf(yield* system`select 1 from tally_changes`, 0)
      yield* system`update attachments set status = 'FAILED' where size = 500`
      assert.strictEqual(yield* used, before)
      yield* ask("DELETE", `${ticket}?permanent=true`)
      yield* system`delete from attachments`
      assert.strictEqual(yield* used, 0)
      yield* addUp
      assert.lengthOf(yield* system`select 1 from tallies where name = 'storage'`, 0, "nothing is kept of nothing")
    })
  )

  it.effect("counts a repeated command once", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const pending = `${yield* brandPath}/attachments/pending`
      const body = { filename: "a.txt", contentType: "text/plain", size: limit }
      const headers = { "idempotency-key": crypto.randomUUID() }
      const first = yield* ask("POST", pending, { body, headers })
      assert.strictEqual(first.status, 201, first.text)
      const again = yield* ask("POST", pending, { body, headers })
      assert.deepStrictEqual([again.status, again.json], [201, first.json])
      assert.strictEqual(yield* used, limit)
    })
  )
})
