import type { PortalTicketDetail } from "../../../sdk/src/portal.ts"

/** A request as its page shows it. */
export interface ShownRequest extends PortalTicketDetail {
  /** Messages before those that are shown. */
  readonly earlier: number
}

/** The parameter by which a page, or a script, asks for all messages of a request. */
export const everything = "all"
