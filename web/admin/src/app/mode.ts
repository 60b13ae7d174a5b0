/** Which data the dashboard shows. */
export type Mode = "live" | "test"

const prefix = "/test"

/** Test mode has its own addresses, below /test, so that a link never leads to the wrong data. */
export const mode: Mode = location.pathname === prefix || location.pathname.startsWith(`${prefix}/`) ? "test" : "live"

/** The prefix of every address in this mode. */
export const basePath = mode === "test" ? prefix : "/"

/** The first page of the other mode. The two modes share no records, so what is open here does not exist there. */
export const otherModeHref = mode === "test" ? "/inbox" : `${prefix}/inbox`
