import { definePage } from "../../app/definePage.ts"

export default definePage({
  path: "/customers",
  title: "Customers",
  keys: "g c",
  load: () => import("./CustomersPage.tsx")
})
