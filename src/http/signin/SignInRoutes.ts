import { Effect, Option } from "effect"
import { HttpRouter, type HttpServerRequest, HttpServerResponse } from "effect/http"
import { MagicLinks } from "../../accounts/MagicLinks.ts"
import { Sessions } from "../../accounts/Sessions.ts"
import { isToken } from "../../accounts/Token.ts"
import { isMemberEmail } from "../../api/Fields.ts"
import { validationFailed } from "../../api/validationFailed.ts"
import { addressOf, addressRule } from "../../domain/emailAddress.ts"
import { InvalidToken } from "../../domain/Problems.ts"
import { charge } from "../charge.ts"
import { HttpSettings } from "../HttpSettings.ts"
import { nodeRequest } from "../nodeRequest.ts"
import { RateLimits } from "../RateLimits.ts"
import { Refused } from "../Refused.ts"
import type { RequestRecord } from "../RequestRecord.ts"
import { trustedOrigins } from "../refuseOrigin.ts"
import { requestLink } from "../requestLink.ts"
import { sessionCookieOf, withoutSessionCookie, withSessionCookie } from "../sessionCookie.ts"
import { browserPage } from "./browserPage.ts"
import { sentForm } from "./sentForm.ts"
import { confirmPage, paths, requestedPage, signedInPage, welcomePage } from "./signInPages.ts"

/**
 * Sign-in for people, without JavaScript: the page at `/login`, and the page that a magic link opens. Opening a page changes
 * nothing; forms are accepted only from our own pages.
 */
export const layer = HttpRouter.use(
  Effect.fnUntraced(function* (router) {
    const links = yield* MagicLinks
    const sessions = yield* Sessions
    const limits = yield* RateLimits
    const settings = yield* HttpSettings
    const { publicUrl } = settings
    const own = trustedOrigins({ ...settings, adminOrigins: [] })
    const home = HttpServerResponse.redirect(paths.home, { status: 303 })
    const login = HttpServerResponse.redirect(paths.login, { status: 303 })

    /** Who the browser's cookie signs in, if anybody. An invalid one counts as a refused credential. */
    const visitor = Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest, record: RequestRecord) {
      const token = sessionCookieOf(nodeRequest(request), publicUrl)
      if (token === undefined) return undefined
      const found = yield* Effect.catchTag(
        sessions.authenticate(token, "live"),
        "TokenExpired",
        () => Effect.succeedNone
      )
      if (Option.isNone(found)) yield* charge(record, limits.failedAuthentication, record.network)
      return Option.getOrUndefined(found)?.signedIn
    })

    yield* router.add(
      "GET",
      paths.login,
      browserPage(
        Effect.fnUntraced(function* (request, record) {
          const signedIn = yield* visitor(request, record)
          return signedIn === undefined ? welcomePage(publicUrl) : signedInPage(publicUrl, signedIn)
        })
      )
    )

    yield* router.add(
      "POST",
      paths.request,
      browserPage(
        Effect.fnUntraced(function* (request, record) {
          yield* charge(record, limits.anonymous, record.network)
          yield* charge(record, limits.magicLink, record.network)
          const email = addressOf((yield* sentForm(request, own)).get("email") ?? "")
          if (!isMemberEmail(email)) return yield* Refused.of(notAnAddress)
          yield* requestLink(links, limits, record, { email })
          return requestedPage()
        })
      )
    )

    yield* router.add(
      "GET",
      paths.callback,
      browserPage(
        Effect.fnUntraced(function* (request) {
          const token = new URL(request.url, publicUrl).searchParams.get("token") ?? ""
          return isToken("ml", token) ? confirmPage(token) : yield* new InvalidToken()
        })
      )
    )

    yield* router.add(
      "POST",
      paths.callback,
      browserPage(
        Effect.fnUntraced(function* (request, record) {
          yield* charge(record, limits.anonymous, record.network)
          yield* charge(record, limits.verify, record.network)
          const token = (yield* sentForm(request, own)).get("token") ?? ""
          const opened = yield* sessions.open({ token, request: record.cause })
          return withSessionCookie(home, publicUrl, opened.token)
        })
      )
    )

    yield* router.add(
      "POST",
      paths.signOut,
      browserPage(
        Effect.fnUntraced(function* (request, record) {
          yield* sentForm(request, own)
          const signedIn = yield* visitor(request, record)
          if (signedIn !== undefined) yield* sessions.end(signedIn, record.cause)
          return withoutSessionCookie(login, publicUrl)
        })
      )
    )
  })
)

const notAnAddress = validationFailed([{ field: "email", code: "format", message: addressRule }])
