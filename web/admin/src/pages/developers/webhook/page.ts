import { definePage } from "../../../app/definePage.ts"

export default definePage({
  path: "/developers/webhooks/$webhookId",
  title: "Webhook",
  section: "developers",
  perBrand: true,
  adminOnly: true,
  hidden: true,
  load: () => import("./WebhookPage.tsx")
})
