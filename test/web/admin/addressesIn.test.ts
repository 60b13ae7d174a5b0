import { assert, it } from "@effect/vitest"
import { addressesIn } from "../../../web/admin/src/tickets/addressesIn.ts"

const said = (text: string) => addressesIn(text).map(({ text }) => text)

it("An address in a message ends where the sentence around it goes on", () => {
  assert.deepStrictEqual(said("See https://a.example/x?b=c, (http://b.example)."), [
    "See ",
    "https://a.example/x?b=c",
    ", (",
    "http://b.example",
    ")."
  ])
  assert.deepStrictEqual(said("nothing"), ["nothing"])
})

it("The first 500 addresses of a message lead anywhere, and a page has no more elements for them", () => {
  const message = "http://a.example/ ".repeat(50_000)
  const parts = addressesIn(message)
  assert.lengthOf(
    parts.filter(({ href }) => href !== undefined),
    500
  )
  assert.strictEqual(said(message).join(""), message)
})
