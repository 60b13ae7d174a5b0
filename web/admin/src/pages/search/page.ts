import { definePage } from "../../app/definePage.ts"

export default definePage({ path: "/search", title: "Search", keys: "/", load: () => import("./SearchPage.tsx") })
