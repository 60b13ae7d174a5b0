import { assert, it } from "@effect/vitest"
import { QueryClient, QueryObserver } from "@tanstack/react-query"
import { copyOf } from "../../../web/admin/src/app/copyOf.ts"
import { takesAtMost } from "../../support/takesAtMost.ts"

const keysIn = (client: QueryClient) => copyOf(client).queries.map(({ queryKey }) => queryKey.join(" "))
const read = (client: QueryClient, key: ReadonlyArray<string>, data: unknown, updatedAt: number) =>
  client.setQueryData(key, data, { updatedAt })

it("stores what was read last: lists, tickets and conversations", () => {
  const client = new QueryClient()
  read(client, ["comments", "tkt_1"], [{ body: "Hello" }], 1)
  read(client, ["ticket", "tkt_1"], { id: "tkt_1", next: () => {} }, 2)
  read(client, ["session"], { name: "Ada" }, 3)
  assert.deepStrictEqual(keysIn(client), ["ticket tkt_1", "comments tkt_1"])
  assert.deepStrictEqual(copyOf(client).queries[0]?.state.data, { id: "tkt_1" })
  client.clear()
})

it("stores no conversation of megabytes, and copies none each time that something changes", () => {
  const client = new QueryClient()
  const said = Array.from({ length: 16 }, (_, index) => ({ body: "word ".repeat(200_000) + index }))
  for (let count = 0; count < 4; count++) read(client, ["comments", `tkt_${count}`], [...said], 10 + count)
  read(client, ["tickets"], { pages: [] }, 1)
  assert.deepStrictEqual(keysIn(client), ["tickets"])
  takesAtMost(100, () => void copyOf(client))
  client.clear()
})

it("drops conversations for which there is no room, except the one being viewed", () => {
  const client = new QueryClient()
  const said = [{ body: "word ".repeat(1_000_000) }]
  for (const id of ["tkt_1", "tkt_2", "tkt_3"]) read(client, ["comments", id], [...said], Number(id.at(-1)))
  const leave = new QueryObserver(client, { queryKey: ["comments", "tkt_1"], enabled: false }).subscribe(() => {})
  const known = () =>
    client
      .getQueryCache()
      .findAll()
      .map(({ queryKey }) => queryKey.join(" "))
  assert.deepStrictEqual(keysIn(client), ["comments tkt_3"])
  assert.deepStrictEqual(known(), ["comments tkt_1", "comments tkt_3"])
  leave()
  assert.deepStrictEqual(keysIn(client), ["comments tkt_3"])
  assert.deepStrictEqual(known(), ["comments tkt_3"])
  client.clear()
})
