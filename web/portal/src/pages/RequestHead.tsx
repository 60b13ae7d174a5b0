import type { PortalTicketDetail } from "../../../../sdk/src/portal.ts"
import { homeIn } from "../home.ts"
import { useWords } from "../language.ts"
import { Status } from "./Status.tsx"
import { When } from "./When.tsx"

/** The subject of a request, and its status. */
export const RequestHead = ({ base, ticket }: { readonly base: string; readonly ticket: PortalTicketDetail }) => {
  const words = useWords()
  return (
    <header class="request">
      <p>
        <a href={homeIn(base)}>{words.yourRequests}</a>
      </p>
      <h1 dir="auto">{ticket.title}</h1>
      <p class="soft">
        <Status {...ticket} /> <bdi>{ticket.ticketNumber}</bdi> · <When at={ticket.createdAt} />
      </p>
    </header>
  )
}
