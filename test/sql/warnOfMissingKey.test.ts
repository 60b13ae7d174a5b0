import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Logger, Redacted } from "effect"
import { EncryptionKey } from "../../src/accounts/EncryptionKey.ts"
import { Vault } from "../../src/accounts/Vault.ts"
import { uuidOf } from "../../src/domain/Ids.ts"
import { Database } from "../../src/sql/Database.ts"
import { warnOfMissingKey } from "../../src/sql/warnOfMissingKey.ts"
import { brand, subscribe, WebhookLab } from "../support/WebhookLab.ts"

const ours = new Uint8Array(32).fill(7)
const other = new Uint8Array(32).fill(8)

/** What a start logs with these keys. */
const saidWith = Effect.fnUntraced(function* (...keys: [Uint8Array, ...Array<Uint8Array>]) {
  const said: Array<unknown> = []
  const vault = Layer.fresh(Vault.layer).pipe(Layer.provide(Layer.succeed(EncryptionKey, Redacted.make(keys))))
  const logs = Logger.layer([Logger.make(({ message }) => void said.push(message))])
  yield* Effect.provide(warnOfMissingKey, Layer.merge(vault, logs))
  return said.map(String)
})

layer(WebhookLab)("A start", (it) => {
  it.effect("warns about secrets that were sealed under a key which it does not have", () =>
    Effect.gen(function* () {
      const { system: sql } = yield* Database
      assert.deepStrictEqual(yield* saidWith(other), [])
      const { webhook } = yield* subscribe(yield* brand, { url: "https://acme.example/hook", events: ["*"] })
      assert.deepStrictEqual(yield* saidWith(ours), [])
      assert.deepStrictEqual(yield* saidWith(other, ours), [])
      const [warning, ...more] = yield* saidWith(other)
      assert.match(warning ?? "", /^Secrets in the database are sealed with a key that is not in ENCRYPTION_KEY/)
      assert.lengthOf(more, 0)
      // A secret that no longer signs anything is no loss.
      yield* sql`UPDATE webhook_secrets SET expires_at = now() WHERE webhook_id = ${uuidOf(webhook.id)}`
      assert.deepStrictEqual(yield* saidWith(other), [])

      const [{ sealed } = { sealed: Buffer.of() }] = yield* sql<{
        sealed: Uint8Array
      }>`SELECT sealed FROM webhook_secrets`
      const keys = JSON.stringify([{ selector: "a", sealed: Buffer.from(sealed).toString("base64") }])
      yield* sql`INSERT INTO email_domains (id, tenant_id, brand_id, domain, type, ownership_token, keys)
        SELECT new_uuid_v7(), tenant_id, brand_id, 'acme.example', 'OUTBOUND', 'token', ${keys}::text::jsonb FROM webhooks`
      assert.lengthOf(yield* saidWith(other), 1)
    })
  )
})
