import { mode } from "../app/mode.ts"

/** One request to the API. */
export interface ApiCall {
  readonly method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE"
  /** From the root, such as `/v1/brands`. */
  readonly path: string
  readonly body?: unknown
}

/** The same request for a terminal, with the name of a key in place of a key. */
export const curlOf = ({ body, method, path }: ApiCall): string => {
  const key = mode === "test" ? "$TRUNKLINE_TEST_KEY" : "$TRUNKLINE_KEY"
  const lines = [
    `curl -s ${method === "GET" ? "" : `-X ${method} `}'${location.origin}${path}'`,
    `-H "Authorization: Bearer ${key}"`
  ]
  if (body !== undefined) {
    lines.push(`-H 'Content-Type: application/json'`, `-d '${JSON.stringify(body).replaceAll("'", `'\\''`)}'`)
  }
  return lines.join(" \\\n  ")
}
