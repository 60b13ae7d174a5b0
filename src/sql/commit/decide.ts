import { Exit, Result } from "effect"
import { IdempotencyKeyReused, NotFound } from "../../domain/Problems.ts"
import type { Once } from "../../events/Receipt.ts"
import type { TicketCommand } from "../../tickets/TicketCommand.ts"
import { hex } from "../hex.ts"
import type { Batch } from "./Batch.ts"
import { stateOf } from "./stateOf.ts"

/** How a command ended: with a value, with an answer that was given before, or with a refusal. */
export type Settled = Exit.Exit<Once<unknown>, unknown>

/** The outcome of one command within the batch; what it decided is written with the batch. */
export const decide = (command: TicketCommand<unknown, unknown>, batch: Batch): Settled => {
  const { receipt, reads, scope } = command
  const key = receipt === undefined ? undefined : hex(receipt.key)
  const fingerprint = receipt === undefined ? "" : hex(receipt.fingerprint)
  const earlier = key === undefined ? undefined : batch.receipts.get(key)
  if (earlier !== undefined)
    return earlier.fingerprint === fingerprint
      ? Exit.succeed({ replayed: true, answer: earlier.answer })
      : Exit.fail(new IdempotencyKeyReused())
  const state = stateOf(batch, scope.brandId, reads, command.causation.actor.id)
  if (state === undefined) return Exit.fail(new NotFound({ entity: "brand" }))
  const decision = command.decide(state)
  if (Result.isFailure(decision)) return Exit.fail(decision.failure)
  const { value } = decision.success
  batch.apply(scope.brandId, command.causation, decision.success)
  if (receipt !== undefined && key !== undefined)
    batch.keep(key, { fingerprint, answer: receipt.answer(value), secret: receipt.secret === true })
  return Exit.succeed({ replayed: false, value })
}
