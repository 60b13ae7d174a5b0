import { definePage } from "../../../app/definePage.ts"

export default definePage({
  path: "/settings/keyboard",
  title: "Keyboard",
  section: "settings",
  group: "Yourself",
  order: 900,
  load: () => import("./KeyboardPage.tsx")
})
