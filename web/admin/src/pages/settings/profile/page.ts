import { definePage } from "../../../app/definePage.ts"

export default definePage({
  path: "/settings/profile",
  title: "Profile and notifications",
  section: "settings",
  group: "Yourself",
  order: 890,
  load: () => import("./ProfilePage.tsx")
})
