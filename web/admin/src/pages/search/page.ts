import { definePage } from "../../app/definePage.ts"

export default definePage({
  path: "/search",
  title: "Search",
  order: 3,
  keys: "/",
  load: () => import("./SearchPage.tsx")
})
