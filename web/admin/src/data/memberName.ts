import type { Member } from "@trunkline/sdk"

/** The name by which a member is shown. */
export const memberName = ({ displayName, email, firstName, lastName }: Member): string =>
  displayName ?? ([firstName, lastName].filter((part) => part !== undefined).join(" ") || email)
