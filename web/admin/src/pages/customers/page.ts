import { definePage } from "../../app/definePage.ts"

export default definePage({
  path: "/customers",
  title: "Customers",
  order: 4,
  keys: "g c",
  load: () => import("./CustomersPage.tsx")
})
