import { client } from "../../app/client.ts"
import type { Option } from "../../app/picks.ts"
import { memberName } from "../../data/brands.ts"
import type { SearchField } from "./searchFields.ts"
import { channels, priorities } from "./ticketFilters.ts"
import type { KnownHere } from "./useKnown.ts"

/** Customers that are offered at most. */
const mostCustomers = 8

/** The values of a filter, each with what it means; of customers those who are called like `text`. */
export const choicesOf = (
  field: SearchField,
  known: KnownHere,
  text: string
): ReadonlyArray<Option> | Promise<ReadonlyArray<Option>> => {
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
    case "customer":
      return customersCalled(text)
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

/** Brands may call things alike. */
const distinct = (options: ReadonlyArray<Option>) => [...new Map(options.map((one) => [one.id, one])).values()]

/** An address in running text. */
const address = /[^\s<>"(),:;·]+@[^\s<>"(),:;·]+/

const customersCalled = async (text: string): Promise<ReadonlyArray<Option>> => {
  if (text.length < 2) return []
  const { data } = await client.search.find({ q: text, types: "customer", limit: mostCustomers })
  return distinct(
    data.flatMap(({ snippet, title }) => {
      const [email] = address.exec(`${title} ${snippet}`) ?? []
      return email === undefined ? [] : [{ id: email, label: email, hint: email === title ? undefined : title }]
    })
  )
}
