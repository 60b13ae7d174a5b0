import { DateTime, Effect, Layer } from "effect"
import type { BrandId } from "../../domain/Ids.ts"
import * as Supervised from "../../runtime/Supervised.ts"
import { MailArrivals } from "../intake/MailArrivals.ts"
import { SupportAddressStore } from "./SupportAddressStore.ts"

/** How long arrivals are collected before they are stored together. */
const rhythm = "5 seconds"
/** Maximum number of addresses collected in the meantime; arrivals at further ones are not recorded. */
const capacity = 10_000

/** The last arrival of mail at an address. */
export interface Arrival {
  readonly brandId: BrandId
  /** Any address that the mail named, whether or not it is the brand's, without its `+tag`. */
  readonly address: string
  readonly at: DateTime.Utc
}

/** Records when mail last came to each address, seconds later and in one statement, so that no mail waits for it. */
export const layer = Layer.unwrap(
  Effect.sync(() => {
    const arrivals = new Map<string, Arrival>()

    const note = (brandId: BrandId, addresses: ReadonlyArray<string>) =>
      Effect.map(DateTime.now, (at) => {
        for (const address of new Set(addresses.map(plain))) {
          const key = `${brandId} ${address}`
          if (arrivals.size < capacity || arrivals.has(key)) arrivals.set(key, { brandId, address, at })
        }
      })

    const writer = Supervised.layer({
      kind: "writer",
      name: "address activity",
      live: Effect.fnUntraced(function* (self) {
        const store = yield* SupportAddressStore
        const write = Effect.gen(function* () {
          const written = [...arrivals.values()]
          if (written.length === 0) return
          yield* store.arrived(written)
          for (const arrival of written) {
            const key = `${arrival.brandId} ${arrival.address}`
            if (arrivals.get(key) === arrival) arrivals.delete(key)
          }
          yield* self.active
        })
        yield* Effect.addFinalizer(() => Effect.ignore(write))
        yield* self.ready
        yield* Effect.forever(Effect.andThen(Effect.sleep(rhythm), write))
      })
    })

    return Layer.merge(writer, Layer.succeed(MailArrivals, note))
  })
)

/** An address without its tag, in lower case. */
const plain = (address: string): string => {
  const at = address.lastIndexOf("@")
  const [name = ""] = address.slice(0, at).split("+", 1)
  return `${name}${address.slice(at)}`.toLowerCase()
}
