import { assert, it } from "@effect/vitest"
import { keyFor } from "../../../web/admin/src/pages/settings/fields/keyFor.ts"

it("suggests a key that the API accepts", () => {
  for (const [label, key] of [
    ["Order number", "order_number"],
    ["  Bought on (date)? ", "bought_on_date"],
    ["2nd Größe", "nd_gro_e"],
    ["Prénom", "prenom"],
    ["注文番号", ""],
    ["", ""],
    [`${"a".repeat(63)} b`, "a".repeat(63)]
  ] as const)
    assert.strictEqual(keyFor(label), key)
})
