import { Layer } from "effect"
import * as SqlAddressClaimStore from "../../src/sql/customers/SqlAddressClaimStore.ts"
import * as SqlCustomerMergeStore from "../../src/sql/customers/SqlCustomerMergeStore.ts"
import * as SqlCustomerStore from "../../src/sql/customers/SqlCustomerStore.ts"
import * as SqlReceipts from "../../src/sql/events/SqlReceipts.ts"
import * as SqlTicketStore from "../../src/sql/tickets/SqlTicketStore.ts"
import { AddressClaims } from "../../src/tickets/customers/AddressClaims.ts"
import { CustomerMerges } from "../../src/tickets/customers/CustomerMerges.ts"
import { silentHandoff } from "./silentHandoff.ts"

/** Addresses that people give by text message. */
export const addressClaims = AddressClaims.layer.pipe(
  Layer.provide(CustomerMerges.layer),
  Layer.provide([
    SqlTicketStore.layer,
    SqlCustomerMergeStore.layer,
    SqlCustomerStore.layer,
    SqlReceipts.layer,
    SqlAddressClaimStore.layer({
      sender: { name: "Trunkline", address: "no-reply@desk.example" },
      publicUrl: "https://desk.example"
    })
  ]),
  Layer.provide(silentHandoff)
)
