import type { IncomingMessage } from "node:http"
import { Redacted } from "effect"
import { Cookies, HttpServerResponse } from "effect/http"
import { sessionLifetime } from "../accounts/Sessions.ts"
import { sessionCookieName } from "../api/sessionCookieName.ts"

const attributes = (publicUrl: string) =>
  ({
    httpOnly: true,
    sameSite: "lax",
    path: "/",
    ...(publicUrl.startsWith("https:") ? { secure: true } : {})
  }) as const

/** The session token in a request's cookie, if there is one. */
export const sessionCookieOf = (source: IncomingMessage, publicUrl: string): string | undefined =>
  Cookies.parseHeader(source.headers.cookie ?? "")[sessionCookieName(publicUrl)]

/** Signs in the browser that gets this response. */
export const withSessionCookie = (
  answer: HttpServerResponse.HttpServerResponse,
  publicUrl: string,
  token: Redacted.Redacted
): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.setCookieUnsafe(answer, sessionCookieName(publicUrl), Redacted.value(token), {
    ...attributes(publicUrl),
    maxAge: sessionLifetime
  })

/** Signs out the browser that gets this response, and clears what our pages stored in it. */
export const withoutSessionCookie = (
  answer: HttpServerResponse.HttpServerResponse,
  publicUrl: string
): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.expireCookieUnsafe(answer, sessionCookieName(publicUrl), attributes(publicUrl)).pipe(
    HttpServerResponse.setHeader("clear-site-data", '"cookies", "storage"')
  )
