import { definePage } from "../../../../app/definePage.ts"

export default definePage({
  path: "/settings/channels/custom",
  title: "Custom channels",
  section: "settings",
  group: "Channels",
  order: 74,
  perBrand: true,
  adminOnly: true,
  load: () => import("./CustomPage.tsx")
})
