import { definePage } from "../../../../app/definePage.ts"

export default definePage({
  path: "/settings/channels/slack",
  title: "Slack",
  section: "settings",
  group: "Channels",
  order: 72,
  perBrand: true,
  adminOnly: true,
  load: () => import("./SlackPage.tsx")
})
