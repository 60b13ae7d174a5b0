import type { PortalTicket } from "../../sdk/src/portal.ts"
import type { Words } from "./words/en.ts"

/** Returns the name of a request's status: the brand's own or, if the brand has not renamed it, in the reader's language. */
export const statusName = (
  words: Words,
  { status, statusLabel }: Pick<PortalTicket, "status" | "statusLabel">
): string =>
  statusLabel === `${status.charAt(0).toUpperCase()}${status.slice(1)}` ? words.statuses[status] : statusLabel
