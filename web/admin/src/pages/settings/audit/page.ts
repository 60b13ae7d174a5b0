import { definePage } from "../../../app/definePage.ts"

export default definePage({
  path: "/settings/audit-log",
  title: "Audit log",
  section: "settings",
  group: "Organization",
  order: 130,
  adminOnly: true,
  load: () => import("./AuditPage.tsx")
})
