import { assert, it } from "@effect/vitest"
import { Effect, Logger, Option, Redacted } from "effect"
import { inject } from "vitest"
import { connectDatabase } from "../../src/sql/connectDatabase.ts"
import { Database } from "../../src/sql/Database.ts"
import { freshDatabase } from "../support/TestDatabase.ts"

it.live("A configured database is brought up to date and opened, without a data folder", () =>
  Effect.gen(function* () {
    const databaseUrl = Option.some(yield* freshDatabase)
    const rows = yield* Database.use(({ reads }) => reads`SELECT 1 AS one`).pipe(
      Effect.provide(Database.layer({ databaseUrl, dataDir: "/nowhere", poolSize: 2 }))
    )
    assert.deepStrictEqual(rows, [{ one: 1 }])
  })
)

it.live("A database that refuses us is answered with the server's reason at once, and without the password", () =>
  Effect.gen(function* () {
    const url = new URL(inject("templateUrl"))
    url.password = "hunter2"
    const error = yield* Effect.flip(connectDatabase(Redacted.make(url.href)))
    assert.match(
      error.message,
      /^The database on .* cannot be used \(password authentication failed for user "trunkline"\): /
    )
    assert.notInclude(error.message, "hunter2")
  })
)

it.live("A database that a crash could make forget what it acknowledged is warned of at the start", () =>
  Effect.gen(function* () {
    const told: Array<unknown> = []
    // The server of the tests is one: it gives up durability for speed.
    yield* connectDatabase(Redacted.make(inject("templateUrl"))).pipe(
      Effect.provide(Logger.layer([Logger.make(({ message }) => void told.push(String(message)))]))
    )
    assert.deepStrictEqual(
      told.toSorted(),
      ["fsync", "full_page_writes"].map(
        (name) => `The database runs with ${name} off: a crash of its machine can lose acknowledged tickets.`
      )
    )
  })
)
