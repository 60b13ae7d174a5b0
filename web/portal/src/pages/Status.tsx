import type { PortalTicket } from "../../../../sdk/src/portal.ts"
import { statusName } from "../../../customer/statusName.ts"
import { useWords } from "../language.ts"

/** The name of a request's status; its colour only repeats it. */
export const Status = (ticket: Pick<PortalTicket, "status" | "statusLabel">) => (
  <span class={`status ${ticket.status}`}>{statusName(useWords(), ticket)}</span>
)
