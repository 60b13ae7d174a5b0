import { definePage } from "../../../app/definePage.ts"

export default definePage({
  path: "/settings/fields",
  title: "Custom fields",
  section: "settings",
  group: "Brand",
  order: 50,
  perBrand: true,
  adminOnly: true,
  load: () => import("./FieldsPage.tsx")
})
