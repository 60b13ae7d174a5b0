import { definePage } from "../../app/definePage.ts"

export default definePage({
  path: "/companies",
  title: "Companies",
  order: 5,
  load: () => import("./CompaniesPage.tsx")
})
