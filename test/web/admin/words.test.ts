import { assert, it } from "@effect/vitest"
import { matching } from "../../../web/admin/src/app/matching.ts"
import { pressOf } from "../../../web/admin/src/app/pressOf.ts"
import { agoOf } from "../../../web/admin/src/ui/ago.ts"

const plain = { code: "", shiftKey: false, altKey: false, metaKey: false, ctrlKey: false }

it("names a key as commands do, on a Mac and elsewhere", () => {
  const named = (key: string, held: Partial<typeof plain> = {}, isMac = false) =>
    pressOf({ ...plain, key, ...held }, isMac)
  assert.strictEqual(named("e"), "e")
  assert.strictEqual(named("E", { shiftKey: true }), "Shift+E")
  assert.strictEqual(named("?", { shiftKey: true }), "?")
  assert.strictEqual(named("@", { altKey: true }), "@")
  assert.strictEqual(named("Enter", { ctrlKey: true, shiftKey: true }), "Mod+Shift+Enter")
  assert.strictEqual(named("k", { metaKey: true }, true), "Mod+k")
  assert.strictEqual(named("k", { ctrlKey: true }, true), "k")
})

it("suggests what contains every word typed, and first what starts with them", () => {
  const options = [
    { id: "1", label: "Unassign" },
    { id: "2", label: "Assign to me", hint: "Ticket" },
    { id: "3", label: "Ada Byron", hint: "ada@example.com" }
  ]
  const found = (text: string) => matching(options, text).map(({ id }) => id)
  assert.deepStrictEqual(found(""), ["1", "2", "3"])
  assert.deepStrictEqual(found("assign"), ["2", "1"])
  assert.deepStrictEqual(found("TICKET me"), ["2"])
  assert.deepStrictEqual(found("@example"), ["3"])
  assert.deepStrictEqual(found("nothing"), [])
  for (const form of ["NFC", "NFD"])
    assert.lengthOf(matching([{ id: "1", label: "Käse".normalize(form) }], "käse".normalize("NFD")), 1)
})

it("shows how long ago in as few letters as possible", () => {
  const now = new Date(2026, 10, 20, 12).getTime()
  const ago = (seconds: number) => agoOf(new Date(now - seconds * 1000), now)
  assert.deepStrictEqual([0, 59, 60, 3_599, 3_600, 86_399, 86_400, 6 * 86_400].map(ago), [
    ...["now", "now", "1m", "59m", "1h", "23h", "1d", "6d"]
  ])
  assert.match(ago(8 * 86_400), /12/)
  assert.notMatch(ago(8 * 86_400), /2026/)
  assert.match(ago(400 * 86_400), /2025/)
})
