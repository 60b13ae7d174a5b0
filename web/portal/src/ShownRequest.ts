import type { PortalTicketDetail } from "../../../sdk/src/portal.ts"

/** A request as its page shows it. */
export interface ShownRequest extends PortalTicketDetail {
  /** The number of messages before those shown. */
  readonly earlier: number
}

/** The query parameter by which a page or script asks for all messages of a request. */
export const everything = "all"
