import { definePage } from "../../../app/definePage.ts"

export default definePage({
  path: "/settings/members",
  title: "Members",
  section: "settings",
  group: "Organization",
  order: 110,
  adminOnly: true,
  load: () => import("./MembersPage.tsx")
})
