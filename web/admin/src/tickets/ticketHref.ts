import type { QueryClient } from "@tanstack/react-query"
import type { Ticket } from "@trunkline/sdk"
import { client } from "../app/client.ts"
import { basePath } from "../app/mode.ts"
import { keys } from "../app/queries.ts"

/** Returns the path of a ticket's own page, from the root of this server. */
export const ticketHref = async (
  queryClient: QueryClient,
  { brandId, ticketNumber }: Pick<Ticket, "brandId" | "ticketNumber">
): Promise<string> => {
  const brands = await queryClient.ensureQueryData({ queryKey: keys.brands, queryFn: () => client.brands.list() })
  const slug = brands.find(({ id }) => id === brandId)?.slug ?? brandId
  return `${basePath === "/" ? "" : basePath}/b/${slug}/t/${ticketNumber}`
}
