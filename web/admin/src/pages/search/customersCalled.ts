import { client } from "../../app/client.ts"
import type { Option } from "../../app/picks.ts"
import { distinct } from "./searchChoices.ts"

/** The most customers to offer. */
const mostCustomers = 8

/** An email address in running text. */
const address = /[^\s<>"(),:;·]+@[^\s<>"(),:;·]+/

/** Finds customers by name or address, with their addresses as the options. */
export const customersCalled = async (text: string): Promise<ReadonlyArray<Option>> => {
  if (text.length < 2) return []
  const { data } = await client.search.find({ q: text, types: "customer", limit: mostCustomers })
  return distinct(
    data.flatMap(({ snippet, title }) => {
      const [email] = address.exec(`${title} ${snippet}`) ?? []
      return email === undefined ? [] : [{ id: email, label: email, hint: email === title ? undefined : title }]
    })
  )
}
