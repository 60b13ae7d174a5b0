import { client } from "../../app/client.ts"
import type { Option } from "../../app/picks.ts"
import { distinct } from "./searchChoices.ts"

/** Customers that are offered at most. */
const mostCustomers = 8

/** An address in running text. */
const address = /[^\s<>"(),:;·]+@[^\s<>"(),:;·]+/

/** Customers who are called like a text, by their addresses. */
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
