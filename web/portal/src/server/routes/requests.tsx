import { RequestsPage, type Shown } from "../../pages/RequestsPage.tsx"
import { page } from "../respond.tsx"
import { signedIn } from "../signedIn.tsx"
import type { Visit } from "../Visit.ts"

/** The statuses for each choice of the list. */
const statuses = { open: ["active"], closed: ["resolved", "closed"], all: undefined } as const

/** Lists the customer's requests, last active first. */
export const listRequests = (visit: Visit): Promise<Response> => {
  const { base, portal, url } = visit
  const asked = url.searchParams.get("show")
  const shown: Shown = asked === "closed" || asked === "all" ? asked : "open"
  const cursor = url.searchParams.get("cursor") ?? undefined
  return signedIn(
    visit,
    async () => portal.tickets.list({ status: statuses[shown], sort: "updatedAt", cursor }),
    ({ data, nextCursor }) =>
      page(
        visit,
        { title: visit.language.words.yourRequests, current: "requests" },
        <RequestsPage base={base} shown={shown} tickets={data} isFirst={cursor === undefined} nextCursor={nextCursor} />
      )
  )
}
