import { definePage } from "../../../app/definePage.ts"

export default definePage({
  path: "/developers/webhooks",
  title: "Webhooks",
  section: "developers",
  order: 10,
  perBrand: true,
  adminOnly: true,
  load: () => import("./WebhooksPage.tsx")
})
