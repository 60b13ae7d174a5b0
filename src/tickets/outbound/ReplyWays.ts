import { Context, DateTime, Effect, Layer } from "effect"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"
import type { TicketId } from "../../domain/Ids.ts"
import { orNotFound } from "../../domain/orNotFound.ts"
import type { BrandScope } from "../../domain/Principal.ts"
import type { NotFound } from "../../domain/Problems.ts"
import type { ReplyWay } from "../../domain/ReplyWay.ts"
import { noRelay } from "./mail/mayNotSend.ts"
import { OutboundStore } from "./OutboundStore.ts"
import { replyRoute } from "./replyRoute.ts"
import { Senders } from "./Senders.ts"

/** How a reply to a ticket would be sent now, by the same rules that apply when it is sent. */
export class ReplyWays extends Context.Service<
  ReplyWays,
  {
    /** `undefined` if nothing would be sent: the customer reads it in the portal, if anywhere. */
    of(scope: BrandScope, ticketId: TicketId): Effect.Effect<ReplyWay | undefined, NotFound | DatabaseUnavailable>
  }
>()("trunkline/tickets/ReplyWays") {
  /** `hasMailRelay`: whether mail of live mode leaves this server. */
  static readonly layer = ({ hasMailRelay }: { readonly hasMailRelay: boolean }) =>
    Layer.effect(
      ReplyWays,
      Effect.gen(function* () {
        const store = yield* OutboundStore
        const senders = yield* Senders

        return ReplyWays.of({
          of: Effect.fn("ReplyWays.of")(function* (scope, ticketId) {
            const { connectionName, conversation, customer, isMerged, ticket, writtenTo } = yield* orNotFound("ticket")(
              store.replyFacts(scope, ticketId)
            )
            if (isMerged) return undefined
            const route = replyRoute(ticket, customer, conversation, yield* DateTime.now)
            if (route === undefined) return undefined
            const { channel, connectionId: id, suppressed: refusal, to } = route
            if (channel === "email") {
              const isKept = !hasMailRelay && scope.tenant.mode === "live"
              const choice = yield* senders.choiceOf(scope, { writtenTo })
              return { channel, to, refusal: refusal ?? (isKept ? noRelay : undefined), ...choice }
            }
            const from = connectionName === undefined ? undefined : { id, name: connectionName }
            return { channel, to, refusal, from, senders: [] }
          })
        })
      })
    )
}
