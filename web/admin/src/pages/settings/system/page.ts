import { definePage } from "../../../app/definePage.ts"

export default definePage({
  path: "/system",
  title: "System",
  section: "settings",
  group: "Server",
  order: 210,
  adminOnly: true,
  load: () => import("./SystemPage.tsx")
})
