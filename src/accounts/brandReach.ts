import { Effect, Option } from "effect"
import type { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import { type BrandId, parseId } from "../domain/Ids.ts"
import { InvalidInput } from "../domain/Problems.ts"

/** The brands that a key or a member reaches: all, including future ones, or these. */
export interface BrandReach {
  readonly allBrands: boolean
  /** Empty when `allBrands`. */
  readonly brandIds: ReadonlyArray<BrandId>
}

/** The same as given by a caller. `allBrands: true` takes precedence. */
export interface BrandReachInput {
  readonly allBrands?: boolean | undefined
  readonly brandIds?: ReadonlyArray<string> | undefined
}

export const everyBrand: BrandReach = { allBrands: true, brandIds: [] }

/** The reach of a new key or member: all brands if the caller says nothing. */
export const newReach = (input: BrandReachInput): BrandReachInput =>
  input.allBrands === undefined && input.brandIds === undefined ? everyBrand : input

/**
 * Validates the brands that a caller named: all, or at least one that exists. `existing` returns those of the given ids that
 * exist; `where` completes the error message.
 */
export const brandReach = Effect.fnUntraced(function* <R>(
  { allBrands, brandIds }: BrandReachInput,
  existing: (ids: ReadonlyArray<BrandId>) => Effect.Effect<ReadonlyArray<BrandId>, DatabaseUnavailable, R>,
  where: string
): Effect.fn.Return<BrandReach, InvalidInput | DatabaseUnavailable, R> {
  if (allBrands === true) return everyBrand
  if (brandIds === undefined || brandIds.length === 0) {
    return yield* InvalidInput.of("brandIds", "required", "must name at least one brand unless allBrands is true")
  }
  const wanted = brandIds.map((text) => parseId("brand", text))
  const distinct = Array.from(new Set(wanted.flatMap(Option.toArray)))
  const known = new Set(yield* existing(distinct))
  const unknown = wanted.findIndex((id) => Option.isNone(id) || !known.has(id.value))
  return unknown < 0
    ? { allBrands: false, brandIds: distinct }
    : yield* InvalidInput.of(`brandIds[${unknown}]`, "unknown_id", `is not a brand of this ${where}`)
})
