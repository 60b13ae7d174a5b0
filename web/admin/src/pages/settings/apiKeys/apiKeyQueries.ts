import { queryClient } from "../../../app/queries.ts"

export const apiKeysKey = ["apiKeys"]

/** Has the keys read again; nobody waits for it. */
export const readKeysAgain = () => void queryClient.invalidateQueries({ queryKey: apiKeysKey })
