import { Effect, Option } from "effect"
import { type BrandId, type Id, type Kind, parseId } from "../domain/Ids.ts"
import { type BrandScope, type BrandsScope, CurrentPrincipal } from "../domain/Principal.ts"
import { NotFound } from "../domain/Problems.ts"

/** The brand in a path, if the caller may see it. The command that uses the scope checks that it exists. */
export const brandScope = (brandId: string): Effect.Effect<BrandScope, NotFound, CurrentPrincipal> =>
  CurrentPrincipal.use((caller) => {
    const reached = reachedBrand(caller, brandId)
    return Option.isSome(reached)
      ? Effect.succeed({ tenant: caller.tenant, brandId: reached.value })
      : Effect.fail(new NotFound({ entity: "brand" }))
  })

/** Whether a caller may see the brand in a path, if it exists. */
export const reaches = (caller: BrandsScope, brandId: string): boolean => Option.isSome(reachedBrand(caller, brandId))

const reachedBrand = ({ brands }: BrandsScope, brandId: string): Option.Option<BrandId> =>
  Option.filter(parseId("brand", brandId), (id) => brands === "all" || brands.has(id))

/** An id in a path; a malformed one is as unknown as any other. */
export const pathId = <K extends Kind>(kind: K, text: string): Effect.Effect<Id<K>, NotFound> =>
  Effect.mapError(Effect.fromOption(parseId(kind, text)), () => new NotFound({ entity: kind }))
