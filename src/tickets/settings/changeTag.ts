import type { DateTime } from "effect"
import { Option, Result } from "effect"
import type { AuditEntry, AuditedEvent } from "../../domain/AuditEntry.ts"
import { fieldDiff } from "../../domain/FieldDiff.ts"
import { type BrandId, parseId, type TagId } from "../../domain/Ids.ts"
import type { JsonObject } from "../../domain/Json.ts"
import { type FieldError, InvalidInput } from "../../domain/Problems.ts"
import type { Tag } from "../../domain/Ticket.ts"
import { auditedDiff } from "../../events/auditedDiff.ts"
import type { RecordChange } from "./BrandRecords.ts"
import { defaultTagColor } from "./resolveTags.ts"

export interface TagCreate {
  readonly name: string
  readonly color?: string | undefined
}

export type TagChange = { readonly [K in keyof TagCreate]?: TagCreate[K] | undefined }

/** The rest of a merge of tags: the tags whose tickets get the target, and that are then removed. */
export interface TagMerge {
  readonly sources: ReadonlyArray<Tag>
  readonly audit: readonly [AuditEntry, ...ReadonlyArray<AuditEntry>]
}

export const newTag = (id: TagId, brandId: BrandId, input: TagCreate, now: DateTime.Utc): RecordChange<Tag> => {
  const { color = defaultTagColor, name } = input
  const tag: Tag = { id, brandId, name, color, createdAt: now, updatedAt: now }
  return { record: tag, audit: audit("tag.created", tag) }
}

const observed = { name: ({ name }: Tag) => name, color: ({ color }: Tag) => color }

export const changeTag = (before: Tag, change: TagChange, now: DateTime.Utc): RecordChange<Tag> => {
  const after: Tag = {
    ...before,
    name: change.name ?? before.name,
    color: change.color ?? before.color,
    updatedAt: now
  }
  const diff = fieldDiff(observed, before, after)
  return diff.size === 0
    ? { record: before, audit: undefined }
    : { record: after, audit: audit("tag.updated", after, auditedDiff(diff)) }
}

export const deleteTag = (tag: Tag): AuditEntry => audit("tag.deleted", tag)

/** Merges the tags with these ids, as the caller wrote them, into another one of the brand. */
export const mergeTags = (
  target: Tag,
  found: ReadonlyArray<Tag>,
  sourceIds: ReadonlyArray<string>
): Result.Result<TagMerge, InvalidInput> => {
  const sources = new Map<TagId, Tag>()
  const errors: Array<FieldError> = []
  for (const [index, id] of sourceIds.entries()) {
    const field = `sourceTagIds[${index}]`
    const source = found.find((tag) => tag.id === id)
    if (id === target.id) errors.push({ field, code: "not_allowed", message: "must not be the tag to merge into" })
    else if (source === undefined) errors.push({ field, code: "unknown_id", message: "is not a tag of this brand" })
    else sources.set(source.id, source)
  }
  const [first, ...more] = errors
  if (first !== undefined) return Result.fail(new InvalidInput({ errors: [first, ...more] }))
  const merged = [...sources.values()]
  return Result.succeed({
    sources: merged,
    audit: [
      audit("tag.merged", target, { mergedTags: { old: null, new: merged.map(({ id, name }) => ({ id, name })) } }),
      ...merged.map((source) => audit("tag.deleted", source, { mergedIntoId: { old: null, new: target.id } }))
    ]
  })
}

/** The tag ids among the caller's texts. */
export const tagIdsIn = (texts: ReadonlyArray<string>): ReadonlyArray<TagId> =>
  texts.flatMap((text) => Option.toArray(parseId("tag", text)))

const audit = (event: AuditedEvent, { id, name }: Tag, changes?: JsonObject): AuditEntry => ({
  event,
  entityType: "tag",
  entityId: id,
  changes,
  metadata: { name }
})
