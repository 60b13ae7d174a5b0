import { Context, type Effect, type Option } from "effect"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"
import type { TicketId } from "../../domain/Ids.ts"
import type { PortalCustomer } from "../../domain/PortalAccess.ts"
import type { PortalTicket, PortalTicketDetail } from "../../domain/PortalTicket.ts"
import type { StatusCategory } from "../../domain/Status.ts"
import type { TicketPosition } from "../../domain/TicketQuery.ts"

/** Which of their tickets a customer looks at. */
export interface PortalTicketQuery {
  readonly statusCategories?: ReadonlyArray<StatusCategory> | undefined
  readonly sort: "createdAt" | "updatedAt"
  readonly order: "asc" | "desc"
  readonly limit: number
  readonly after?: TicketPosition | undefined
}

export interface PortalTicketPage {
  readonly items: ReadonlyArray<PortalTicket>
  /** Where the next page starts; absent at the end. */
  readonly next?: TicketPosition | undefined
}

/** What a brand's portal calls things. */
export interface PortalWords {
  readonly brandName: string
  /** What customers are told of a status, by its key. */
  readonly statusLabels: ReadonlyMap<string, string>
}

/** What customers read of tickets. Every statement names the customer whose tickets alone it may find. */
export class PortalTicketStore extends Context.Service<
  PortalTicketStore,
  {
    /** A page of the customer's tickets, without deleted and merged ones. */
    list(customer: PortalCustomer, query: PortalTicketQuery): Effect.Effect<PortalTicketPage, DatabaseUnavailable>

    /** A ticket of the customer that was not deleted. */
    find(customer: PortalCustomer, id: TicketId): Effect.Effect<Option.Option<PortalTicketDetail>, DatabaseUnavailable>

    /** Whether such a ticket is there; costs less than reading it. */
    owns(customer: PortalCustomer, id: TicketId): Effect.Effect<boolean, DatabaseUnavailable>

    /** None when the brand is gone. */
    words(customer: PortalCustomer): Effect.Effect<Option.Option<PortalWords>, DatabaseUnavailable>
  }
>()("trunkline/tickets/PortalTicketStore") {}
