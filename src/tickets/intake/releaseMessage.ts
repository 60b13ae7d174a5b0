import { Result } from "effect"
import type { InboundDetail } from "../../domain/InboundEntry.ts"
import type { InboundMessage, IntakeResult } from "../../domain/InboundMessage.ts"
import type { BrandScope } from "../../domain/Principal.ts"
import { InvalidState } from "../../domain/Problems.ts"
import type { Outcome, TicketState } from "../TicketCommand.ts"
import { decideIntake, type IntakeRefusal } from "./decideIntake.ts"

/**
 * Processes a message that was held back, or that could not be processed when it was received. The brand's own mail still
 * has no effect.
 */
export const releaseMessage = (
  state: TicketState,
  scope: BrandScope,
  logged: InboundDetail,
  message: InboundMessage
): Result.Result<Outcome<IntakeResult>, IntakeRefusal | InvalidState> => {
  if (state.duplicate?.ticketId !== undefined && state.duplicate.outcome !== "bounce")
    return Result.fail(
      new InvalidState({ state: "processed", reason: "The message has been processed in the meantime." })
    )
  // Limits do not apply: whoever requests this has seen the message.
  const { mail, ...rest } = message
  const unlimited = mail === undefined ? rest : { ...rest, mail: { ...mail, hourlyLimits: undefined } }
  return decideIntake({ ...state, duplicate: undefined }, scope, logged.id, unlimited, { released: true })
}
