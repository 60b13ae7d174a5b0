/** All addresses without another route: the dashboard's page, which finds its own way from there. */
export const everyPage = "/*"
/** Files of the dashboard, whose names change with their content. */
export const assets = "/assets/*"
/** Patterns of mostly nonexistent addresses, which stay unknown to other methods. */
export const openPaths: ReadonlySet<string> = new Set([everyPage, assets])
