import type { Status } from "@trunkline/sdk"
import { keys } from "../../../app/queries.ts"
import { putRecord } from "../../../forms/records.ts"

/** All statuses of a brand, those that are archived among them. */
export const allStatusesKey = (brandId: string) => [...keys.statuses(brandId), "all"]

/** Shows a status as it was answered, and has every list of the brand's statuses read again. */
export const putStatus = (brandId: string, status: Status) =>
  putRecord(allStatusesKey(brandId), status, keys.statuses(brandId))
