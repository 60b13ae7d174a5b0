import { assert, it } from "@effect/vitest"
import { mailFacts } from "../../../web/admin/src/tickets/mailFacts.ts"

const nothing = { isUnproven: false, notAdded: [], writtenBy: undefined }

it("says of a mail who may not have written it, who gets no answers, and whose mail it forwards", () => {
  assert.deepStrictEqual(mailFacts("email"), nothing)
  assert.deepStrictEqual(mailFacts("email", { authorVerified: false, notAdded: ["a@west.example"] }), {
    isUnproven: true,
    notAdded: ["a@west.example"],
    writtenBy: undefined
  })
  const pat = { email: "pat@south.example", name: "Pat Lee" }
  assert.deepStrictEqual(mailFacts("email", { suggestedCustomer: pat })?.writtenBy, pat)
  assert.deepStrictEqual(mailFacts("email", { suggestedCustomer: { email: pat.email } })?.writtenBy, {
    email: pat.email,
    name: undefined
  })
})

it("says nothing of other channels, or of what others have written there", () => {
  assert.isUndefined(mailFacts("sms", { authorVerified: false }))
  for (const foreign of ["x", 1, null, [], {}, { email: 7 }])
    assert.deepStrictEqual(
      mailFacts("email", { authorVerified: foreign, notAdded: foreign, suggestedCustomer: foreign }),
      nothing
    )
  assert.deepStrictEqual(mailFacts("email", { notAdded: [7, "a@west.example"] })?.notAdded, ["a@west.example"])
})
