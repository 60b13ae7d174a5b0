import { definePage } from "../../../../app/definePage.ts"

export default definePage({
  path: "/settings/channels/sms",
  title: "Text messages",
  section: "settings",
  group: "Channels",
  order: 73,
  perBrand: true,
  adminOnly: true,
  load: () => import("./SmsPage.tsx")
})
