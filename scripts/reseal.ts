import { join, resolve } from "node:path"
import { Console, Effect, Layer, Option, Redacted, Schema } from "effect"
import { Command } from "effect/cli"
import { AppConfig } from "../src/AppConfig.ts"
import { Vault } from "../src/accounts/Vault.ts"
import { connectDatabase } from "../src/sql/connectDatabase.ts"
import { make } from "../src/sql/Database.ts"
import { runningServer, superuser } from "../src/sql/embedded/Cluster.ts"
import * as Migrations from "../src/sql/Migrations.ts"
import { saidBy } from "../src/sql/StatementFailed.ts"
import { sealAnew } from "../src/sql/sealAnew.ts"
import { Data, Key, Settings } from "../src/wiring/Foundations.ts"
import { reportFailure, runScript } from "./runScript.ts"

/** Some secrets could not be sealed again. The reason is a sentence. */
class NotSealed extends Schema.TaggedError<NotSealed>()("NotSealed", { reason: Schema.String }) {
  override get message() {
    return this.reason
  }
}

/** The database of the server: the configured one, or the embedded one of a running server. */
const databaseUrl = Effect.gen(function* () {
  const { databaseUrl, dataDir } = yield* AppConfig
  if (Option.isSome(databaseUrl)) return databaseUrl.value
  const folder = resolve(dataDir)
  const postgres = yield* Effect.mapError(
    runningServer(join(folder, "postgres")),
    () => new NotSealed({ reason: `No server is running on ${folder}: start it with the new ENCRYPTION_KEY first.` })
  )
  return Redacted.make(Object.assign(new URL(Redacted.value(postgres)), { pathname: superuser }).href)
})

Command.make(
  "reseal",
  {},
  Effect.fn(
    function* () {
      const url = yield* databaseUrl
      yield* connectDatabase(url)
      const { system } = yield* make({ url, poolSize: 2 })
      yield* Effect.catchTag(
        Migrations.complete(system, yield* Migrations.load()),
        "DatabaseTooOld",
        () =>
          new NotSealed({ reason: "The database is from an older version: start this version of the server first." })
      )
      const { lost, renewed } = yield* Effect.provide(
        sealAnew(system),
        Vault.layer.pipe(Layer.provide(Key), Layer.provide(Data))
      )
      yield* Console.log(
        renewed === 0
          ? "All secrets are already sealed with the first key."
          : `Resealed ${renewed} with the first key. Keep the other keys for another week: mail and replies in transit need them.`
      )
      if (lost.length > 0)
        yield* new NotSealed({ reason: `No key in ENCRYPTION_KEY opens the secrets of ${lost.join(", ")}.` })
    },
    Effect.scoped,
    Effect.provide(Settings),
    Effect.catchTag("SqlError", (error) => new NotSealed({ reason: saidBy(error) })),
    reportFailure
  )
).pipe(
  Command.withDescription(
    "Reseals stored secrets with the first key in ENCRYPTION_KEY, so that the keys after it can be retired."
  ),
  runScript
)
