import { Effect } from "effect"
import { CurrentCommand } from "../api/Access.ts"
import { Api } from "../api/Api.ts"
import { addressOf } from "../domain/emailAddress.ts"
import type { PortalDomain } from "../domain/PortalDomain.ts"
import { type PortalDomainCheck, PortalDomains } from "../tickets/portal/PortalDomains.ts"
import { HttpSettings } from "./HttpSettings.ts"
import { handlersOf } from "./handlersOf.ts"
import { answerOf, ok, receiptOf, replyOnce, success } from "./replies.ts"
import { brandScope } from "./scopes.ts"
import { portalDomainView } from "./views/portalDomainView.ts"

/** Implements the `portalDomains` group. */
export const PortalDomainsHandlers = handlersOf(
  Api,
  "portalDomains",
  Effect.fnUntraced(function* (handlers) {
    const domains = yield* PortalDomains
    const view = portalDomainView((yield* HttpSettings).publicUrl)
    const shown = (domain: PortalDomain) => answerOf(200, view(domain.brandId, domain))
    const checked = ({ answered, domain }: PortalDomainCheck) => answerOf(200, view(domain.brandId, domain, answered))

    return handlers.handleAll({
      get: Effect.fnUntraced(function* ({ params }) {
        const scope = yield* brandScope(params.brandId)
        return ok(view(scope.brandId, yield* domains.get(scope)))
      }),

      set: Effect.fnUntraced(function* ({ params, payload }) {
        const command = yield* CurrentCommand
        const scope = yield* brandScope(params.brandId)
        const name = addressOf(payload.domain)
        return replyOnce(shown)(yield* domains.set(scope, command.causation, name, receiptOf(command, shown)))
      }),

      delete: Effect.fnUntraced(function* ({ params }) {
        const command = yield* CurrentCommand
        const scope = yield* brandScope(params.brandId)
        return replyOnce(success)(yield* domains.remove(scope, command.causation, receiptOf(command, success)))
      }),

      verify: Effect.fnUntraced(function* ({ params }) {
        const command = yield* CurrentCommand
        const scope = yield* brandScope(params.brandId)
        return replyOnce(checked)(yield* domains.verify(scope, command.causation, receiptOf(command, checked)))
      })
    })
  })
)
