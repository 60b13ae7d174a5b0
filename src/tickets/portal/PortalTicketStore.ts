import { Context, type Effect, type Option } from "effect"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"
import type { TicketId } from "../../domain/Ids.ts"
import type { PortalCustomer } from "../../domain/PortalAccess.ts"
import type { PortalTicket, PortalTicketDetail } from "../../domain/PortalTicket.ts"
import type { StatusCategory } from "../../domain/Status.ts"
import type { TicketPosition } from "../../domain/TicketQuery.ts"

/** Which of their tickets a customer requests. */
export interface PortalTicketQuery {
  readonly statusCategories?: ReadonlyArray<StatusCategory> | undefined
  readonly sort: "createdAt" | "updatedAt"
  readonly order: "asc" | "desc"
  readonly limit: number
  readonly after?: TicketPosition | undefined
}

export interface PortalTicketPage {
  readonly items: ReadonlyArray<PortalTicket>
  /** The position at which the next page starts; absent on the last page. */
  readonly next?: TicketPosition | undefined
}

/** The names that a brand's portal uses. */
export interface PortalWords {
  readonly brandName: string
  /** The labels of statuses for customers, by key. */
  readonly statusLabels: ReadonlyMap<string, string>
}

/** Reads what customers can see of tickets. Every statement is limited to the tickets of one customer. */
export class PortalTicketStore extends Context.Service<
  PortalTicketStore,
  {
    /** A page of the customer's tickets, without deleted and merged ones. */
    list(customer: PortalCustomer, query: PortalTicketQuery): Effect.Effect<PortalTicketPage, DatabaseUnavailable>

    /** A ticket of the customer that is not deleted. */
    find(customer: PortalCustomer, id: TicketId): Effect.Effect<Option.Option<PortalTicketDetail>, DatabaseUnavailable>

    /** Whether such a ticket exists; costs less than reading it. */
    owns(customer: PortalCustomer, id: TicketId): Effect.Effect<boolean, DatabaseUnavailable>

    /** `none` if the brand is gone. */
    words(customer: PortalCustomer): Effect.Effect<Option.Option<PortalWords>, DatabaseUnavailable>
  }
>()("trunkline/tickets/PortalTicketStore") {}
