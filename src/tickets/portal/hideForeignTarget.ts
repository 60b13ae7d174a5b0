import { Effect, Option } from "effect"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"
import { parseId } from "../../domain/Ids.ts"
import type { PortalCustomer } from "../../domain/PortalAccess.ts"
import { TicketMerged } from "../../domain/Problems.ts"
import type { PortalTicketStore } from "./PortalTicketStore.ts"

/** The refusal to write on a merged ticket. It names the target only if that ticket is the customer's too. */
export const hideForeignTarget =
  (portal: PortalTicketStore["Service"], customer: PortalCustomer) =>
  ({ mergedIntoId }: TicketMerged): Effect.Effect<never, TicketMerged | DatabaseUnavailable> =>
    Effect.gen(function* () {
      const target = mergedIntoId === undefined ? Option.none() : parseId("ticket", mergedIntoId)
      const isOwn = Option.isSome(target) && (yield* portal.owns(customer, target.value))
      return yield* new TicketMerged(isOwn ? { mergedIntoId: target.value } : {})
    })
