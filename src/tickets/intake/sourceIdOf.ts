import type { InboundMessage } from "../../domain/InboundMessage.ts"

/** Characters of a `sourceId`. */
const longest = 255

/** The channel's own id of a message, as its ticket or comment keeps it: whole characters of it. */
export const sourceIdOf = ({ externalId }: Pick<InboundMessage, "externalId">): string =>
  [...externalId].slice(0, longest).join("")
