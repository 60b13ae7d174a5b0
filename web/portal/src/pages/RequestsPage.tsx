import type { PortalTicket } from "../../../../sdk/src/portal.ts"
import { homeIn } from "../home.ts"
import { useWords } from "../language.ts"
import { Status } from "./Status.tsx"
import { When } from "./When.tsx"

/** Which of the customer's requests the list shows. */
export type Shown = "open" | "closed" | "all"

export const RequestsPage = ({
  base,
  isFirst,
  nextCursor,
  shown,
  tickets
}: {
  readonly base: string
  readonly shown: Shown
  readonly tickets: ReadonlyArray<PortalTicket>
  readonly isFirst: boolean
  readonly nextCursor: string | null
}) => {
  const words = useWords()
  const choices: ReadonlyArray<readonly [Shown, string]> = [
    ["open", words.openRequests],
    ["closed", words.doneRequests],
    ["all", words.allRequests]
  ]
  return (
    <>
      <div class="head">
        <h1>{words.yourRequests}</h1>
        <a class="button" href={`${base}/new`}>
          {words.newRequest}
        </a>
      </div>
      <nav class="tabs" aria-label={words.whichRequests}>
        {choices.map(([choice, label]) => (
          <a key={choice} href={listPath(base, choice)} aria-current={choice === shown ? "true" : undefined}>
            {label}
          </a>
        ))}
      </nav>
      {tickets.length === 0 ? (
        <section class="card empty">
          <p>{shown === "open" ? words.noneOpen : shown === "closed" ? words.noneDone : words.noRequests}</p>
        </section>
      ) : (
        <ul class="card list">
          {tickets.map((ticket) => (
            <Row key={ticket.id} base={base} ticket={ticket} />
          ))}
        </ul>
      )}
      {isFirst && nextCursor === null ? null : (
        <nav class="paging" aria-label={words.pagesOfList}>
          {isFirst ? <span /> : <a href={listPath(base, shown)}>{words.newest}</a>}
          {nextCursor === null ? null : (
            <a href={listPath(base, shown, nextCursor)} rel="next">
              {words.older}
            </a>
          )}
        </nav>
      )}
    </>
  )
}

const Row = ({ base, ticket }: { readonly base: string; readonly ticket: PortalTicket }) => {
  const words = useWords()
  return (
    <li>
      <a href={`${base}/r/${ticket.id}`}>
        <span class="title" dir="auto">
          {ticket.title}
        </span>
        <Status {...ticket} />
        <span class="soft">
          <bdi>{ticket.ticketNumber}</bdi> · <When at={ticket.updatedAt} /> · {words.replies(ticket.commentCount)}
        </span>
      </a>
    </li>
  )
}

const listPath = (base: string, shown: Shown, cursor?: string) => {
  const query = new URLSearchParams(shown === "open" ? {} : { show: shown })
  if (cursor !== undefined) query.set("cursor", cursor)
  return query.size === 0 ? homeIn(base) : `${homeIn(base)}?${query}`
}
