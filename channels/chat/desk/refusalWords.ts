import type { InvalidInput } from "../../../src/domain/Problems.ts"

/** Any reason why a request fails: an error of the ticket service, of Slack, or a bug of ours. */
export interface Refusal {
  readonly _tag: string
}

/** The reason in a sentence for the person who asked; reveals nothing secret. */
export const refusalWords = (refusal: Refusal): string => {
  switch (refusal._tag) {
    case "NotFound":
      return "That ticket does not exist, or you do not have access to it."
    case "NotOfTeam":
      return "Only members of the support team can do that."
    case "MessageGone":
      return "The message was deleted, is in a channel that I can no longer read, or is already a ticket."
    case "TicketMerged":
      return "That ticket was merged into another one and can no longer be changed."
    case "VersionConflict":
      return "Someone else has just changed that ticket. Check it, then try again."
    case "LimitReached":
      return "That ticket has reached a limit. Nothing more of this kind can be added."
    case "IdempotencyKeyReused":
      return "What you sent first has already been added. Close this, and send the rest as another reply."
    case "InvalidInput": {
      const [first] = (refusal as InvalidInput).errors
      return `That is not possible: ${first.field} ${first.message}.`
    }
    case "DatabaseUnavailable":
      return "The support desk is not available right now. Please try again."
    default:
      return "That did not work. Please try again."
  }
}
