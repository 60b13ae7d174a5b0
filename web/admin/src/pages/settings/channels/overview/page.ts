import { definePage } from "../../../../app/definePage.ts"

export default definePage({
  path: "/settings/channels/all",
  title: "All channels",
  section: "settings",
  group: "Channels",
  order: 70,
  perBrand: true,
  adminOnly: true,
  load: () => import("./ChannelsPage.tsx")
})
