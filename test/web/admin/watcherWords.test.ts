import { assert, it } from "@effect/vitest"
import { toldOf, watcherIn } from "../../../web/admin/src/tickets/watcherWords.ts"

const members = [
  { id: "mem_1", email: "Ana@desk.example", name: "Ana Bell" },
  { id: "mem_2", email: "tom@desk.example", name: "tom@desk.example" }
]

it("recognizes a member by address or name, and treats anything else as an address", () => {
  const ana = { memberId: "mem_1", memberEmail: "Ana@desk.example" }
  for (const typed of [" ana@DESK.example", "ana bell "]) assert.deepStrictEqual(watcherIn(typed, members), ana)
  assert.deepStrictEqual(watcherIn(" Ines@North.example ", members), {
    memberId: "custom_ines@north.example",
    memberEmail: "Ines@North.example"
  })
})

it("says in one line what someone is notified about, and mentions notes only for the team", () => {
  const told = (memberId: string, notifyOnComment: boolean, notifyOnStatusChange: boolean) =>
    toldOf({ memberId, notifyOnComment, notifyOnStatusChange })
  assert.strictEqual(told("mem_1", true, true), "Notified of messages, notes and status changes")
  assert.strictEqual(told("custom_a@b.example", true, true), "Notified of messages and status changes")
  assert.strictEqual(told("mem_1", false, true), "Notified of status changes")
  assert.strictEqual(told("custom_a@b.example", true, false), "Notified of messages")
  assert.strictEqual(told("mem_1", true, false), "Notified of messages and notes")
  assert.strictEqual(told("mem_1", false, false), "No notifications")
})
