import type { IncomingMessage } from "node:http"
import { Redacted } from "effect"
import { HttpServerResponse } from "effect/http"
import { sessionLifetime } from "../accounts/Sessions.ts"

/** The cookie of a browser that is signed in. `__Host-` binds it to this host and to TLS, where there is TLS. */
const nameAt = (publicUrl: string) => (isTls(publicUrl) ? "__Host-trunkline_session" : "trunkline_session")

const isTls = (publicUrl: string) => publicUrl.startsWith("https:")

const attributes = (publicUrl: string) =>
  ({ httpOnly: true, sameSite: "lax", path: "/", ...(isTls(publicUrl) ? { secure: true } : {}) }) as const

/** The session token that a request's cookie holds, if any. */
export const sessionCookieOf = (source: IncomingMessage, publicUrl: string): string | undefined => {
  const name = nameAt(publicUrl)
  for (const pair of (source.headers.cookie ?? "").split(";")) {
    const at = pair.indexOf("=")
    if (pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim()
  }
  return undefined
}

/** Signs the browser in that gets this answer. */
export const withSessionCookie = (
  answer: HttpServerResponse.HttpServerResponse,
  publicUrl: string,
  token: Redacted.Redacted
): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.setCookieUnsafe(answer, nameAt(publicUrl), Redacted.value(token), {
    ...attributes(publicUrl),
    maxAge: sessionLifetime
  })

/** Signs the browser out that gets this answer, and has it forget what pages of ours stored. */
export const withoutSessionCookie = (
  answer: HttpServerResponse.HttpServerResponse,
  publicUrl: string
): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.expireCookieUnsafe(answer, nameAt(publicUrl), attributes(publicUrl)).pipe(
    HttpServerResponse.setHeader("clear-site-data", '"cookies", "storage"')
  )
