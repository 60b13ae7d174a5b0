import { Result } from "effect"
import type { BrandId, TagId } from "../domain/Ids.ts"
import type { FieldError } from "../domain/Problems.ts"
import type { Tag } from "../domain/Ticket.ts"
import type { TicketState } from "./TicketStore.ts"

/** Colour of a tag that came into being by its name. */
const defaultColor = "#6366f1"

/** Tags as a caller names them: unknown names are created, unknown ids are refused. */
export interface TagInput {
  readonly names: ReadonlyArray<string>
  readonly ids: ReadonlyArray<TagId>
}

/** The tags meant, each once, and those among them that are new. Names are compared without case. */
export const resolveTags = (
  state: TicketState,
  brandId: BrandId,
  input: TagInput | undefined
): Result.Result<{ readonly tags: ReadonlyArray<Tag>; readonly created: ReadonlyArray<Tag> }, FieldError> => {
  if (input === undefined) return Result.succeed({ tags: [], created: [] })
  if (!input.ids.every((id) => state.tags.some((tag) => tag.id === id)))
    return Result.fail({ field: "tags", code: "unknown_id", message: "names an id that is no tag of this brand" })
  const fold = state.foldTagName
  const chosen = new Map<string, Tag>()
  const created: Array<Tag> = []
  for (const id of input.ids) for (const tag of state.tags) if (tag.id === id) chosen.set(fold(tag.name), tag)
  for (const name of input.names) {
    const key = fold(name)
    if (chosen.has(key)) continue
    const known = state.tags.find((tag) => fold(tag.name) === key)
    const tag = known ?? {
      id: state.ids("tag"),
      brandId,
      name,
      color: defaultColor,
      createdAt: state.now,
      updatedAt: state.now
    }
    if (known === undefined) created.push(tag)
    chosen.set(key, tag)
  }
  return Result.succeed({ tags: [...chosen.values()].sort((a, b) => (a.name < b.name ? -1 : 1)), created })
}
