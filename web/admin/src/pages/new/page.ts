import { definePage } from "../../app/definePage.ts"

export default definePage({ path: "/new", title: "New ticket", keys: "c", load: () => import("./NewTicketPage.tsx") })
