import type { Ticket } from "@trunkline/sdk"

/** What a ticket's customer is called: by their name, or else by what they write from. Who texts has no address of mail. */
export const customerCalled = ({ customer, customerEmail, customerName }: Ticket): string =>
  customerName ?? (customer?.emailIsPlaceholder === true ? customer.phone : undefined) ?? customerEmail
