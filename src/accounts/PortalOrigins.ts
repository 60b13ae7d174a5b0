import { Context, Duration, Effect, Exit, Layer } from "effect"
import type { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import * as SteadyCache from "../runtime/SteadyCache.ts"
import { PortalBrandStore } from "./PortalBrandStore.ts"

/** Most origins that are cached. */
const capacity = 10_000
/** How long a listed origin is cached. The requests themselves are checked against the brand of their token. */
const listedTime = Duration.minutes(1)
/** How long an unlisted origin is cached, and so how long a developer who has just listed it may have to wait. */
const unlistedTime = Duration.seconds(2)
/** Most characters of an origin: a scheme, a host name of 253 and a port. */
const maxLength = 300

/** The web origins where portals of any brand of any account run. */
export class PortalOrigins extends Context.Service<
  PortalOrigins,
  {
    /** Whether any brand lists this origin. Answers CORS preflights, which have no credential. */
    isListed(origin: string): Effect.Effect<boolean, DatabaseUnavailable>
  }
>()("trunkline/accounts/PortalOrigins") {
  static readonly layer = Layer.effect(
    PortalOrigins,
    Effect.gen(function* () {
      const store = yield* PortalBrandStore
      const known = yield* SteadyCache.make((origin: string) => store.listsOrigin(origin), {
        capacity,
        timeToLive: (exit) => (Exit.isFailure(exit) ? Duration.zero : exit.value ? listedTime : unlistedTime)
      })
      return PortalOrigins.of({
        isListed: (origin) =>
          /^https?:\/\/\S+$/.test(origin) && origin.length <= maxLength ? known.get(origin) : Effect.succeed(false)
      })
    })
  )
}
