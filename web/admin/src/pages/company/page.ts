import { definePage } from "../../app/definePage.ts"

export default definePage({
  path: "/companies/$companyId",
  title: "Company",
  hidden: true,
  load: () => import("./CompanyPage.tsx")
})
