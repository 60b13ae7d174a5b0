import { useState } from "preact/hooks"
import type { PortalMe, PortalTicket } from "../../../../sdk/src/portal.ts"
import { statusName } from "../../../customer/statusName.ts"
import type { SignIn } from "../../protocol.ts"
import { useWidget, useWords } from "../context.ts"
import type { Requests } from "../Requests.ts"
import { useValue } from "../useValue.ts"
import { HelpLinks } from "./HelpLinks.tsx"
import { Moment } from "./Moment.tsx"
import { Problem } from "./Problem.tsx"
import { Skeleton } from "./Skeleton.tsx"

/** The customer's requests, latest first, and a button for a new one. */
export const Home = ({
  by,
  me,
  requests
}: {
  readonly requests: Requests
  readonly me: PortalMe
  readonly by: SignIn
}) => {
  const widget = useWidget()
  const words = useWords()
  const { data, error } = useValue(requests.list)
  return (
    <>
      <section class="scroll">
        <h1 tabIndex={-1}>{words.yourRequests}</h1>
        {error !== undefined && <Problem error={error} retry={requests.refresh} />}
        {data === undefined && error === undefined && <Skeleton />}
        {data?.tickets.length === 0 && <p class="empty">{words.noRequests}</p>}
        {data !== undefined && data.tickets.length > 0 && (
          <ul class="requests">
            {data.tickets.map((ticket) => (
              <Row key={ticket.id} ticket={ticket} isUnread={data.unread.has(ticket.id)} />
            ))}
          </ul>
        )}
        {data?.next != null && <More requests={requests} />}
        <HelpLinks />
        {by === "mail" && (
          <p class="soft signed">
            {words.signedInAs(me.customer.email)}{" "}
            <button type="button" class="link" onClick={() => widget.signOut()}>
              {words.signOut}
            </button>
          </p>
        )}
      </section>
      <div class="foot">
        <button type="button" class="primary" onClick={() => widget.show({ name: "new", draft: {} })}>
          {words.newRequest}
        </button>
      </div>
    </>
  )
}

const Row = ({ isUnread, ticket }: { readonly ticket: PortalTicket; readonly isUnread: boolean }) => {
  const widget = useWidget()
  const words = useWords()
  return (
    <li>
      <button type="button" onClick={() => widget.show({ name: "thread", ticketId: ticket.id })}>
        <span class="title" dir="auto">
          {ticket.title}
        </span>
        <span class="soft">
          <bdi class="status">{statusName(words, ticket)}</bdi> · <bdi>{ticket.ticketNumber}</bdi> ·{" "}
          <Moment at={ticket.updatedAt} />
        </span>
        {isUnread && <span class="new">{words.unread}</span>}
      </button>
    </li>
  )
}

const More = ({ requests }: { readonly requests: Requests }) => {
  const words = useWords()
  const [error, setError] = useState<unknown>()
  const more = () => {
    setError(undefined)
    requests.more().catch(setError)
  }
  return error === undefined ? (
    <button type="button" class="quiet" onClick={more}>
      {words.more}
    </button>
  ) : (
    <Problem error={error} retry={more} />
  )
}
