import { definePage } from "../../../app/definePage.ts"

export default definePage({
  path: "/settings/organization",
  title: "Name and security",
  section: "settings",
  group: "Organization",
  order: 140,
  adminOnly: true,
  load: () => import("./OrganizationPage.tsx")
})
