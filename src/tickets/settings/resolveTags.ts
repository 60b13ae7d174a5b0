import { Result } from "effect"
import type { BrandId, TagId } from "../../domain/Ids.ts"
import type { FieldError } from "../../domain/Problems.ts"
import { type Tag, ticketLimits } from "../../domain/Ticket.ts"
import type { TicketState } from "../TicketCommand.ts"

/** Colour of a tag for which none was given. */
export const defaultTagColor = "#6366f1"

/** Tags as a caller names them: unknown names are created, unknown ids are refused. */
export interface TagInput {
  readonly names: ReadonlyArray<string>
  readonly ids: ReadonlyArray<TagId>
  /** The field that contained each of `ids`, such as `tagIds[0]`. */
  readonly idFields?: ReadonlyArray<string> | undefined
}

interface Resolved {
  readonly tags: ReadonlyArray<Tag>
  readonly created: ReadonlyArray<Tag>
}

/** The tags of a ticket after a change: replaced, or with some added and some removed. */
export const changeTags = (
  state: TicketState,
  brandId: BrandId,
  before: ReadonlyArray<Tag>,
  change: {
    readonly tags?: TagInput | undefined
    readonly addTags?: TagInput | undefined
    readonly removeTags?: TagInput | undefined
  }
): Result.Result<Resolved, ReadonlyArray<FieldError>> => {
  const { addTags, removeTags, tags } = change
  if (tags !== undefined) return resolveTags(state, brandId, tags)
  if (addTags !== undefined) {
    return Result.flatMap(resolveTags(state, brandId, addTags), ({ created, tags }) => {
      const all = [...before, ...tags.filter(({ id }) => !before.some((tag) => tag.id === id))]
      return all.length > ticketLimits.tags
        ? Result.fail([tooMany])
        : Result.succeed({ created, tags: all.sort(byName) })
    })
  }
  if (removeTags === undefined) return Result.succeed({ tags: before, created: [] })
  const names = new Set(removeTags.names.map(state.foldTagName))
  return Result.succeed({
    tags: before.filter(({ id, name }) => !removeTags.ids.includes(id) && !names.has(state.foldTagName(name))),
    created: []
  })
}

/** The tags that are meant, without duplicates, and those among them that are new. Names are compared ignoring case. */
export const resolveTags = (
  state: TicketState,
  brandId: BrandId,
  input: TagInput | undefined
): Result.Result<Resolved, ReadonlyArray<FieldError>> => {
  if (input === undefined) return Result.succeed({ tags: [], created: [] })
  const known = new Set(state.tags.map(({ id }) => id))
  const unknown = input.ids.flatMap((id, index): ReadonlyArray<FieldError> => {
    const field = input.idFields?.[index] ?? "tags"
    return known.has(id) ? [] : [{ field, code: "unknown_id", message: "is not a tag of this brand" }]
  })
  if (unknown.length > 0) return Result.fail(unknown)
  const fold = state.foldTagName
  const chosen = new Map<string, Tag>()
  const created: Array<Tag> = []
  for (const id of input.ids) for (const tag of state.tags) if (tag.id === id) chosen.set(fold(tag.name), tag)
  for (const name of input.names) {
    const key = fold(name)
    if (chosen.has(key)) continue
    const present = state.tags.find((tag) => fold(tag.name) === key)
    const tag = present ?? {
      id: state.ids("tag"),
      brandId,
      name,
      color: defaultTagColor,
      createdAt: state.now,
      updatedAt: state.now
    }
    if (present === undefined) created.push(tag)
    chosen.set(key, tag)
  }
  return chosen.size > ticketLimits.tags
    ? Result.fail([tooMany])
    : Result.succeed({ tags: [...chosen.values()].sort(byName), created })
}

const byName = (a: Tag, b: Tag) => (a.name < b.name ? -1 : 1)

const tooMany: FieldError = {
  field: "tags",
  code: "too_many",
  message: `must not give a ticket more than ${ticketLimits.tags} tags`
}
