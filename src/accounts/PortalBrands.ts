import { Context, Effect, Layer, Option } from "effect"
import type { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import { parseId } from "../domain/Ids.ts"
import { NotFound } from "../domain/Problems.ts"
import { type PortalBrand, PortalBrandStore } from "./PortalBrandStore.ts"

/** What customers who have not signed in yet may see of brands. */
export class PortalBrands extends Context.Service<
  PortalBrands,
  {
    /** The name, appearance and origins of a brand, for anyone who has its id. */
    find(
      brandId: string
    ): Effect.Effect<
      Pick<PortalBrand, "id" | "name" | "iconUrl" | "logoUrl" | "color" | "portalOrigins">,
      NotFound | DatabaseUnavailable
    >
  }
>()("trunkline/accounts/PortalBrands") {
  static readonly layer = Layer.effect(
    PortalBrands,
    Effect.gen(function* () {
      const store = yield* PortalBrandStore
      return PortalBrands.of({
        find: Effect.fn("PortalBrands.find")(function* (brandId: string) {
          const id = parseId("brand", brandId)
          const found = Option.isNone(id) ? Option.none() : yield* store.find(id.value)
          return Option.isSome(found) ? found.value : yield* new NotFound({ entity: "brand" })
        })
      })
    })
  )
}
