import { definePage } from "../../../app/definePage.ts"

export default definePage({
  path: "/settings/statuses",
  title: "Statuses",
  section: "settings",
  group: "Brand",
  order: 20,
  perBrand: true,
  adminOnly: true,
  load: () => import("./StatusesPage.tsx")
})
