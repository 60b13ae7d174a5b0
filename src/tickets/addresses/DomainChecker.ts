import { Effect, type Layer } from "effect"
import type { Causation } from "../../domain/Causation.ts"
import { IdGenerator } from "../../domain/IdGenerator.ts"
import { NotFound } from "../../domain/Problems.ts"
import type { ActorRegistry } from "../../runtime/ActorRegistry.ts"
import * as Supervised from "../../runtime/Supervised.ts"
import { PortalDomains } from "../portal/PortalDomains.ts"
import { DomainUpkeep, type DueDomain } from "./DomainUpkeep.ts"
import { EmailDomains } from "./EmailDomains.ts"

/** How often to look for domains that are due. Each is due once a day. */
const rhythm = "1 minute"
/** The number of domains that a node claims at a time, and how many of them it checks concurrently. */
const handful = { taken: 50, atOnce: 5 }
/** Maximum number of batches per round. */
const maxHandfuls = 20

/**
 * One round: checks domains that are due, and replaces keys that are due. A domain that cannot be checked now is checked
 * when it is next due, and does not hold up the others.
 */
export const checkDueDomains = Effect.gen(function* () {
  const upkeep = yield* DomainUpkeep
  const domains = yield* EmailDomains
  const portals = yield* PortalDomains
  const ids = yield* IdGenerator

  const checkMail = Effect.fnUntraced(function* ({ id, scope }: DueDomain) {
    const causation = bySystem(ids)
    const once = yield* domains.verify(scope, causation, id)
    if (!once.replayed) yield* domains.renewKey(scope, causation, once.value.domain)
  })
  const checkPortal = ({ scope }: DueDomain) => portals.verify(scope, bySystem(ids))

  yield* inHandfuls(upkeep.takeDue, checkMail)
  yield* inHandfuls(upkeep.takeDuePortals, checkPortal)
})

const bySystem = (ids: IdGenerator["Service"]): Causation => ({
  id: ids.next("request"),
  actor: { type: "system", id: null, name: null, channel: "system" }
})

/** Checks domains that are due, in batches. */
const inHandfuls = Effect.fnUntraced(function* <A, E>(
  take: DomainUpkeep["Service"]["takeDue"],
  check: (due: DueDomain) => Effect.Effect<A, E | NotFound>
) {
  const checked = (due: DueDomain) =>
    check(due).pipe(
      // The domain was removed after it was claimed.
      Effect.catchIf(
        (error) => error instanceof NotFound,
        () => Effect.void
      ),
      Effect.catchCause((cause) => Effect.logWarning("A domain could not be checked", { domain: due.id }, cause))
    )
  for (let round = 0; round < maxHandfuls; round++) {
    const due = yield* take(handful.taken)
    yield* Effect.forEach(due, checked, { concurrency: handful.atOnce, discard: true })
    if (due.length < handful.taken) return
  }
})

/** Checks the domains of all brands for the life of the process, on every node; each domain is checked by one of them. */
export const layer: Layer.Layer<
  never,
  never,
  ActorRegistry | DomainUpkeep | EmailDomains | PortalDomains | IdGenerator
> = Supervised.layer({
  kind: "checker",
  name: "domains",
  live: (self) =>
    Effect.andThen(
      self.ready,
      Effect.forever(Effect.andThen(Effect.andThen(checkDueDomains, self.active), Effect.sleep(rhythm)))
    )
})
