import type { InboundMessage } from "../../domain/InboundMessage.ts"

/** Maximum number of characters of a `sourceId`. */
const longest = 255

/** The channel's own id of a message, as stored with its ticket or comment: truncated to whole characters. */
export const sourceIdOf = ({ externalId }: Pick<InboundMessage, "externalId">): string =>
  [...externalId].slice(0, longest).join("")
