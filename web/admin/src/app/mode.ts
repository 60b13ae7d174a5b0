/** Which data the dashboard works on. */
export type Mode = "live" | "test"

const prefix = "/test"

/** Test mode has addresses of its own, below /test, so that a link never leads to the wrong data. */
export const mode: Mode = location.pathname === prefix || location.pathname.startsWith(`${prefix}/`) ? "test" : "live"

/** What stands before every address of this mode. */
export const basePath = mode === "test" ? prefix : "/"

/** The first page of the other mode: the two share no record, and what is open here does not exist there. */
export const otherModeHref = mode === "test" ? "/inbox" : `${prefix}/inbox`
