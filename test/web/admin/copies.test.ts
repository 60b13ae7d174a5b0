import { assert, it } from "@effect/vitest"
import { addressesIn, withoutCopy } from "../../../web/admin/src/tickets/copies.ts"

const person = (email: string, verified = true) => ({ email, verified })

it("parses addresses with any separators", () => {
  assert.deepStrictEqual(addressesIn(" a@b.example,c@d.example; e@f.example\tg@h.example,"), [
    "a@b.example",
    "c@d.example",
    "e@f.example",
    "g@h.example"
  ])
  assert.deepStrictEqual(addressesIn("  "), [])
})

it("names participants who would not get a reply, and no strangers", () => {
  const ticket = {
    customerEmail: "ines@north.example",
    participants: [
      person("ines@north.example"),
      person("lea@west.example"),
      person("eve@elsewhere.example", false),
      person("ada@east.example")
    ]
  }
  assert.deepStrictEqual(withoutCopy(ticket, []), ["lea@west.example", "ada@east.example"])
  assert.deepStrictEqual(withoutCopy(ticket, ["Lea@West.example"]), ["ada@east.example"])
  assert.deepStrictEqual(withoutCopy({ customerEmail: "ines@north.example" }, []), [])
  const many = Array.from({ length: 30 }, (_, number) => person(`p${number}@west.example`))
  assert.lengthOf(withoutCopy({ ...ticket, participants: many }, ["a@b.example"]), 19)
})
