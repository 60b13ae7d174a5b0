import { definePage } from "../../../app/definePage.ts"

export default definePage({
  path: "/developers/simulators",
  title: "Simulators",
  section: "developers",
  group: "Test mode",
  order: 110,
  load: () => import("./SimulatorsPage.tsx")
})
