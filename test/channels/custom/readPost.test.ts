import { assert, describe, it } from "@effect/vitest"
import { DateTime, Duration } from "effect"
import { deliveredOf } from "../../../channels/custom/CustomSender.ts"
import { conversationKey, dedupeKeyOf, readPost, threadIdOf } from "../../../channels/custom/readPost.ts"
import type { CustomPost } from "../../../src/domain/CustomPost.ts"
import { idOf } from "../../../src/domain/Ids.ts"
import { newCustomChannel } from "../../../src/tickets/connections/changeCustomChannel.ts"
import { uuid } from "../../support/ticketState.ts"

const now = DateTime.makeUnsafe("2026-11-20T10:00:00.000Z")
const channel = newCustomChannel(
  idOf("channel", uuid(1)),
  idOf("brand", uuid(2)),
  { name: "Shop", source: "whatsapp" },
  now
)
const other = { ...channel, id: idOf("channel", uuid(3)) }
const read = (post: Partial<CustomPost>, by = channel) =>
  readPost(
    by,
    { externalId: "m1", sender: { externalId: "Ines" }, text: "Hello", ...post },
    { attachmentIds: [], files: [] },
    { key: "raw", size: 2 },
    now
  )

describe("A post", () => {
  it("is by the same sender each time, and by someone else on another channel or with another spelling", () => {
    const { sender } = read({})
    assert.deepStrictEqual(sender.identity, { channel: "whatsapp", address: "Ines" })
    assert.match(sender.email, /^[0-9a-z]{26}@custom\.invalid$/)
    assert.strictEqual(read({ externalId: "m2" }).sender.email, sender.email)
    assert.notStrictEqual(read({}, other).sender.email, sender.email)
    assert.notStrictEqual(read({ sender: { externalId: "ines" } }).sender.email, sender.email)
    assert.strictEqual(
      read({ sender: { externalId: "Ines", email: "Ines@North.example" } }).sender.email,
      "ines@north.example"
    )
    assert.strictEqual(read({ sender: { phone: "+15550100" } }).sender.identity?.address, "+15550100")
    assert.strictEqual(read({ sender: { email: "A@b.example" } }).sender.identity?.address, "a@b.example")
  })

  it("belongs to a thread, or to its sender's only conversation; a thread is never mistaken for a sender", () => {
    const [thread, alone] = [read({ threadId: "Ines" }).conversation, read({}).conversation]
    assert.notStrictEqual(thread?.key, alone?.key)
    assert.strictEqual(threadIdOf(conversationKey("t:1", "x")), "t:1")
    assert.isUndefined(threadIdOf(conversationKey(undefined, "thread:t1")))
  })

  it("is identified by its channel and id", () => {
    assert.deepStrictEqual(dedupeKeyOf(channel, "a"), dedupeKeyOf(channel, "a"))
    assert.notDeepEqual(dedupeKeyOf(channel, "a"), dedupeKeyOf(other, "a"))
    assert.notDeepEqual(dedupeKeyOf(channel, "a"), dedupeKeyOf(channel, "A"))
  })

  it("has its subject, or the beginning of its text, as title", () => {
    assert.strictEqual(read({ subject: "Parcel" }).subject, "Parcel")
    assert.strictEqual(read({ text: "Hello\nworld" }).subject, "Hello")
  })
})

describe("A response from a callback URL", () => {
  const reply = (status: number | undefined, body = "", error?: string, wait?: Duration.Duration) =>
    deliveredOf({ status, body, error, wait })

  it("with 2xx accepts the message, under the id that it names", () => {
    assert.deepStrictEqual(reply(200), { outcome: "sent", externalId: undefined })
    assert.deepStrictEqual(reply(202, '{"externalId":"x-1"}'), { outcome: "sent", externalId: "x-1" })
    for (const body of [
      "ok",
      "{",
      "[1]",
      "null",
      '{"externalId":7}',
      '{"externalId":""}',
      `{"externalId":"${"x".repeat(256)}"}`,
      '{"externalId":"a\\u0000"}'
    ])
      assert.deepStrictEqual(reply(200, body), { outcome: "sent", externalId: undefined }, body)
  })

  it("that concerns the message delays only that; one that concerns the moment counts against the channel", () => {
    for (const status of [300, 302, 408, 425, 429, 500, 502, 503])
      assert.strictEqual(reply(status).outcome, "unavailable", String(status))
    for (const status of [400, 401, 403, 404, 405, 413, 422])
      assert.deepInclude(reply(status), { outcome: "refused", permanent: false }, String(status))
    assert.deepInclude(reply(410), { outcome: "unavailable", status: "error" })
    assert.deepInclude(reply(undefined, "", "connect_timeout"), { outcome: "unavailable" })
    assert.deepInclude(reply(200, "", "response_incomplete"), { outcome: "unavailable" })
    assert.deepInclude(reply(503, "", undefined, Duration.minutes(2)), { wait: Duration.minutes(2) })
  })
})
