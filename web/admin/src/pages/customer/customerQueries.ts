import type { Customer } from "@trunkline/sdk"
import { keys, queryClient } from "../../app/queries.ts"

/** Shows a customer as they were answered, and has the lists read again that they stand in; nobody waits for it. */
export const putCustomer = (customer: Customer) => {
  queryClient.setQueryData<Customer>(keys.customer(customer.id), customer)
  for (const queryKey of [keys.customer(customer.id), keys.ticketsOf(customer.id), keys.customers])
    void queryClient.invalidateQueries({ queryKey })
}
