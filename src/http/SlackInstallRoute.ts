import { Effect, Option } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { Sessions } from "../accounts/Sessions.ts"
import { InvalidToken } from "../domain/Problems.ts"
import { SlackInstallations } from "../tickets/connections/SlackInstallations.ts"
import { charge } from "./charge.ts"
import { HttpSettings } from "./HttpSettings.ts"
import { nodeRequest } from "./nodeRequest.ts"
import { RateLimits } from "./RateLimits.ts"
import { sessionCookieOf } from "./sessionCookie.ts"
import { browserPage } from "./signin/browserPage.ts"

const path = "/v1/channels/slack/oauth/callback"

/** The address to which Slack redirects browsers. Only the session that began an installation can finish it. */
export const layer = HttpRouter.use(
  Effect.fnUntraced(function* (router) {
    const installations = yield* SlackInstallations
    const limits = yield* RateLimits
    const sessions = yield* Sessions
    const { publicUrl } = yield* HttpSettings

    yield* router.add(
      "GET",
      path,
      browserPage(
        Effect.fnUntraced(function* (request, record) {
          yield* charge(record, limits.anonymous, record.network)
          yield* charge(record, limits.verify, record.network)
          const { searchParams } = new URL(request.url, publicUrl)
          const state = searchParams.get("state") ?? ""
          const token = sessionCookieOf(nodeRequest(request), publicUrl)
          const caller = token === undefined ? Option.none() : yield* sessions.authenticate(token, "live")
          if (Option.isNone(caller) || caller.value.signedIn === undefined || !/^[\w-]{43}$/.test(state))
            return yield* new InvalidToken()
          const { member, session } = caller.value.signedIn
          if (member.role === "agent") return yield* new InvalidToken()
          const causation = {
            id: record.id,
            actor: {
              type: "agent" as const,
              id: member.id,
              name: caller.value.name,
              channel: "dashboard" as const,
              email: member.email
            }
          }
          const { redirectUrl } = yield* installations.complete(session.id, causation, {
            state,
            code: searchParams.get("code") ?? undefined,
            error: searchParams.get("error") ?? undefined
          })
          return HttpServerResponse.redirect(redirectUrl ?? `${publicUrl}/`, { status: 302 })
        })
      )
    )
  })
)
