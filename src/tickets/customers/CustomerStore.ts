import { Context, type Effect, type Option } from "effect"
import type { CustomerDetail } from "../../domain/CustomerDetail.ts"
import type { CustomerPage, CustomerQuery } from "../../domain/CustomerQuery.ts"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"
import type { CustomerId } from "../../domain/Ids.ts"
import type { BrandScope } from "../../domain/Principal.ts"

/** Reads customers. They are written through `TicketStore`, in one transaction with their tickets. */
export class CustomerStore extends Context.Service<
  CustomerStore,
  {
    /** A customer who is not deleted. */
    find(scope: BrandScope, id: CustomerId): Effect.Effect<Option.Option<CustomerDetail>, DatabaseUnavailable>

    /** A page of customers in the requested order. Without a search, its cost does not depend on how deep it is. */
    list(scope: BrandScope, query: CustomerQuery): Effect.Effect<CustomerPage, DatabaseUnavailable>

    /** Customers that match a search as in `list`: first those whose name or address begins with the text, then the newest. */
    search(
      scope: BrandScope,
      text: string,
      limit: number
    ): Effect.Effect<ReadonlyArray<CustomerDetail>, DatabaseUnavailable>
  }
>()("trunkline/tickets/CustomerStore") {}
