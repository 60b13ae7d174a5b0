import type { Webhook } from "@trunkline/sdk"
import { queryClient } from "../../../app/queries.ts"
import { putRecord } from "../../../forms/records.ts"

export const webhooksKey = (brandId: string) => ["webhooks", brandId]

/** Shows a webhook as it was answered; its secret is not kept. */
export const putWebhook = ({ secret: _, ...webhook }: Webhook & { readonly secret?: string }) => {
  const { brandId, id } = webhook
  queryClient.setQueryData<Webhook>([...webhooksKey(brandId), id], webhook)
  putRecord(webhooksKey(brandId), webhook)
}

/** Has the brand's webhooks read again, and what was delivered to them; nobody waits for it. */
export const readWebhooksAgain = (brandId: string) =>
  void queryClient.invalidateQueries({ queryKey: webhooksKey(brandId) })
