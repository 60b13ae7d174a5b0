import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as SqlReceipts from "../../../src/sql/events/SqlReceipts.ts"
import { EmailDomainStore } from "../../../src/tickets/addresses/EmailDomainStore.ts"
import { EmailDomains } from "../../../src/tickets/addresses/EmailDomains.ts"
import { SupportAddresses } from "../../../src/tickets/addresses/SupportAddresses.ts"
import { domainServices, inboundDomain, verifiedIn } from "../../support/domainServices.ts"
import { byKey } from "../../support/seedTenant.ts"
import { fresh, freshBrand } from "../../support/ticketService.ts"

layer(domainServices, { excludeTestServices: true })("An address at a brand's own domain", (it) => {
  it.effect("is not added while the domain is being removed: its next owner's mail would arrive there", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const domains = yield* EmailDomains
      const { domain, id } = yield* verifiedIn(scope, "INBOUND")
      const store = yield* EmailDomainStore
      const removed = yield* Effect.cached(Effect.orDie(domains.delete(scope, byKey, id)))
      const addresses = yield* Layer.build(
        SupportAddresses.layer({ inboundDomain, publicUrl: "https://desk.example", mailDomain: "desk.example" }).pipe(
          Layer.provide(SqlReceipts.layer),
          Layer.provide(
            // Removed after it was looked up.
            Layer.succeed(EmailDomainStore, { ...store, list: (one) => Effect.tap(store.list(one), () => removed) })
          )
        )
      )
      const address = `support@${domain}`
      const added = Effect.flatMap(SupportAddresses, (service) =>
        fresh(service.create(scope, byKey, { address, kind: "domain" }))
      )
      const error = yield* Effect.flip(Effect.provideContext(added, addresses))
      assert.strictEqual(error._tag, "InvalidInput")
      const known = yield* (yield* SupportAddresses).list(scope)
      assert.notInclude(
        known.map((one) => one.address),
        address
      )
    }).pipe(Effect.scoped)
  )
})
