/**
 * The oldest browsers that the pages are built for, from spring 2024: they have what the pages and the client rely on
 * (`light-dark()`, `AbortSignal.any`, `Map.groupBy`). Newer features are used only where nothing is missing without them.
 */
export const browsers = ["chrome123", "edge123", "firefox124", "safari17.5"]
