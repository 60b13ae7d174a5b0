import { definePage } from "../../../app/definePage.ts"

export default definePage({
  path: "/settings/tags",
  title: "Tags",
  section: "settings",
  group: "Brand",
  order: 30,
  perBrand: true,
  load: () => import("./TagsPage.tsx")
})
