import { Context, Duration, Effect, Exit, Layer } from "effect"
import type { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import * as SteadyCache from "../runtime/SteadyCache.ts"
import { PortalBrandStore } from "./PortalBrandStore.ts"

/** Origins that are remembered. */
const capacity = 10_000
/** How long one that is listed is remembered: requests themselves are checked against their token's brand. */
const listedTime = Duration.minutes(1)
/** How long one that is not: a page's developer who has just listed it waits no longer. */
const unlistedTime = Duration.seconds(2)
/** Characters of an origin: a scheme, a host name of 253 and a port. */
const maxLength = 300

/** The web origins on which portals of brands run, of all accounts together. */
export class PortalOrigins extends Context.Service<
  PortalOrigins,
  {
    /** Whether some brand lists this origin: what a preflight, which has no credential, is answered by. */
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
