/** Under which the list of keys is kept. */
export const apiKeysKey = ["apiKeys"]
