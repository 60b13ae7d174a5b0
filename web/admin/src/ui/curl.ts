import { mode } from "../app/mode.ts"

/** A request to the API. */
export interface ApiCall {
  readonly method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE"
  /** The path from the root, such as `/v1/brands`. */
  readonly path: string
  readonly body?: unknown
  /** The `ETag` of the version that may be changed. */
  readonly ifMatch?: string | undefined
}

/** Returns a request from the arguments of `fetch`. */
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

/** Properties whose values somebody looking over one's shoulder must not see. */
const secret = /token|secret|password/i
const withoutSecrets = (name: string, value: unknown) => (secret.test(name) && typeof value === "string" ? "…" : value)

/** Requests that a person makes for themselves, and that no API key can make. */
const isPersonal = (path: string) => path.startsWith("/v1/auth/")

/** Returns the request as a curl command, with the name of an environment variable in place of the credential. */
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
