import type { Status } from "@trunkline/sdk"
import { keys } from "../../../app/queries.ts"
import { putRecord } from "../../../forms/records.ts"

/** Query key of all statuses of a brand, including archived ones. */
export const allStatusesKey = (brandId: string) => [...keys.statuses(brandId), "all"]

/** Puts a status that the API has returned into the cache, and reads all lists of the brand's statuses again. */
export const putStatus = (brandId: string, status: Status) =>
  putRecord(allStatusesKey(brandId), status, keys.statuses(brandId))
