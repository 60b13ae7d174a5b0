import { definePage } from "../../app/definePage.ts"

export default definePage({ path: "/inbox", title: "Inbox", keys: "g i", load: () => import("./InboxPage.tsx") })
