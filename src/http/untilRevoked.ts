import type { IncomingMessage } from "node:http"
import { Deferred, Duration, Effect, FiberSet, Option, type Scope } from "effect"
import { ApiKeys } from "../accounts/ApiKeys.ts"
import { PortalTokens } from "../accounts/PortalTokens.ts"
import type { Standing } from "../accounts/reachesOf.ts"
import { Sessions } from "../accounts/Sessions.ts"
import type { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import type { Role } from "../domain/Member.ts"
import type { BrandAccess, Principal } from "../domain/Principal.ts"
import { logSetback } from "../runtime/logSetback.ts"
import { credentialOf } from "./credentialOf.ts"
import { HttpSettings } from "./HttpSettings.ts"

/** How often the credentials of open streams are checked: they end within a second, on every node. */
const interval = Duration.millis(800)
/** The same for customers, who are many, and whose streams say only that there is news. */
const portalInterval = Duration.seconds(10)

/** Those of the credentials that are still valid, and what they reach. */
type Look = (credentials: ReadonlyArray<string>) => Effect.Effect<ReadonlyMap<string, Standing>, DatabaseUnavailable>

/** Waits until a request's credential ends, reaches other brands than at its admission, or has another role than `role`. */
export const makeUntilRevoked = Effect.gen(function* () {
  const keys = yield* ApiKeys
  const sessions = yield* Sessions
  const portalTokens = yield* PortalTokens
  const { publicUrl } = yield* HttpSettings
  // Keys are cached for the time between two checks, and many streams share a key.
  const lookAtKeys: Look = (credentials) =>
    Effect.map(
      Effect.forEach(credentials, (key) =>
        Effect.map(
          keys.authenticate(key),
          Option.map(({ brands }) => [key, { brands }] as const)
        )
      ),
      (found) => new Map(found.flatMap(Option.toArray))
    )
  const until = {
    session: yield* makeWatch(interval, sessions.reaches),
    portal_token: yield* makeWatch(portalInterval, portalTokens.reaches),
    api_key: yield* makeWatch(interval, lookAtKeys)
  }

  return (source: IncomingMessage, { brands, kind }: Principal, role?: Role): Effect.Effect<void> =>
    until[kind](credentialOf(source, publicUrl) ?? "", { brands, role })
})

/**
 * Waits until a credential ends, reaches other brands, or has another role, if one is given. All of them are checked
 * together, so each interval takes one query however many streams are open.
 */
export const makeWatch = Effect.fnUntraced(function* (
  pause: Duration.Duration,
  look: Look
): Effect.fn.Return<(credential: string, standing: Standing) => Effect.Effect<void>, never, Scope.Scope> {
  const fork = yield* FiberSet.makeRuntime<never, void, never>()
  const waiting = new Set<{
    readonly credential: string
    readonly standing: Standing
    readonly over: Deferred.Deferred<void>
  }>()
  let isLooking = false

  const lookOnce = Effect.gen(function* () {
    const watched = [...waiting]
    const good = yield* look([...new Set(watched.map(({ credential }) => credential))])
    for (const { credential, over, standing } of watched) {
      const present = good.get(credential)
      if (present === undefined || !isSame(present, standing)) Deferred.doneUnsafe(over, Effect.void)
    }
  }).pipe(
    // Keeps everybody signed in while the database is unavailable.
    Effect.catchTag("DatabaseUnavailable", () => Effect.void),
    Effect.catchCause((cause) => logSetback("It could not be checked which credentials are still valid", cause))
  )

  const keepLooking = Effect.gen(function* () {
    while (waiting.size > 0) {
      yield* Effect.sleep(pause)
      yield* lookOnce
    }
    isLooking = false
  })

  return (credential, standing) =>
    Effect.acquireUseRelease(
      Effect.sync(() => {
        const one = { credential, standing, over: Deferred.makeUnsafe<void>() }
        waiting.add(one)
        if (!isLooking) {
          isLooking = true
          fork(keepLooking)
        }
        return one
      }),
      ({ over }) => Deferred.await(over),
      (one) => Effect.sync(() => waiting.delete(one))
    )
})

const isSame = (present: Standing, { brands, role }: Standing): boolean =>
  areSame(present.brands, brands) && (role === undefined || present.role === role)

const areSame = (some: BrandAccess, others: BrandAccess): boolean =>
  some === others ||
  (some !== "all" && others !== "all" && some.size === others.size && [...some].every((id) => others.has(id)))
