import { Effect, Option } from "effect"
import { type BrandId, type Id, type Kind, parseId } from "../domain/Ids.ts"
import { type BrandScope, CurrentPrincipal } from "../domain/Principal.ts"
import { NotFound } from "../domain/Problems.ts"

/** The brand of a path, if the caller may see it. Whether it exists, the command that uses the scope tells. */
export const brandScope = (brandId: string): Effect.Effect<BrandScope, NotFound, CurrentPrincipal> =>
  CurrentPrincipal.use(({ brands, tenant }) => {
    const id: Option.Option<BrandId> = parseId("brand", brandId)
    return Option.isSome(id) && (brands === "all" || brands.has(id.value))
      ? Effect.succeed({ tenant, brandId: id.value })
      : Effect.fail(new NotFound({ entity: "brand" }))
  })

/** An id of a path; a malformed one is as unknown as another. */
export const pathId = <K extends Kind>(kind: K, text: string): Effect.Effect<Id<K>, NotFound> =>
  Effect.mapError(Effect.fromOption(parseId(kind, text)), () => new NotFound({ entity: kind }))
