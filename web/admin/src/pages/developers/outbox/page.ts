import { definePage } from "../../../app/definePage.ts"

export default definePage({
  path: "/developers/outbox",
  title: "Captured messages",
  section: "developers",
  group: "Test mode",
  order: 120,
  load: () => import("./OutboxPage.tsx")
})
