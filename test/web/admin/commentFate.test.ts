import { assert, it } from "@effect/vitest"
import type { MessageDelivery } from "../../../sdk/src/index.ts"
import { fateOf } from "../../../web/admin/src/tickets/commentFate.ts"

const delivery = (
  channel: MessageDelivery["channel"],
  status: MessageDelivery["status"],
  to: string
): MessageDelivery => ({ messageId: "msg_1", channel, to, status, updatedAt: "2026-11-27T08:00:00.000Z" })
const answer = (...deliveries: Array<MessageDelivery>) => ({
  authorType: "AGENT" as const,
  isInternal: false,
  deliveries
})

it("says that a sent mail cannot be recalled", () => {
  const mailed = answer(delivery("email", "delivered", "ada@example.com"))
  const stays = "What was sent to ada@example.com stays as it was and cannot be recalled."
  assert.strictEqual(fateOf(mailed, "edit"), `${stays} The portal shows the new text.`)
  assert.strictEqual(fateOf(mailed, "delete"), `${stays} It is removed from the portal.`)
})

it("says what an edit changes, and what has not been sent yet", () => {
  const both = answer(delivery("chat", "sent", "#help"), delivery("email", "queued", "ada@example.com"))
  assert.strictEqual(
    fateOf(both, "edit"),
    "Unless it is already on its way to ada@example.com, it is sent with the new text. What #help received changes too. The portal shows the new text."
  )
  assert.include(fateOf(both, "delete"), "it is no longer sent. It is deleted from #help.")
})

it("treats a late mail as possibly received, and a custom channel as one that follows edits", () => {
  const stays = "What was sent to ada@example.com stays as it was and cannot be recalled."
  assert.include(fateOf(answer(delivery("email", "delayed", "ada@example.com")), "edit"), stays)
  assert.include(fateOf(answer(delivery("custom", "sent", "Ada")), "delete"), "It is deleted from Ada.")
})

it("names no one who has not received it", () => {
  const failed = answer(delivery("sms", "failed", "+49151"), delivery("email", "suppressed", "ada@example.com"))
  assert.strictEqual(fateOf(failed, "delete"), "It is removed from the portal.")
  assert.strictEqual(fateOf({ authorType: "AGENT", isInternal: false }, "edit"), "The portal shows the new text.")
})

it("distinguishes notes and customers' messages", () => {
  assert.match(fateOf({ authorType: "AGENT", isInternal: true }, "delete"), /^Only the team/)
  assert.match(fateOf({ authorType: "CUSTOMER", isInternal: false }, "edit"), /kept as received/)
})
