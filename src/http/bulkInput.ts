import type { Result } from "effect"
import type { BulkAction as Payload } from "../api/TicketOperationPayloads.ts"
import type { InvalidInput } from "../domain/Problems.ts"
import type { BulkAction } from "../tickets/bulkAction.ts"
import { InputErrors } from "./InputErrors.ts"
import { tagsOf } from "./ticketInput.ts"

/** The action that `POST …/tickets/bulk` asks for, as the ticket service takes it. */
export const bulkActionOf = (payload: typeof Payload.Type): Result.Result<BulkAction, InvalidInput> => {
  const errors = new InputErrors()
  const { ticketIds } = payload
  if (new Set(ticketIds).size < ticketIds.length)
    errors.refuse("ticketIds", "not_allowed", "must not contain a ticket twice")
  return errors.result(actionOf(errors, payload))
}

const actionOf = (errors: InputErrors, payload: typeof Payload.Type): BulkAction => {
  const { action, assigneeId, categoryId, closeReason, priority, status } = payload
  const required = (field: string): undefined => errors.refuse(field, "required", `is required for ${action}`)
  switch (action) {
    case "assign":
      if (assigneeId === undefined) required("assigneeId")
      return { action, assigneeId: assigneeId == null ? null : (errors.id("assigneeId", "member", assigneeId) ?? null) }
    case "setCategory":
      if (categoryId === undefined) required("categoryId")
      return {
        action,
        categoryId: categoryId == null ? null : (errors.id("categoryId", "category", categoryId) ?? null)
      }
    case "setTags":
    case "addTags":
    case "removeTags":
      return {
        action,
        tags: tagsOf(payload, (text, field) => errors.id(field, "tag", text)) ??
          required("tags") ?? { names: [], ids: [] }
      }
    case "setStatus":
      return { action, status: status?.trim() ?? required("status") ?? "" }
    case "setPriority":
      return { action, priority: priority ?? required("priority") ?? "normal" }
    case "close":
      return { action, closeReason }
    default:
      return { action }
  }
}
