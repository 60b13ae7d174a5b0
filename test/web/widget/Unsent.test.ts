import { afterAll, assert, beforeAll, beforeEach, describe, it } from "@effect/vitest"
import type { PortalAttachment } from "../../../sdk/src/portal.ts"
import { newRequest, type Outgoing, Unsent } from "../../../web/widget/frame/Unsent.ts"

const message: Outgoing = {
  key: "k",
  ticketId: "tkt_1",
  body: "Hello",
  attachments: [],
  sentAt: "2026-11-23T00:00:00Z"
}

describe("A customer's unsent text", () => {
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
  beforeEach(() => stored.clear())

  it("is there on the next page, for this customer only", () => {
    const first = new Unsent("cus_1")
    first.write("tkt_1", { body: "Half a " })
    first.write(newRequest, { title: "Parcel", key: "one" })
    first.outgoing.set([{ ...message, error: new Error("no network") }])
    const next = new Unsent("cus_1")
    assert.deepStrictEqual(next.draft("tkt_1"), { body: "Half a " })
    assert.deepStrictEqual(next.draft(newRequest), { title: "Parcel", key: "one" })
    assert.deepStrictEqual(next.outgoing.get(), [message])
    assert.isUndefined(new Unsent("cus_2").draft("tkt_1"))
  })

  it("has its files, as long as the server keeps them", () => {
    const file = (id: string, hours: number): PortalAttachment => ({
      ...{ id, filename: "lid.txt", contentType: "text/plain", size: 7, status: "UPLOADED" },
      createdAt: new Date(Date.now() - hours * 3_600_000).toISOString()
    })
    const [fresh, old] = [file("att_1", 22), file("att_2", 24)]
    const first = new Unsent("cus_1")
    first.write("tkt_1", { body: "As attached" })
    first.keepFiles("tkt_1", [fresh, old])
    assert.deepStrictEqual(new Unsent("cus_1").files("tkt_1"), [fresh])
    assert.deepStrictEqual(new Unsent("cus_1").files("tkt_2"), [])
    first.keepFiles("tkt_1", [])
    assert.deepStrictEqual(new Unsent("cus_1").files("tkt_1"), [])
  })

  it("is forgotten once it is sent, emptied, or its customer signs out", () => {
    const unsent = new Unsent("cus_1")
    unsent.write("tkt_1", { body: "Half" })
    unsent.write("tkt_1", { body: " " })
    unsent.write(newRequest, { title: "Parcel" })
    unsent.write(newRequest)
    assert.isUndefined(new Unsent("cus_1").draft("tkt_1"))
    assert.isUndefined(new Unsent("cus_1").draft(newRequest))
    unsent.write("tkt_2", { body: "Half" })
    unsent.forget()
    // In progress when the customer signed out.
    unsent.outgoing.set([message])
    assert.lengthOf([...stored], 0)
  })

  it("follows a request into the one that it was merged into", () => {
    const unsent = new Unsent("cus_1")
    unsent.write("tkt_2", { body: "There" })
    unsent.move("tkt_1", "tkt_2")
    assert.deepStrictEqual(unsent.draft("tkt_2"), { body: "There" })
    unsent.write("tkt_1", { body: "Here" })
    unsent.move("tkt_1", "tkt_2")
    assert.deepStrictEqual([unsent.draft("tkt_1"), unsent.draft("tkt_2")], [undefined, { body: "Here\n\nThere" }])
  })

  it("lasts as long as the page if the browser stores nothing", () => {
    Object.defineProperty(globalThis, "sessionStorage", {
      configurable: true,
      get: () => {
        throw new DOMException("denied", "SecurityError")
      }
    })
    const unsent = new Unsent("cus_1")
    unsent.write("tkt_1", { body: "Half" })
    assert.deepStrictEqual(unsent.draft("tkt_1"), { body: "Half" })
  })
})
