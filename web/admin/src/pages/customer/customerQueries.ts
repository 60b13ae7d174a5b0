import type { Customer, CustomerUpdate } from "@trunkline/sdk"
import { client } from "../../app/client.ts"
import { keys, queryClient } from "../../app/queries.ts"
import type { RecordWays } from "../../forms/saveOnto.ts"

/** Shows a customer as they were answered, and has the lists read again that they stand in; nobody waits for it. */
export const putCustomer = (customer: Customer) => {
  queryClient.setQueryData<Customer>(keys.customer(customer.id), customer)
  for (const queryKey of [keys.customer(customer.id), keys.ticketsOf(customer.id), keys.customers])
    void queryClient.invalidateQueries({ queryKey })
}

export const customerWays: RecordWays<Customer, CustomerUpdate> = {
  read: ({ brandId, id }) => client.customers.get(brandId, id),
  update: ({ brandId, id }, changes, options) => client.customers.update(brandId, id, changes, options),
  put: putCustomer
}
