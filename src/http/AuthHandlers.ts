import { Effect, Redacted } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { MagicLinks } from "../accounts/MagicLinks.ts"
import { Sessions } from "../accounts/Sessions.ts"
import { Api } from "../api/Api.ts"
import { CurrentPrincipal } from "../domain/Principal.ts"
import { charge } from "./charge.ts"
import { HttpSettings } from "./HttpSettings.ts"
import { nodeRequest } from "./nodeRequest.ts"
import { RateLimits } from "./RateLimits.ts"
import { currentRecord } from "./RequestRecord.ts"
import { ok, reply, success } from "./replies.ts"
import { withoutSessionCookie, withSessionCookie } from "./sessionCookie.ts"
import { sessionView } from "./views/sessionView.ts"

/** Answers the `auth` group. */
export const AuthHandlers = HttpApiBuilder.group(
  Api,
  "auth",
  Effect.fnUntraced(function* (handlers) {
    const links = yield* MagicLinks
    const sessions = yield* Sessions
    const limits = yield* RateLimits
    const { publicUrl } = yield* HttpSettings

    return handlers.handleAll({
      magicLink: ({ payload }) =>
        Effect.withFiber((fiber) =>
          // Each address gets so many links, whether anybody has it or not.
          charge(currentRecord(fiber), limits.magicLinkAddress, payload.email.trim().toLowerCase()).pipe(
            Effect.andThen(links.request(payload.email, payload.organizationId)),
            Effect.as(reply(success()))
          )
        ),

      verify: ({ payload, request }) =>
        Effect.withFiber((fiber) =>
          Effect.map(
            sessions.open({
              ...payload,
              userAgent: nodeRequest(request).headers["user-agent"],
              requestId: currentRecord(fiber).id
            }),
            ({ signedIn, token }) =>
              withSessionCookie(
                ok({ success: true, ...sessionView(signedIn), sessionToken: Redacted.value(token) }),
                publicUrl,
                token
              )
          )
        ),

      session: () => Effect.map(signedIn, (caller) => ok({ valid: true, ...sessionView(caller) })),

      logout: () =>
        Effect.withFiber((fiber) =>
          signedIn.pipe(
            Effect.flatMap((caller) => sessions.end(caller, currentRecord(fiber).id)),
            Effect.as(withoutSessionCookie(reply(success()), publicUrl))
          )
        )
    })
  })
)

/** Whose session calls: these endpoints let nobody else in. */
const signedIn = CurrentPrincipal.use(({ signedIn }) =>
  signedIn === undefined ? Effect.die("a session without its member") : Effect.succeed(signedIn)
)
