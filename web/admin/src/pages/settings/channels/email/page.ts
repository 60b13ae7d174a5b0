import { definePage } from "../../../../app/definePage.ts"

export default definePage({
  path: "/settings/channels/email",
  title: "Email",
  section: "settings",
  group: "Channels",
  order: 71,
  perBrand: true,
  adminOnly: true,
  load: () => import("./EmailPage.tsx")
})
