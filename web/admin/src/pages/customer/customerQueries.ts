import { keys, queryClient } from "../../app/queries.ts"

/** Has a customer read again, and the list that they stand in. */
export const readCustomerAgain = async (customerId: string) => {
  await queryClient.invalidateQueries({ queryKey: keys.customer(customerId) })
  void queryClient.invalidateQueries({ queryKey: keys.ticketsOf(customerId) })
  void queryClient.invalidateQueries({ queryKey: keys.customers })
}
