import { assert, layer } from "@effect/vitest"
import { Effect, Option, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { Accounts } from "../../src/accounts/Accounts.ts"
import { ApiKeys } from "../../src/accounts/ApiKeys.ts"
import { makeKeySecret } from "../../src/accounts/KeySecret.ts"
import { AccountServices } from "../support/Installation.ts"

const secrets = () => ({
  ownerEmail: "Owner@Example.com",
  liveKey: makeKeySecret("live"),
  testKey: makeKeySecret("test")
})

layer(AccountServices)("Accounts.bootstrap", (it) => {
  it.effect("creates nothing when what must be stored elsewhere cannot be", () =>
    Effect.gen(function* () {
      const accounts = yield* Accounts
      const sql = yield* SqlClient.SqlClient
      const failed = yield* Effect.flip(accounts.bootstrap(secrets(), () => Effect.fail("disk full" as const)))
      assert.strictEqual(failed, "disk full")
      assert.lengthOf(yield* sql`SELECT 1 FROM accounts`, 0)
    })
  )

  it.effect("creates one account however many nodes start at once, and returns the same to all of them", () =>
    Effect.gen(function* () {
      const accounts = yield* Accounts
      const keys = yield* ApiKeys
      const inputs = [secrets(), secrets(), secrets()]
      const founded = yield* Effect.forEach(inputs, (input) => accounts.bootstrap(input, () => Effect.void), {
        concurrency: "unbounded"
      })
      assert.lengthOf(
        founded.filter(({ first }) => first),
        1
      )
      assert.strictEqual(new Set(founded.map(({ account }) => account.id)).size, 1)
      assert.strictEqual(new Set(founded.map(({ liveBrand }) => liveBrand?.id)).size, 1)
      const known = yield* Effect.filter(inputs, ({ liveKey }) =>
        Effect.map(keys.authenticate(Redacted.value(liveKey)), Option.isSome)
      )
      assert.lengthOf(known, 1)
      const again = yield* accounts.bootstrap(secrets(), () => Effect.die("must not be called"))
      assert.include(again, { first: false, ownerEmail: "owner@example.com" })
      assert.include(again.testBrand, { name: "My Brand", mode: "test" })
    })
  )

  it.effect("creates no other account while the first one is deleted and can be restored", () =>
    Effect.gen(function* () {
      const accounts = yield* Accounts
      const sql = yield* SqlClient.SqlClient
      const made = yield* accounts.bootstrap(secrets(), () => Effect.void)
      assert.isFalse(made.isDeleted)
      yield* sql`UPDATE accounts SET deleted_at = now(), restore_hash = 'x'`
      const again = yield* accounts.bootstrap(secrets(), () => Effect.die("must not be called"))
      assert.deepInclude(again, { first: false, isDeleted: true, account: made.account })
    })
  )
})
