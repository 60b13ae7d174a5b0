import { Context, Effect, Layer, Option, Predicate, type Redacted } from "effect"
import { AppConfig } from "./AppConfig.ts"
import { MagicLinks } from "./accounts/MagicLinks.ts"
import type { Vault } from "./accounts/Vault.ts"
import type { DatabaseUnavailable } from "./domain/DatabaseUnavailable.ts"
import { firstStart, keep } from "./FirstStart.ts"
import { DataFolder } from "./runtime/DataFolder.ts"
import type { Database } from "./sql/Database.ts"
import { warnOfMissingKey } from "./sql/warnOfMissingKey.ts"
import type { Welcome } from "./Welcome.ts"
import { Addresses } from "./wiring/Addresses.ts"

/** A database that is late or away for a moment ends no start; the log says what it waits for. */
const untilItAnswers = <A, E, R>(effect: Effect.Effect<A, E | DatabaseUnavailable, R>) =>
  effect.pipe(
    Effect.tapErrorTag("DatabaseUnavailable", () => Effect.sleep("1 second")),
    Effect.retry({ while: (error): error is DatabaseUnavailable => Predicate.isTagged(error, "DatabaseUnavailable") })
  )

/**
 * The first account, and what a person needs in order to begin. `credentials.json` is on the disk before what stands on
 * this serves: a script that waits until the server is ready reads it then.
 */
export class Beginning extends Context.Service<
  Beginning,
  {
    /** Waits for a database that is late for the owner's link, as one that takes no writes: what can be read is served. */
    readonly welcome: Effect.Effect<Welcome>
  }
>()("trunkline/Beginning") {
  static readonly layer = Layer.effect(
    Beginning,
    Effect.gen(function* () {
      const { bootstrapEmail, inboundDomain, logFormat, smtpHost, smtpPort } = yield* AppConfig
      const { publicUrl } = yield* Addresses
      const dataDir = yield* DataFolder
      const { issue } = yield* MagicLinks
      const warn = Effect.provideContext(warnOfMissingKey, yield* Effect.context<Database | Vault>())
      const credentials = yield* untilItAnswers(
        firstStart(dataDir, bootstrapEmail, {
          apiUrl: publicUrl,
          adminUrl: publicUrl,
          smtpHost,
          smtpPort,
          inboundDomain
        })
      )
      const owner = Option.match(credentials, { onNone: () => bootstrapEmail, onSome: ({ adminEmail }) => adminEmail })
      // A link takes the place of the one before, so none is made where nobody could read it.
      const isShown = logFormat !== "json" || Option.isSome(credentials)
      const link = isShown ? issue(owner) : Effect.succeedNone
      const kept = (signInUrl: Option.Option<Redacted.Redacted>) =>
        Option.isSome(credentials) ? keep(dataDir, credentials.value, signInUrl) : Effect.void

      const early = yield* Effect.option(link)
      yield* kept(Option.flatten(early))
      const welcome = Effect.gen(function* () {
        yield* untilItAnswers(warn)
        const signInUrl = Option.isSome(early) ? early.value : yield* Effect.tap(untilItAnswers(link), kept)
        return { apiUrl: publicUrl, adminUrl: publicUrl, docsUrl: `${publicUrl}/docs`, signInUrl, credentials }
      })
      return Beginning.of({ welcome })
    })
  )
}
