import { definePage } from "../../../app/definePage.ts"

export default definePage({
  path: "/settings/api-keys",
  title: "API keys",
  section: "settings",
  group: "Organization",
  order: 120,
  adminOnly: true,
  load: () => import("./ApiKeysPage.tsx")
})
