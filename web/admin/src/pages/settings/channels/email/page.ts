import { definePage } from "../../../../app/definePage.ts"

export default definePage({
  path: "/settings/channels/email",
  title: "E-mail",
  section: "settings",
  group: "Channels",
  order: 71,
  perBrand: true,
  adminOnly: true,
  load: () => import("./EmailPage.tsx")
})
