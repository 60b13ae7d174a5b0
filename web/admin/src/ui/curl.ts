import { mode } from "../app/mode.ts"

/** One request to the API. */
export interface ApiCall {
  readonly method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE"
  /** From the root, such as `/v1/brands`. */
  readonly path: string
  readonly body?: unknown
  /** The version that may be changed, as its `ETag`. */
  readonly ifMatch?: string | undefined
}

/** A request as it is handed to `fetch`. */
export const callOf = (url: string, { body, headers, method = "GET" }: RequestInit): ApiCall => {
  const { pathname, search } = new URL(url, location.origin)
  const ifMatch = new Headers(headers).get("if-match") ?? undefined
  return {
    method: method as ApiCall["method"],
    path: pathname + search,
    ...(typeof body === "string" ? { body: JSON.parse(body) } : {}),
    ...(ifMatch === undefined ? {} : { ifMatch })
  }
}

/** Members whose value is nobody's business who reads over somebody's shoulder. */
const secret = /token|secret|password/i
const withoutSecrets = (name: string, value: unknown) => (secret.test(name) && typeof value === "string" ? "…" : value)

/** What a person does in person, which no key may. */
const isPersonal = (path: string) => path.startsWith("/v1/auth/")

/** The same request for a terminal, with the name of a credential in place of one. */
export const curlOf = ({ body, ifMatch, method, path }: ApiCall): string => {
  const key = isPersonal(path) ? "$TRUNKLINE_SESSION" : mode === "test" ? "$TRUNKLINE_TEST_KEY" : "$TRUNKLINE_KEY"
  const lines = [
    `curl -s ${method === "GET" ? "" : `-X ${method} `}'${location.origin}${path}'`,
    `-H "Authorization: Bearer ${key}"`
  ]
  if (ifMatch !== undefined) lines.push(`-H 'If-Match: ${ifMatch}'`)
  if (body !== undefined) {
    const json = JSON.stringify(body, withoutSecrets)
    lines.push(`-H 'Content-Type: application/json'`, `-d '${json.replaceAll("'", `'\\''`)}'`)
  }
  return lines.join(" \\\n  ")
}
