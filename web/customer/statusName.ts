import type { PortalTicket } from "../../sdk/src/portal.ts"
import type { Words } from "./words/en.ts"

/** What a request's status is called: by the brand's own word, and in the reader's language as long as it has none of its own. */
export const statusName = (
  words: Words,
  { status, statusLabel }: Pick<PortalTicket, "status" | "statusLabel">
): string =>
  statusLabel === `${status.charAt(0).toUpperCase()}${status.slice(1)}` ? words.statuses[status] : statusLabel
