import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { remember, remembered } from "../../../web/customer/tabMemory.ts"
import { forgetWritten } from "../../../web/portal/src/islands/forgetWritten.ts"
import { takesAtMost } from "../../support/takesAtMost.ts"

describe("Text entered into a form", () => {
  const name = "trunkline.written.tkt_1"
  const stored = new Map<string, string>()
  const before = Object.getOwnPropertyDescriptor(globalThis, "sessionStorage")
  beforeAll(() => {
    const value = {
      getItem: (name: string) => stored.get(name) ?? null,
      setItem: (name: string, text: string) => void stored.set(name, text),
      removeItem: (name: string) => void stored.delete(name)
    }
    Object.defineProperty(globalThis, "sessionStorage", { value, configurable: true })
  })
  afterAll(() => {
    Reflect.deleteProperty(globalThis, "sessionStorage")
    if (before !== undefined) Object.defineProperty(globalThis, "sessionStorage", before)
  })

  it("is forgotten once all of it has been posted, whatever its white space", () => {
    remember(name, ["key", "Parcel", "Where is it?\n"])
    forgetWritten("tkt_1", ["Parcel", "Somewhere"], ["Letter", "Where is it?"])
    assert.isNotNull(remembered(name))
    forgetWritten("tkt_1", ["Other"], ["Parcel", "Where  is it?"])
    assert.isNull(remembered(name))
  })

  it("is compared quickly with thousands of messages, however long it is", () => {
    remember(name, ["key", "a word ".repeat(50_000)])
    const messages = Array.from({ length: 5_000 }, (_, index) => [`message ${index}`])
    takesAtMost(200, () => forgetWritten("tkt_1", ...messages))
    assert.isNotNull(remembered(name))
  })
})
