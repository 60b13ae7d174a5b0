import { afterAll, assert, beforeAll, it } from "@effect/vitest"

interface Ticket {
  readonly id: string
}

/** The parts of a customer's requests that are used here. The file uses browser types, which tests do not have. */
interface Requests {
  readonly refresh: () => Promise<void>
  readonly more: () => Promise<void>
  readonly list: {
    readonly get: () => { readonly data?: { readonly tickets: ReadonlyArray<Ticket>; readonly next: string | null } }
  }
}
const file = "../../../web/widget/frame/Requests.ts"

const before = Object.getOwnPropertyDescriptor(globalThis, "sessionStorage")
beforeAll(() => {
  const value = { getItem: () => null, setItem: () => {}, removeItem: () => {} }
  Object.defineProperty(globalThis, "sessionStorage", { value, configurable: true })
})
afterAll(() => {
  Reflect.deleteProperty(globalThis, "sessionStorage")
  if (before !== undefined) Object.defineProperty(globalThis, "sessionStorage", before)
})

/** The fields of a request that determine its position in the list. */
const ticket = (id: string, second: number) => ({
  id,
  createdAt: "2026-01-01T00:00:00Z",
  updatedAt: `2026-01-01T00:00:0${second}Z`,
  commentCount: 0
})

it("keeps what moved to the top of the list while more of it was loaded", async () => {
  const more = Promise.withResolvers<void>()
  let first = [ticket("second", 5), ticket("third", 4)]
  const list = async ({ cursor }: { readonly cursor?: string }) => {
    if (cursor === undefined) return { data: first, nextCursor: "next" }
    await more.promise
    return { data: [ticket("fourth", 3)], nextCursor: null }
  }
  const session = { call: (ask: (portal: unknown) => unknown) => ask({ tickets: { list } }) }
  const { Requests } = (await import(file)) as { Requests: new (session: unknown, customerId: string) => Requests }
  const requests = new Requests(session, "cus_1")
  await requests.refresh()
  const reading = requests.more()
  first = [ticket("first", 6), ticket("second", 5)]
  await requests.refresh()
  more.resolve()
  await reading
  const { data } = requests.list.get()
  assert.deepStrictEqual(
    data?.tickets.map(({ id }) => id),
    ["first", "second", "third", "fourth"]
  )
  assert.isNull(data?.next)
})
