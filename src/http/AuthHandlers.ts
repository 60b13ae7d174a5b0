import { Effect, Redacted } from "effect"
import { AccountDeletions } from "../accounts/AccountDeletions.ts"
import { MagicLinks } from "../accounts/MagicLinks.ts"
import { type OpenedSession, Sessions } from "../accounts/Sessions.ts"
import { CurrentCommand } from "../api/Access.ts"
import { Api } from "../api/Api.ts"
import { organizationOf } from "../domain/Organization.ts"
import { CurrentPrincipal } from "../domain/Principal.ts"
import { EventLog } from "../events/EventLog.ts"
import type { Answer } from "../events/Receipt.ts"
import { Cursors } from "./Cursors.ts"
import { feedCursor, streamScope } from "./feedCursor.ts"
import { HttpSettings } from "./HttpSettings.ts"
import { handlersOf } from "./handlersOf.ts"
import { RateLimits } from "./RateLimits.ts"
import { currentRecord } from "./RequestRecord.ts"
import { answerOf, ok, receiptOf, reply, replyOnce, success } from "./replies.ts"
import { requestLink } from "./requestLink.ts"
import { withoutSessionCookie, withSessionCookie } from "./sessionCookie.ts"
import { signedIn, teamCommand } from "./teamCommand.ts"
import { membershipView } from "./views/memberView.ts"
import { organizationRestoredView } from "./views/organizationView.ts"
import { sessionView } from "./views/sessionView.ts"

/** Implements the `auth` group. */
export const AuthHandlers = handlersOf(
  Api,
  "auth",
  Effect.fnUntraced(function* (handlers) {
    const links = yield* MagicLinks
    const sessions = yield* Sessions
    const deletions = yield* AccountDeletions
    const limits = yield* RateLimits
    const log = yield* EventLog
    const cursors = yield* Cursors
    const { publicUrl } = yield* HttpSettings

    /** Ends sessions that include the caller's, and clears its cookie. */
    const ending = (end: Sessions["Service"]["endOwn"]) =>
      Effect.withFiber((fiber) =>
        signedIn.pipe(
          Effect.flatMap((caller) => end(caller, currentRecord(fiber).cause)),
          Effect.map((ended) => withoutSessionCookie(ok({ success: true, ended }), publicUrl))
        )
      )

    return handlers.handleAll({
      magicLink: ({ payload }) =>
        Effect.withFiber((fiber) =>
          Effect.as(requestLink(links, limits, currentRecord(fiber), payload), reply(success()))
        ),

      verify: ({ payload }) =>
        Effect.withFiber((fiber) =>
          Effect.map(sessions.open({ ...payload, request: currentRecord(fiber).cause }), (opened) =>
            withSessionCookie(reply(shown(opened)), publicUrl, opened.token)
          )
        ),

      restoreOrganization: ({ payload }) =>
        Effect.withFiber((fiber) =>
          Effect.map(deletions.restore(payload.token, currentRecord(fiber).cause), (account) =>
            ok(organizationRestoredView(organizationOf(account)))
          )
        ),

      session: Effect.fnUntraced(function* () {
        const caller = yield* signedIn
        const { tenant } = yield* CurrentPrincipal
        return ok({
          valid: true,
          ...sessionView(caller),
          preferences: caller.member.preferences ?? null,
          eventCursor: feedCursor(cursors, streamScope(tenant), yield* log.end(tenant))
        })
      }),

      logout: () =>
        Effect.withFiber((fiber) =>
          signedIn.pipe(
            Effect.flatMap((caller) => sessions.end(caller, currentRecord(fiber).cause)),
            Effect.as(withoutSessionCookie(reply(success()), publicUrl))
          )
        ),

      endSessions: () => ending(sessions.endOwn),

      endOrganizationSessions: () => ending(sessions.endOrganization),

      organizations: Effect.fnUntraced(function* () {
        const { member } = yield* signedIn
        return ok((yield* sessions.organizations(member.email)).map(membershipView))
      }),

      switchOrganization: Effect.fnUntraced(function* ({ payload }) {
        const command = yield* CurrentCommand
        const once = yield* sessions.switchTo(
          yield* teamCommand,
          payload.organizationId,
          receiptOf(command, shown, { secret: true })
        )
        const token = once.replayed ? tokenIn(once.answer) : once.value.token
        return withSessionCookie(replyOnce(shown)(once), publicUrl, token)
      })
    })
  })
)

const shown = ({ signedIn, token }: OpenedSession) =>
  answerOf(200, { success: true, ...sessionView(signedIn), sessionToken: Redacted.value(token) })

/** The session token in a response made by `shown`. */
const tokenIn = ({ body }: Answer) => {
  const { sessionToken }: { readonly sessionToken: string } = JSON.parse(body)
  return Redacted.make(sessionToken)
}
