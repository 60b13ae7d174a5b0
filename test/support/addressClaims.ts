import { Layer } from "effect"
import * as SqlAddressClaimStore from "../../src/sql/SqlAddressClaimStore.ts"
import * as SqlCustomerMergeStore from "../../src/sql/SqlCustomerMergeStore.ts"
import * as SqlCustomerStore from "../../src/sql/SqlCustomerStore.ts"
import * as SqlReceipts from "../../src/sql/SqlReceipts.ts"
import * as SqlTicketStore from "../../src/sql/SqlTicketStore.ts"
import { AddressClaims } from "../../src/tickets/AddressClaims.ts"
import { CustomerMerges } from "../../src/tickets/CustomerMerges.ts"
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
