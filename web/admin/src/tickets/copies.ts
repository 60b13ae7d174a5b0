import type { Ticket } from "@trunkline/sdk"

/** Addresses that one reply is copied to at most (docs/limits.md). */
const most = 20

/** The addresses in what somebody has typed. */
export const addressesIn = (typed: string): ReadonlyArray<string> =>
  typed.split(/[,;\s]+/).filter((address) => address !== "")

/** Who takes part in a ticket and would not get a reply with these copies; of strangers nobody has named the API tells so. */
export const withoutCopy = (
  { customerEmail, participants = [] }: Pick<Ticket, "customerEmail" | "participants">,
  copies: ReadonlyArray<string>
): ReadonlyArray<string> => {
  const got = new Set([customerEmail, ...copies].map((address) => address.toLowerCase()))
  return participants
    .flatMap(({ email, verified }) => (verified && !got.has(email) ? [email] : []))
    .slice(0, Math.max(0, most - copies.length))
}
