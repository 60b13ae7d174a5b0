import { definePage } from "../../app/definePage.ts"

export default definePage({
  path: "/b/$brand/t/$number",
  title: "Ticket",
  hidden: true,
  load: () => import("./TicketPage.tsx")
})
