import { assert, it } from "@effect/vitest"
import { helpLinks } from "../../../web/widget/frame/helpLinks.ts"

it("A page's help links lead to web pages, and have a label", () => {
  const good = { label: "Delivery", href: "https://shop.example/delivery" }
  const bad = ["javascript:alert(1)", "data:text/html,x", "/delivery", ""].map((href) => ({ label: "Delivery", href }))
  assert.deepStrictEqual(helpLinks([...bad, good, { ...good, label: "" }]), [good])
  // As in scripts that show some links only to some visitors.
  assert.deepStrictEqual(helpLinks([undefined, null, false, good, JSON.parse('{ "href": "https://shop.example" }')]), [
    good
  ])
})
