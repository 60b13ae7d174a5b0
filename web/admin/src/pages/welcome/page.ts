import { definePage } from "../../app/definePage.ts"

export default definePage({ path: "/welcome", title: "First steps", load: () => import("./WelcomePage.tsx") })
