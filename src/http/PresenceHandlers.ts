import { Effect } from "effect"
import { Api } from "../api/Api.ts"
import { nameOf } from "../domain/Member.ts"
import { CurrentPrincipal } from "../domain/Principal.ts"
import { Presences } from "../tickets/Presences.ts"
import { handlersOf } from "./handlersOf.ts"
import { ok, reply, success } from "./replies.ts"
import { brandScope, pathId } from "./scopes.ts"
import { presenceView } from "./views/presenceView.ts"

/** Implements the `presence` group. Reporting the same thing twice changes nothing, so requests leave no receipts. */
export const PresenceHandlers = handlersOf(
  Api,
  "presence",
  Effect.fnUntraced(function* (handlers) {
    const presences = yield* Presences
    const placeOf = Effect.fnUntraced(function* (params: { readonly brandId: string; readonly ticketId: string }) {
      return [yield* brandScope(params.brandId), yield* pathId("ticket", params.ticketId)] as const
    })

    return handlers.handleAll({
      list: Effect.fnUntraced(function* ({ params }) {
        const [scope, ticketId] = yield* placeOf(params)
        return ok((yield* presences.list(scope, ticketId)).map(presenceView))
      }),

      set: Effect.fnUntraced(function* ({ params, payload }) {
        const [scope, ticketId] = yield* placeOf(params)
        return ok((yield* presences.keep(scope, ticketId, yield* caller, payload.state)).map(presenceView))
      }),

      leave: Effect.fnUntraced(function* ({ params }) {
        const [scope, ticketId] = yield* placeOf(params)
        yield* presences.keep(scope, ticketId, yield* caller, "gone")
        return reply(success())
      })
    })
  })
)

/** The member who calls: these endpoints admit nobody else. */
const caller = CurrentPrincipal.use(({ signedIn }) =>
  signedIn === undefined
    ? Effect.die("a session without its member")
    : Effect.succeed({ id: signedIn.member.id, name: nameOf(signedIn.member) })
)
