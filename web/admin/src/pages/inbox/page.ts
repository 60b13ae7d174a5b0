import { definePage } from "../../app/definePage.ts"

export default definePage({
  path: "/inbox",
  title: "Inbox",
  order: 1,
  keys: "g i",
  load: () => import("./InboxPage.tsx")
})
