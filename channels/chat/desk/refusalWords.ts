import type { InvalidInput } from "../../../src/domain/Problems.ts"

/** Whatever can keep a wish from coming true: an error of the ticket service, of Slack, or a mistake of ours. */
export interface Refusal {
  readonly _tag: string
}

/** Why something could not be done, in a sentence for the person who wanted it; nothing of it is secret. */
export const refusalWords = (refusal: Refusal): string => {
  switch (refusal._tag) {
    case "NotFound":
      return "There is no such ticket, or it is not yours to see."
    case "NotOfTeam":
      return "Only members of the support team can do that here."
    case "MessageGone":
      return "The message was taken back meanwhile, is in a channel that I cannot read any more, or is a ticket already."
    case "TicketMerged":
      return "That ticket was merged into another one: it takes no more changes."
    case "VersionConflict":
      return "Somebody has changed that ticket meanwhile. Look at it again."
    case "LimitReached":
      return "That ticket is full: it takes no more of this."
    case "IdempotencyKeyReused":
      return "What you sent first is there already. Close this, and write the rest as another answer."
    case "InvalidInput": {
      const [first] = (refusal as InvalidInput).errors
      return `That is not possible: ${first.field} ${first.message}.`
    }
    case "DatabaseUnavailable":
      return "The support desk cannot answer at this moment. Please try again."
    default:
      return "That did not work. Please try again."
  }
}
