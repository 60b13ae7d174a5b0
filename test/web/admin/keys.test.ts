import { assert, it } from "@effect/vitest"
import { keyClashes } from "../../../web/admin/src/app/keyClashes.ts"
import { keyTable } from "../../../web/admin/src/app/keyTable.ts"
import { pressOf } from "../../../web/admin/src/app/pressOf.ts"

const bound = [
  { id: "reply", label: "Reply", keys: "r" },
  { id: "inbox", label: "Inbox", keys: "g i" },
  { id: "help", label: "Help" }
]
const clashes = (id: string, keys: string) => keyClashes(id, keys, bound).map((one) => one.id)

const press = (key: string, code: string, held: Partial<Record<"shiftKey" | "ctrlKey" | "metaKey", boolean>> = {}) =>
  pressOf({ key, code, shiftKey: false, altKey: false, metaKey: false, ctrlKey: false, ...held }, false)

it("identifies a key by its letter, and by its position if letters are in another script", () => {
  assert.strictEqual(press("a", "KeyQ"), "a")
  assert.strictEqual(press("ä", "Quote"), "ä")
  assert.strictEqual(press("?", "Slash", { shiftKey: true }), "?")
  assert.strictEqual(press("Enter", "Enter", { ctrlKey: true }), "Mod+Enter")
  assert.strictEqual(press("л", "KeyK", { ctrlKey: true }), "Mod+k")
  assert.strictEqual(press("У", "KeyE", { shiftKey: true }), "Shift+E")
  assert.strictEqual(press("لا", "KeyB"), "b")
  assert.strictEqual(press("ר", "KeyR"), "r")
  assert.strictEqual(press("х", "BracketLeft"), "х")
})

it("protects assigned keys, and sequences that start with them", () => {
  assert.deepStrictEqual(clashes("note", "r"), ["reply"])
  assert.deepStrictEqual(clashes("note", "g"), ["inbox"])
  assert.deepStrictEqual(clashes("note", "r x"), ["reply"])
  assert.deepStrictEqual(clashes("note", "g n"), [])
  assert.deepStrictEqual(clashes("note", "Shift+R"), [])
})

it("lets a command keep its own keys, and frees those that are off", () => {
  assert.deepStrictEqual(clashes("reply", "r"), [])
  assert.deepStrictEqual(clashes("note", "?"), [])
})

it("finds no conflict among the default keys", () => {
  const delivered = Object.entries(keyTable).map(([id, keyed]) => ({ id, ...keyed }))
  const places = ["g i", "g c", "c", "/"].map((keys) => ({ id: keys, label: keys, keys }))
  const all = [...delivered, ...places]
  assert.isAbove(all.length, 30)
  for (const { id, keys } of all) assert.deepStrictEqual(keyClashes(id, keys, all), [], `${id} ${keys}`)
})
