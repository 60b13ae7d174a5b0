import { definePage } from "../../app/definePage.ts"

export default definePage({ path: "/companies", title: "Companies", load: () => import("./CompaniesPage.tsx") })
