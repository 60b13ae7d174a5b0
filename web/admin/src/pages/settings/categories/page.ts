import { definePage } from "../../../app/definePage.ts"

export default definePage({
  path: "/settings/categories",
  title: "Categories",
  section: "settings",
  group: "Brand",
  order: 40,
  perBrand: true,
  adminOnly: true,
  load: () => import("./CategoriesPage.tsx")
})
