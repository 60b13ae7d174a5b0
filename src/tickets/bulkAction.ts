import { Result } from "effect"
import type { CategoryId, MemberId } from "../domain/Ids.ts"
import { InvalidInput } from "../domain/Problems.ts"
import type { Mode } from "../domain/Tenant.ts"
import type { CloseReason, Priority } from "../domain/Ticket.ts"
import type { TicketDetail } from "../domain/TicketDetail.ts"
import { findStatus, statusOfCategory } from "../domain/TicketLifecycle.ts"
import { type ChangeRefusal, changeTicket, type TicketChange } from "./changeTicket.ts"
import { markSpam } from "./markSpam.ts"
import { resolveTags, type TagInput } from "./settings/resolveTags.ts"
import type { Outcome, Reads, TicketState } from "./TicketCommand.ts"
import { deleteTicket, restoreTicket } from "./trashTicket.ts"

/** The action to apply to each of many tickets, as in `BulkAction` of the OpenAPI document. */
export type BulkAction =
  /** `null` unassigns. */
  | { readonly action: "assign"; readonly assigneeId: MemberId | null }
  /** `null` removes the category. */
  | { readonly action: "setCategory"; readonly categoryId: CategoryId | null }
  | { readonly action: "setTags" | "addTags" | "removeTags"; readonly tags: TagInput }
  | { readonly action: "setStatus"; readonly status: string }
  | { readonly action: "setPriority"; readonly priority: Priority }
  | { readonly action: "close"; readonly closeReason?: CloseReason | undefined }
  | { readonly action: "resolve" | "spam" | "notSpam" | "delete" | "restore" }

/** What the action must see in addition to the ticket. */
export const readsOfAction = (action: BulkAction): Omit<Reads, "ticketId"> => {
  switch (action.action) {
    case "assign":
      return { assigneeId: action.assigneeId ?? undefined }
    case "setCategory":
      return { categoryId: action.categoryId ?? undefined }
    case "setTags":
    case "addTags":
    case "removeTags":
      return { tagNames: action.tags.names, tagIds: action.tags.ids }
    case "spam":
    case "notSpam":
      return { changesCustomer: true }
    default:
      return {}
  }
}

/** Refuses an action that no ticket of the brand could undergo, before anything is done. */
export const checkAction = (state: TicketState, action: BulkAction): Result.Result<void, InvalidInput> => {
  switch (action.action) {
    case "assign":
      return action.assigneeId !== null && state.assigneeId === undefined
        ? Result.fail(InvalidInput.of("assigneeId", "unknown_id", "is not an active member who can see this brand"))
        : Result.void
    case "setCategory":
      return action.categoryId !== null && state.category === undefined
        ? Result.fail(InvalidInput.of("categoryId", "unknown_id", "is not a category of this brand"))
        : Result.void
    case "setTags":
    case "addTags":
    case "removeTags":
      return Result.match(resolveTags(state, state.brand.id, action.tags), {
        onFailure: (errors) => InvalidInput.judge(undefined, errors),
        onSuccess: () => Result.void
      })
    case "setStatus":
      return findStatus(state.brand, action.status) === undefined
        ? Result.fail(InvalidInput.of("status", "enum", "must be the key of an active status of the brand"))
        : Result.void
    default:
      return Result.void
  }
}

/** Applies the action to one ticket. */
export const applyAction = (
  state: TicketState,
  mode: Mode,
  action: BulkAction
): Result.Result<Outcome<TicketDetail>, ChangeRefusal> => {
  const change = (change: TicketChange) => changeTicket(state, state.brand.id, mode, change, undefined)
  const enter = (category: "resolved" | "closed") =>
    state.ticket?.statusCategory === category ? undefined : statusOfCategory(state.brand, category)?.key
  switch (action.action) {
    case "assign":
      return change({ assigneeId: action.assigneeId })
    case "setCategory":
      return change({ categoryId: action.categoryId })
    case "setTags":
      return change({ tags: action.tags })
    case "addTags":
      return change({ addTags: action.tags })
    case "removeTags":
      return change({ removeTags: action.tags })
    case "setStatus":
      return change({ status: action.status })
    case "setPriority":
      return change({ priority: action.priority })
    case "close":
      return change({ status: enter("closed"), closeReason: action.closeReason })
    case "resolve":
      return change({ status: enter("resolved") })
    case "spam":
    case "notSpam":
      return markSpam(state, mode, { isSpam: action.action === "spam", blockSender: true }, undefined)
    case "delete":
      return deleteTicket(state, mode, undefined)
    case "restore":
      return restoreTicket(state, mode, undefined)
  }
}
