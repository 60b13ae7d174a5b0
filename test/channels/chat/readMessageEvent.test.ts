import { assert, it } from "@effect/vitest"
import { conversationKey, messageTitle, readMessageEvent } from "../../../channels/chat/readMessageEvent.ts"

const said = {
  type: "message",
  channel: "C1",
  channel_type: "channel",
  user: "U1",
  ts: "1700000000.000100",
  text: "hello"
}
const kindOf = (change: object) => readMessageEvent({ ...said, ...change }).kind

it("accepts what people write, and no other subtype", () => {
  for (const subtype of ["file_share", "me_message", "thread_broadcast"])
    assert.strictEqual(kindOf({ subtype }), "said")
  for (const subtype of ["channel_join", "bot_message", "channel_topic", "assistant_app_thread", "something_new"])
    assert.strictEqual(kindOf({ subtype }), "nothing", subtype)
  assert.strictEqual(kindOf({ bot_id: "B2" }), "nothing")
  assert.strictEqual(kindOf({ user: "USLACKBOT" }), "nothing")
  assert.strictEqual(kindOf({ user: undefined }), "nothing")
  assert.strictEqual(kindOf({ ts: "now" }), "nothing")
})

it("recognizes an edit only if a user made one", () => {
  const changed = (message: object) => kindOf({ subtype: "message_changed", message: { ...said, ...message } })
  assert.strictEqual(changed({ edited: { user: "U1", ts: "1700000001.000000" } }), "edited")
  assert.strictEqual(changed({ attachments: [{ title: "unfurled" }] }), "nothing")
  assert.strictEqual(changed({ language: { locale: "de" } }), "nothing")
})

it("treats the tombstone of a message with replies as its deletion", () => {
  const tombstone = { subtype: "tombstone", user: "USLACKBOT", ts: said.ts, thread_ts: said.ts, text: "was deleted" }
  const change = { subtype: "message_changed", message: tombstone, previous_message: { ...said, thread_ts: said.ts } }
  const news = readMessageEvent({ ...said, ...change })
  if (news.kind !== "removed") return assert.fail(news.kind)
  assert.deepInclude(news.message, { ts: said.ts, user: "U1", text: "hello" })
  // Its last reply is removed, and the tombstone with it.
  assert.strictEqual(kindOf({ subtype: "message_deleted", previous_message: tombstone }), "nothing")
})

it("identifies the conversation: the thread, or a whole direct conversation", () => {
  const of = (change: object) => {
    const news = readMessageEvent({ ...said, ...change })
    return news.kind === "said" ? conversationKey(news.message) : undefined
  }
  assert.strictEqual(of({}), "C1:1700000000.000100")
  assert.strictEqual(of({ thread_ts: "1700000000.000100" }), "C1:1700000000.000100")
  assert.strictEqual(of({ thread_ts: "1600000000.000100" }), "C1:1600000000.000100")
  assert.strictEqual(of({ channel: "D1", channel_type: "im", thread_ts: "1600000000.000100" }), "D1")
})

it("uses the first line as the title of a ticket", () => {
  assert.strictEqual(messageTitle("  Printer is on fire\nsecond floor"), "Printer is on fire")
  assert.strictEqual(messageTitle("x".repeat(500)).length, 120)
  assert.strictEqual(messageTitle("😀".repeat(300)), `${"😀".repeat(119)}…`)
  assert.strictEqual(messageTitle("> quoted\n> twice"), "quoted")
  assert.strictEqual(messageTitle("Item\tPrice\u2028in cents\nPaper\t7"), "Item Price in cents")
  assert.strictEqual(messageTitle("\u200b\nSecond line"), "Second line")
  for (const nothing of ["", "> \u200b"]) assert.strictEqual(messageTitle(nothing), "")
})
