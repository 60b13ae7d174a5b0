import type { Brand, BrandUpdate } from "@trunkline/sdk"
import { client } from "../../../app/client.ts"
import { keys } from "../../../app/queries.ts"
import { putRecord } from "../../../forms/records.ts"

/** Saves a card's changes, and puts the saved brand into the cache. */
export const saveBrand = (brand: Brand) => async (changes: BrandUpdate) => {
  const saved = await client.brands.update(brand.id, changes)
  putRecord(keys.brands, saved)
  return saved
}
