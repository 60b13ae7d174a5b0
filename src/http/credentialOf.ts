import type { IncomingMessage } from "node:http"
import { sessionCookieOf } from "./sessionCookie.ts"

/** What a request calls with: `Authorization: Bearer`, in exact bytes after one space, and only without it the cookie. */
export const credentialOf = (source: IncomingMessage, publicUrl: string): string | undefined => {
  const { authorization } = source.headers
  return authorization === undefined ? sessionCookieOf(source, publicUrl) : /^bearer (\S+)$/i.exec(authorization)?.[1]
}
