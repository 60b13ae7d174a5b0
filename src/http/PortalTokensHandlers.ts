import { Effect } from "effect"
import { PortalLinks } from "../accounts/PortalLinks.ts"
import { PortalTokens } from "../accounts/PortalTokens.ts"
import { CurrentCommand } from "../api/Access.ts"
import { Api } from "../api/Api.ts"
import { lifetimeOf } from "../api/expiresIn.ts"
import { isCustomerEmail } from "../api/Fields.ts"
import type { PortalTokenCreate } from "../api/PortalTokensApi.ts"
import { addressOf } from "../domain/emailAddress.ts"
import type { PortalToken } from "../domain/PortalAccess.ts"
import { charge } from "./charge.ts"
import { handlersOf } from "./handlersOf.ts"
import { QueryReader } from "./QueryReader.ts"
import { RateLimits } from "./RateLimits.ts"
import { currentRecord } from "./RequestRecord.ts"
import { answerOf, ok, receiptOf, replyOnce, success } from "./replies.ts"
import { brandScope } from "./scopes.ts"
import { lineOf } from "./ticketInput.ts"
import { listedTokenView, portalTokenView } from "./views/portalTokenView.ts"

const issued = (token: PortalToken) => answerOf(201, portalTokenView(token))
const revoked = (count: number) => answerOf(200, { revoked: count })

/** Implements the `portalTokens` group. */
export const PortalTokensHandlers = handlersOf(
  Api,
  "portalTokens",
  Effect.fnUntraced(function* (handlers) {
    const tokens = yield* PortalTokens
    const links = yield* PortalLinks
    const limits = yield* RateLimits

    return handlers.handleAll({
      issue: Effect.fnUntraced(function* ({ params, payload }) {
        const command = yield* CurrentCommand
        const scope = yield* brandScope(params.brandId)
        const visitor = visitorOf(payload)
        const receipt = receiptOf(command, issued, { secret: true })
        return replyOnce(issued)(yield* tokens.issue(scope, command.causation, visitor, receipt))
      }),

      magicLink: Effect.fnUntraced(function* ({ params, payload }) {
        const command = yield* CurrentCommand
        const scope = yield* brandScope(params.brandId)
        const request = { email: addressOf(payload.email), portalUrl: payload.portalUrl }
        yield* Effect.withFiber((fiber) => charge(currentRecord(fiber), limits.magicLinkAddress, request.email))
        return replyOnce(success)(yield* links.send(scope, command.causation, request, receiptOf(command, success)))
      }),

      list: Effect.fnUntraced(function* ({ params, query }) {
        const scope = yield* brandScope(params.brandId)
        const reader = new QueryReader(query)
        const email = reader.address("customerEmail") ?? ""
        if (!isCustomerEmail(email)) {
          reader.refuse("customerEmail", email === "" ? "required" : "format", "must be the customer's email address")
        }
        yield* Effect.fromResult(reader.result(email))
        return ok((yield* tokens.list(scope, email)).map(listedTokenView))
      }),

      revoke: Effect.fnUntraced(function* ({ params, payload }) {
        const command = yield* CurrentCommand
        const scope = yield* brandScope(params.brandId)
        const email = addressOf(payload.customerEmail)
        return replyOnce(revoked)(yield* tokens.revoke(scope, command.causation, email, receiptOf(command, revoked)))
      })
    })
  })
)

/** Whom a token is for, and for how long. */
const visitorOf = (payload: typeof PortalTokenCreate.Type) => {
  // The schema requires one of the two.
  const email = payload.customerEmail ?? payload.email ?? ""
  return {
    email: addressOf(email),
    name: lineOf(payload.customerName ?? payload.name),
    companyName: lineOf(payload.companyName),
    lifetime: lifetimeOf(payload.expiresIn)
  }
}
