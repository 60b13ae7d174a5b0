import type { Webhook } from "@trunkline/sdk"
import { queryClient } from "../../../app/queries.ts"
import { putRecord } from "../../../forms/records.ts"

export const webhooksKey = (brandId: string) => ["webhooks", brandId]

/** Puts a webhook that the API has returned into the cache, without its secret. */
export const putWebhook = ({ secret: _, ...webhook }: Webhook & { readonly secret?: string }) => {
  const { brandId, id } = webhook
  queryClient.setQueryData<Webhook>([...webhooksKey(brandId), id], webhook)
  putRecord(webhooksKey(brandId), webhook)
}

/** Reads the brand's webhooks and their deliveries again in the background. */
export const readWebhooksAgain = (brandId: string) =>
  void queryClient.invalidateQueries({ queryKey: webhooksKey(brandId) })
