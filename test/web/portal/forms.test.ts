import { assert, describe, it } from "@effect/vitest"
import { nextIn, signInPath } from "../../../web/portal/src/server/next.ts"
import { uploadedIn, uploadedName, uploadedValue } from "../../../web/portal/src/uploaded.ts"

const form = (...entries: ReadonlyArray<readonly [string, string]>) => {
  const made = new FormData()
  for (const [name, value] of entries) made.append(name, value)
  return made
}

describe("Files uploaded before their form", () => {
  it("are restored from the inputs that name them", () => {
    const file = { id: "att_01abc", size: 12, filename: "a b 1.txt" }
    assert.deepStrictEqual(uploadedIn(form([uploadedName, uploadedValue(file)])), [file])
  })

  it("are ignored if the inputs were tampered with", () => {
    for (const value of ["", "att_1", "tkt_1 2 a", "att_1 x a", `att_1 2 ${"x".repeat(256)}`])
      assert.deepStrictEqual(uploadedIn(form([uploadedName, value])), [], value)
  })
})

describe("The destination after signing in", () => {
  const next = (value: string) => nextIn(new URLSearchParams({ next: value }))

  it("is a page of the portal", () => {
    assert.strictEqual(next("/new"), "/new")
    assert.strictEqual(next("/r/tkt_01abc"), "/r/tkt_01abc")
    assert.strictEqual(signInPath("/portal/br_1", "/new", true), "/portal/br_1/sign-in?next=%2Fnew&ended=1")
    assert.strictEqual(signInPath("/portal/br_1", ""), "/portal/br_1/sign-in")
  })

  it("is nowhere else", () => {
    for (const value of ["https://evil.example", "//evil.example", "/../x", "/r/tkt_1/../..", "/sign-out", "new"])
      assert.strictEqual(next(value), "", value)
    assert.strictEqual(nextIn(new FormData()), "")
  })
})
