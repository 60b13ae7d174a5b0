import type { IncomingMessage } from "node:http"

/**
 * Every value that a request has for a header, by its lower-case name. Node's `headersDistinct` tells the same, and sorts out all
 * headers for it.
 */
export const headerValues = ({ rawHeaders }: IncomingMessage, name: string): ReadonlyArray<string> => {
  const values: Array<string> = []
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const header = rawHeaders[index]
    if (header?.length === name.length && header.toLowerCase() === name) values.push(rawHeaders[index + 1] ?? "")
  }
  return values
}
