import { definePage } from "../../app/definePage.ts"

export default definePage({
  path: "/customers/$customerId",
  title: "Customer",
  hidden: true,
  load: () => import("./CustomerPage.tsx")
})
