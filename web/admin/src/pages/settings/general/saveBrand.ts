import type { Brand, BrandUpdate } from "@trunkline/sdk"
import { client } from "../../../app/client.ts"
import { keys, queryClient } from "../../../app/queries.ts"

/** Saves what a card has changed, and has the brand read again. */
export const saveBrand = (brand: Brand) => async (changes: BrandUpdate) => {
  await client.brands.update(brand.id, changes)
  await queryClient.invalidateQueries({ queryKey: keys.brands })
}
