/**
 * The oldest browsers that the pages are built for: those of the spring of 2024, by what the pages and the client stand on
 * (`light-dark()`, `AbortSignal.any`, `Map.groupBy`). What came later they use only where nothing is missed without it.
 */
export const browsers = ["chrome123", "edge123", "firefox124", "safari17.5"]
