import { definePage } from "../../../../app/definePage.ts"

export default definePage({
  path: "/settings/channels/inbound",
  title: "Inbound log",
  section: "settings",
  group: "Channels",
  order: 75,
  perBrand: true,
  load: () => import("./InboundPage.tsx")
})
