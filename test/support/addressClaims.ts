import { Layer } from "effect"
import * as SqlAddressClaimStore from "../../src/sql/SqlAddressClaimStore.ts"
import * as SqlTicketStore from "../../src/sql/SqlTicketStore.ts"
import { AddressClaims } from "../../src/tickets/AddressClaims.ts"
import { silentHandoff } from "./silentHandoff.ts"

/** Addresses that people give by text message. */
export const addressClaims = AddressClaims.layer.pipe(
  Layer.provide([
    SqlTicketStore.layer,
    SqlAddressClaimStore.layer({
      sender: { name: "Trunkline", address: "no-reply@desk.example" },
      publicUrl: "https://desk.example"
    })
  ]),
  Layer.provide(silentHandoff)
)
