import type { PortalTicketDetail } from "../../../../sdk/src/portal.ts"
import { Status } from "./Status.tsx"
import { When } from "./When.tsx"

/** What a request is about, and how it stands. */
export const RequestHead = ({ base, ticket }: { readonly base: string; readonly ticket: PortalTicketDetail }) => (
  <header class="request">
    <p>
      <a href={base}>My requests</a>
    </p>
    <h1 dir="auto">{ticket.title}</h1>
    <p class="soft">
      <Status {...ticket} /> {ticket.ticketNumber} · opened <When at={ticket.createdAt} />
    </p>
  </header>
)
