import { definePage } from "../../../app/definePage.ts"

export default definePage({
  path: "/developers/requests",
  title: "API requests",
  section: "developers",
  order: 30,
  adminOnly: true,
  load: () => import("./RequestsPage.tsx")
})
