import type { IncomingMessage } from "node:http"

/**
 * All values of a request's header, by its lower-case name. The same as Node's `headersDistinct`, which parses all headers
 * to answer.
 */
export const headerValues = ({ rawHeaders }: IncomingMessage, name: string): ReadonlyArray<string> => {
  const values: Array<string> = []
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const header = rawHeaders[index]
    if (header?.length === name.length && header.toLowerCase() === name) values.push(rawHeaders[index + 1] ?? "")
  }
  return values
}
