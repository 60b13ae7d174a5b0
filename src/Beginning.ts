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

/** Waits for a database that is unavailable at the start; the log says so. */
const untilItAnswers = <A, E, R>(effect: Effect.Effect<A, E | DatabaseUnavailable, R>) =>
  effect.pipe(
    Effect.tapErrorTag("DatabaseUnavailable", () => Effect.sleep("1 second")),
    Effect.retry({ while: (error): error is DatabaseUnavailable => Predicate.isTagged(error, "DatabaseUnavailable") })
  )

/**
 * The first account, and what a person needs to begin. `credentials.json` is on disk before the layers above serve, so that
 * a script can read it once the server is ready.
 */
export class Beginning extends Context.Service<
  Beginning,
  {
    /**
     * Waits for the database to create the owner's link. If it is read-only, everything that can be read is served
     * meanwhile.
     */
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
      // A new link invalidates the previous one, so none is created if nobody could read it.
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
