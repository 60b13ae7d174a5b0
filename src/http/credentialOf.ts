import type { IncomingMessage } from "node:http"
import { sessionCookieOf } from "./sessionCookie.ts"

/**
 * The credential of a request: from `Authorization: Bearer`, byte for byte after one space, or without that header from the
 * cookie.
 */
export const credentialOf = (source: IncomingMessage, publicUrl: string): string | undefined => {
  const { authorization } = source.headers
  return authorization === undefined ? sessionCookieOf(source, publicUrl) : /^bearer (\S+)$/i.exec(authorization)?.[1]
}
