import type { Brand, Category, Member, Status, Tag } from "@trunkline/sdk"
import type { Option } from "../../app/picks.ts"
import { memberName } from "../../data/memberName.ts"
import { priorities } from "../../tickets/priorities.ts"
import type { SearchField } from "./searchFields.ts"
import { channels } from "./ticketFilters.ts"

/** The records to choose from. */
export interface Choices {
  readonly brands: ReadonlyArray<Brand>
  readonly members: ReadonlyArray<Member>
  readonly tags: ReadonlyArray<Tag>
  readonly categories: ReadonlyArray<Category>
  readonly statuses: ReadonlyArray<Status>
}

/** The known values of a filter, each with what it means. */
export const choicesOf = (field: SearchField, known: Choices): ReadonlyArray<Option> => {
  switch (field) {
    case "status":
      return [
        { id: "active", label: "active", hint: "Open and pending" },
        ...distinct(known.statuses.map(statusOption))
      ]
    case "priority":
      return priorities.map(plain)
    case "channel":
      return channels.map(([id, hint]) => ({ id, label: id, hint }))
    case "assignee":
      return [
        { id: "me", label: "me", hint: "You" },
        { id: "unassigned", label: "unassigned", hint: "Nobody" },
        ...known.members.map((member) => ({ id: member.email, label: member.email, hint: memberName(member) }))
      ]
    case "tag":
      return distinct(known.tags.map(({ name, color }) => ({ id: name, label: name, color })))
    case "category":
      return distinct(known.categories.map(({ name }) => plain(name)))
    case "brand":
      return known.brands.map(({ slug, name }) => ({ id: slug, label: slug, hint: name }))
    case "has":
      return [plain("files"), { id: "nofiles", label: "nofiles", hint: "No files" }]
    case "is":
      return [plain("spam"), { id: "trash", label: "trash", hint: "In the trash" }]
    default:
      return []
  }
}

const plain = (id: string): Option => ({ id, label: id })

const statusOption = ({
  key,
  name,
  color
}: {
  readonly key: string
  readonly name: string
  readonly color: string
}) => ({
  id: key,
  label: key,
  hint: name,
  color
})

/** Several brands may use the same name. */
export const distinct = (options: ReadonlyArray<Option>) => [...new Map(options.map((one) => [one.id, one])).values()]
