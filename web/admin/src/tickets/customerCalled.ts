import type { Ticket } from "@trunkline/sdk"

/**
 * Returns what to call a ticket's customer: their name, or else the address or number they write from. A texting customer has
 * no email address.
 */
export const customerCalled = ({ customer, customerEmail, customerName }: Ticket): string =>
  customerName ?? (customer?.emailIsPlaceholder === true ? customer.phone : undefined) ?? customerEmail
