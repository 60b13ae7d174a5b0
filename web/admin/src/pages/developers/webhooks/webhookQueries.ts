import { queryClient } from "../../../app/queries.ts"

export const webhooksKey = (brandId: string) => ["webhooks", brandId]

/** Has the brand's webhooks read again, and what was delivered to them. */
export const readWebhooksAgain = (brandId: string) => queryClient.invalidateQueries({ queryKey: webhooksKey(brandId) })
