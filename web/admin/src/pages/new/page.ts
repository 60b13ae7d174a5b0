import { definePage } from "../../app/definePage.ts"

export default definePage({
  path: "/new",
  title: "New ticket",
  order: 2,
  keys: "c",
  load: () => import("./NewTicketPage.tsx")
})
