import { definePage } from "../../../app/definePage.ts"

export default definePage({
  path: "/settings/brand",
  title: "General",
  section: "settings",
  group: "Brand",
  order: 10,
  perBrand: true,
  adminOnly: true,
  load: () => import("./GeneralPage.tsx")
})
