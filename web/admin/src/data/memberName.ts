import type { Member } from "@trunkline/sdk"

/** What a member is called. */
export const memberName = ({ displayName, email, firstName, lastName }: Member): string =>
  displayName ?? ([firstName, lastName].filter((part) => part !== undefined).join(" ") || email)
