import { assert, it } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import { idOf } from "../../../src/domain/Ids.ts"
import type { BrandScope } from "../../../src/domain/Principal.ts"
import { Receipts } from "../../../src/events/Receipts.ts"
import { CustomerErasureStore } from "../../../src/tickets/customers/CustomerErasureStore.ts"
import { CustomerErasures } from "../../../src/tickets/customers/CustomerErasures.ts"
import { TicketStore } from "../../../src/tickets/TicketStore.ts"
import { causation } from "../../support/Installation.ts"
import { ines, uuid } from "../../support/ticketState.ts"

const scope: BrandScope = {
  tenant: { id: uuid(7), accountId: idOf("account", uuid(8)), mode: "live" },
  brandId: ines.brandId
}
const answer = { status: 200, headers: {}, body: "{}" }
const unasked = <A>(what: string) => new Proxy({}, { get: () => () => Effect.die(new Error(`${what} was asked`)) }) as A

it.effect("A repeated erasure is answered from its receipt: nothing is counted or done again", () =>
  Effect.gen(function* () {
    const erasures = yield* CustomerErasures
    const receipt = { key: new Uint8Array(), fingerprint: new Uint8Array(), answer: () => answer }
    const again = yield* erasures.erase(scope, causation, ines.id, undefined, receipt)
    assert.deepStrictEqual(again, { replayed: true, answer })
  }).pipe(
    Effect.provide(CustomerErasures.layer),
    Effect.provide(
      Layer.mergeAll(
        Layer.succeed(CustomerErasureStore, unasked<CustomerErasureStore["Service"]>("the store of erasures")),
        Layer.succeed(TicketStore, unasked<TicketStore["Service"]>("the store of tickets")),
        Layer.succeed(Receipts, {
          ...unasked<Receipts["Service"]>("a command"),
          find: () => Effect.succeed(Option.some(answer))
        } as Receipts["Service"])
      )
    )
  )
)
