import { answer, type Decoded, list, type Page, pages } from "./pages.ts"
import type { Call, RequestOptions, Transport } from "./Transport.ts"

/**
 * How the methods of a resource call the server, one string each: `GET query page /brands/{brandId}/tickets` is the HTTP
 * method, where the input goes, the kind of response, and the path below `/v1`. The kind is left out for a single value, and
 * then so is the input if there is none.
 */
export type Routes = Readonly<Record<string, string>>

type Input = Readonly<Record<string, unknown>>

/** Creates the methods that routes describe. */
export const resource = (transport: Transport, routes: Routes): object =>
  Object.fromEntries(
    Object.entries(routes).map(([name, route]) => [
      name,
      (...args: ReadonlyArray<unknown>) => call(transport, route, args)
    ])
  )

/**
 * Calls a route with the arguments of its method: path parameters one by one and then the input, or everything in one
 * object; options come last.
 */
const call = (transport: Transport, route: string, args: ReadonlyArray<unknown>) => {
  const [method = "", ...words] = route.split(" ")
  const pattern = `/v1${words.pop()}`
  const [takes = "none", answers] = words
  const names = [...pattern.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name)
  const count = args.findIndex((value) => typeof value !== "string")
  const values = args.slice(0, count < 0 ? args.length : count)
  const rest = args.slice(values.length)
  const isNamed = values.length === 0 && names.length > 0
  const takesInput = isNamed || takes !== "none"
  const given = { ...(takesInput ? (rest[0] as Input | undefined) : undefined) }
  const options = rest[takesInput ? 1 : 0] as RequestOptions | undefined

  const path = pattern.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = isNamed ? given[name] : values[names.indexOf(name)]
    if (isNamed) delete given[name]
    if (typeof value !== "string" || value === "") throw new TypeError(`${name} is required`)
    // In a URL, these would lead to another path.
    if (value === "." || value === "..") throw new TypeError(`${name} is not an id: ${value}`)
    return encodeURIComponent(value)
  })
  const request: Call = { method, path, options, ...(takes === "query" ? { query: given } : bodyOf(takes, given)) }
  const decoded = <A>(read: (response: Response) => Promise<A>, query?: Input): Promise<Decoded<A>> =>
    transport.receive(query === undefined ? request : { ...request, query }, read)

  switch (answers) {
    case "page":
      return pages((cursor) => decoded(readPage, cursor === undefined ? given : { ...given, cursor }))
    case "list":
      return list(decoded(async (response) => (await response.json()) as Array<unknown>))
    case "text":
      return answer(decoded((response) => response.text()))
    case "bytes":
      return answer(decoded((response) => response.blob()))
    case "nothing":
      return answer(decoded(async () => undefined))
    default:
      return answer(decoded((response) => response.json()))
  }
}

const bodyOf = (takes: string, given: Input): Pick<Call, "body"> => {
  if (takes !== "form") return takes === "body" ? { body: given } : {}
  const form = new FormData()
  for (const [name, value] of Object.entries(given)) {
    if (value instanceof Blob)
      form.set(name, value, typeof given["filename"] === "string" ? given["filename"] : undefined)
    else if (value !== undefined && name !== "filename") form.set(name, String(value))
  }
  return { body: form }
}

interface Envelope {
  readonly data: ReadonlyArray<unknown>
  readonly pagination: { readonly hasMore: boolean; readonly nextCursor: string | null }
}

/** A page is an envelope, or an array with the next cursor in a header. */
const readPage = async (response: Response): Promise<Omit<Page<unknown>, "next">> => {
  const body = (await response.json()) as Envelope | ReadonlyArray<unknown>
  if ("pagination" in body) return { data: body.data, ...body.pagination }
  const nextCursor = response.headers.get("x-next-cursor")
  return { data: body, hasMore: nextCursor !== null, nextCursor }
}
