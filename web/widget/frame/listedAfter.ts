import type { PortalTicket } from "../../../sdk/src/portal.ts"

type Listed = Pick<PortalTicket, "id" | "updatedAt">

/**
 * What stays of a list, the latest change first, below its first page that was read again: what was there and is older.
 * Nothing, when so much has changed that the two do not meet. What has changed since has come up into the page, and what
 * is newer and not in it is gone.
 */
export const listedAfter = <T extends Listed>(page: ReadonlyArray<T>, known: ReadonlyArray<T>): ReadonlyArray<T> => {
  const first = new Set(page.map(({ id }) => id))
  const oldest = page.at(-1)
  if (oldest === undefined || !known.some(({ id }) => first.has(id))) return []
  return known.filter(({ id, updatedAt }) => !first.has(id) && updatedAt <= oldest.updatedAt)
}
