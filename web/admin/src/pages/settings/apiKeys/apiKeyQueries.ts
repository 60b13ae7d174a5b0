import { queryClient } from "../../../app/queries.ts"

export const apiKeysKey = ["apiKeys"]

/** Has the keys read again. */
export const readKeysAgain = () => queryClient.invalidateQueries({ queryKey: apiKeysKey })
