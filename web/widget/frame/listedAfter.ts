import type { PortalTicket } from "../../../sdk/src/portal.ts"

type Listed = Pick<PortalTicket, "id" | "updatedAt">

/**
 * Returns the part of a list, last changed first, that stays below its first page after that was read again: known items that
 * are older. Nothing stays if so much has changed that the two do not overlap. What has changed since is now on the page, and
 * anything newer that is not on it is gone.
 */
export const listedAfter = <T extends Listed>(page: ReadonlyArray<T>, known: ReadonlyArray<T>): ReadonlyArray<T> => {
  const first = new Set(page.map(({ id }) => id))
  const oldest = page.at(-1)
  if (oldest === undefined || !known.some(({ id }) => first.has(id))) return []
  return known.filter(({ id, updatedAt }) => !first.has(id) && updatedAt <= oldest.updatedAt)
}
