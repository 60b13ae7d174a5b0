/** Every address that no other route answers: whoever wants a page there gets the dashboard, which finds its way itself. */
export const everyPage = "/*"
/** Files of the dashboard, whose names change with their content. */
export const assets = "/assets/*"
/** Paths that stand for addresses which mostly do not exist: with other methods those stay unknown. */
export const openPaths: ReadonlySet<string> = new Set([everyPage, assets])
