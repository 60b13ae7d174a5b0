import { Effect, type Layer } from "effect"
import type { Causation } from "../../domain/Causation.ts"
import { IdGenerator } from "../../domain/IdGenerator.ts"
import { NotFound } from "../../domain/Problems.ts"
import type { ActorRegistry } from "../../runtime/ActorRegistry.ts"
import * as Supervised from "../../runtime/Supervised.ts"
import { PortalDomains } from "../portal/PortalDomains.ts"
import { DomainUpkeep, type DueDomain } from "./DomainUpkeep.ts"
import { EmailDomains } from "./EmailDomains.ts"

/** How often it looks for domains that are due: they are, once a day. */
const rhythm = "1 minute"
/** Domains that a node takes on at a time, and checks at the same time. */
const handful = { taken: 50, atOnce: 5 }
/** Handfuls in one round. */
const maxHandfuls = 20

/**
 * One round: checks what is due, and gives domains new keys whose time it is. A domain that cannot be checked now is
 * checked at its next time; the others are not its concern.
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

/** Checks what is due, some at a time. */
const inHandfuls = Effect.fnUntraced(function* <A, E>(
  take: DomainUpkeep["Service"]["takeDue"],
  check: (due: DueDomain) => Effect.Effect<A, E | NotFound>
) {
  const checked = (due: DueDomain) =>
    check(due).pipe(
      // Removed since it was taken on.
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

/** Looks after the domains of all brands, for the life of the process; on every node, each domain on one of them. */
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
