import { definePage } from "../../../app/definePage.ts"

export default definePage({
  path: "/settings/portal",
  title: "Portal and widget",
  section: "settings",
  group: "Brand",
  order: 60,
  perBrand: true,
  adminOnly: true,
  load: () => import("./PortalPage.tsx")
})
