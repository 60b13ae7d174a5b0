import { definePage } from "../../../app/definePage.ts"

export default definePage({
  path: "/developers/events",
  title: "Events",
  section: "developers",
  order: 20,
  load: () => import("./EventsPage.tsx")
})
