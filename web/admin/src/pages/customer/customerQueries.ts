import type { Customer, CustomerUpdate } from "@trunkline/sdk"
import { client } from "../../app/client.ts"
import { keys, queryClient } from "../../app/queries.ts"
import type { RecordWays } from "../../forms/saveOnto.ts"

/** Puts a customer that the API has returned into the cache, and reads their lists again in the background. */
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
