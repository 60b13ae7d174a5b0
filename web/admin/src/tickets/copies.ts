import type { Ticket } from "@trunkline/sdk"

/** The most addresses in copy of one reply (docs/limits.md). */
const most = 20

/** Splits typed text into addresses. */
export const addressesIn = (typed: string): ReadonlyArray<string> =>
  typed.split(/[,;\s]+/).filter((address) => address !== "")

/**
 * Returns the verified participants of a ticket whom a reply with these copies would not reach. Unverified ones are strangers
 * whom no participant has named.
 */
export const withoutCopy = (
  { customerEmail, participants = [] }: Pick<Ticket, "customerEmail" | "participants">,
  copies: ReadonlyArray<string>
): ReadonlyArray<string> => {
  const got = new Set([customerEmail, ...copies].map((address) => address.toLowerCase()))
  return participants
    .flatMap(({ email, verified }) => (verified && !got.has(email) ? [email] : []))
    .slice(0, Math.max(0, most - copies.length))
}
