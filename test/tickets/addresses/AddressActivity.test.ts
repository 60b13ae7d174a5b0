import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import type { BrandScope } from "../../../src/domain/Principal.ts"
import { ActorRegistry } from "../../../src/runtime/ActorRegistry.ts"
import * as AddressActivity from "../../../src/tickets/addresses/AddressActivity.ts"
import { SupportAddresses } from "../../../src/tickets/addresses/SupportAddresses.ts"
import { MailArrivals } from "../../../src/tickets/intake/MailArrivals.ts"
import { domainServices, inboundDomain } from "../../support/domainServices.ts"
import { byKey } from "../../support/seedTenant.ts"
import { fresh, freshBrand } from "../../support/ticketService.ts"

const site = AddressActivity.layer.pipe(Layer.provideMerge(Layer.merge(domainServices, ActorRegistry.layer)))

layer(site)("Recorded activity of addresses", (it) => {
  const aliasIn = Effect.fnUntraced(function* (scope: BrandScope) {
    const address = `help-${crypto.randomUUID().slice(0, 8)}@${inboundDomain}`
    return yield* fresh((yield* SupportAddresses).create(scope, byKey, { address, kind: "alias" }))
  })
  const lastOf = Effect.fnUntraced(function* (
    scope: BrandScope,
    { id }: { readonly id: Parameters<SupportAddresses["Service"]["get"]>[1] }
  ) {
    return (yield* (yield* SupportAddresses).get(scope, id)).lastInboundAt?.epochMilliseconds
  })

  it.effect("is when mail last arrived, whatever its tag and case, and only for the brand's own addresses", () =>
    Effect.gen(function* () {
      const arrived = yield* MailArrivals
      const [scope, stranger] = [yield* freshBrand, yield* freshBrand]
      const [address, theirs] = [yield* aliasIn(scope), yield* aliasIn(stranger)]
      yield* TestClock.setTime(1_000_000)
      yield* arrived(scope.brandId, [
        address.address.replace("@", "+7@").toUpperCase(),
        theirs.address,
        "nobody@north.example"
      ])
      assert.isUndefined(yield* lastOf(scope, address), "nobody waits for it to be written")
      yield* TestClock.adjust("6 seconds")
      yield* Effect.repeat(lastOf(scope, address), { until: (at) => at !== undefined })
      assert.strictEqual(yield* lastOf(scope, address), 1_000_000)
      assert.isUndefined(yield* lastOf(stranger, theirs))
    })
  )
})
