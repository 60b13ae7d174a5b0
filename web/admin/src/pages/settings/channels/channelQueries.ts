import { queryClient } from "../../../app/queries.ts"

/** Of which brand, and of which kind of connection. */
export const channelsKey = (brandId: string, ...kind: ReadonlyArray<string>) => ["channels", brandId, ...kind]

/** Has every list of the brand's connections read again. */
export const readChannelsAgain = (brandId: string) => queryClient.invalidateQueries({ queryKey: channelsKey(brandId) })
