import type { PortalTicket } from "../../../../sdk/src/portal.ts"
import { Status } from "./Status.tsx"
import { When } from "./When.tsx"

/** Which of one's requests the list shows. */
export type Shown = "open" | "closed" | "all"

const choices: ReadonlyArray<readonly [Shown, string]> = [
  ["open", "Open"],
  ["closed", "Done"],
  ["all", "All"]
]

const nothing: Record<Shown, string> = {
  open: "You have no open requests.",
  closed: "None of your requests is done yet.",
  all: "You have not asked us anything yet."
}

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
}) => (
  <>
    <div class="head">
      <h1>My requests</h1>
      <a class="button" href={`${base}/new`}>
        New request
      </a>
    </div>
    <nav class="tabs" aria-label="Which requests">
      {choices.map(([choice, label]) => (
        <a key={choice} href={listPath(base, choice)} aria-current={choice === shown ? "true" : undefined}>
          {label}
        </a>
      ))}
    </nav>
    {tickets.length === 0 ? (
      <section class="card empty">
        <p>{nothing[shown]}</p>
        <p>
          <a href={`${base}/new`}>Ask us something</a>
        </p>
      </section>
    ) : (
      <ul class="card list">
        {tickets.map((ticket) => (
          <li key={ticket.id}>
            <a href={`${base}/r/${ticket.id}`}>
              <span class="title" dir="auto">
                {ticket.title}
              </span>
              <Status {...ticket} />
              <span class="soft">
                {ticket.ticketNumber} · <When at={ticket.updatedAt} /> · {replies(ticket.commentCount)}
              </span>
            </a>
          </li>
        ))}
      </ul>
    )}
    {isFirst && nextCursor === null ? null : (
      <nav class="paging" aria-label="Pages of the list">
        {isFirst ? <span /> : <a href={listPath(base, shown)}>Newest</a>}
        {nextCursor === null ? null : (
          <a href={listPath(base, shown, nextCursor)} rel="next">
            Older
          </a>
        )}
      </nav>
    )}
  </>
)

const listPath = (base: string, shown: Shown, cursor?: string) => {
  const query = new URLSearchParams(shown === "open" ? {} : { show: shown })
  if (cursor !== undefined) query.set("cursor", cursor)
  return query.size === 0 ? base : `${base}?${query}`
}

const replies = (count: number) => (count === 0 ? "no replies" : count === 1 ? "1 reply" : `${count} replies`)
