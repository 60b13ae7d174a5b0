import type { PortalTicket } from "../../../../sdk/src/portal.ts"

/** What the brand calls the status of a request; its colour only repeats it. */
export const Status = ({ status, statusLabel }: Pick<PortalTicket, "status" | "statusLabel">) => (
  <span class={`status ${status}`}>{statusLabel}</span>
)
