import { assert, it } from "@effect/vitest"
import { helpLinks } from "../../../web/widget/frame/helpLinks.ts"

it("Links of a page to its help lead to pages of the web, and have words", () => {
  const good = { label: "Delivery", href: "https://shop.example/delivery" }
  const bad = ["javascript:alert(1)", "data:text/html,x", "/delivery", ""].map((href) => ({ label: "Delivery", href }))
  assert.deepStrictEqual(helpLinks([...bad, good, { ...good, label: "" }]), [good])
  // As scripts have them that show some of their links to some visitors.
  assert.deepStrictEqual(helpLinks([undefined, null, false, good, JSON.parse('{ "href": "https://shop.example" }')]), [
    good
  ])
})
