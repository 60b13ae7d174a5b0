import { assert, it } from "@effect/vitest"
import type { EventType, StoredEvent } from "../../../src/domain/Event.ts"
import { idOf } from "../../../src/domain/Ids.ts"
import { mirrorChannel } from "../../../src/tickets/outbound/ChatUpdates.ts"
import { chatUpdatesOf } from "../../../src/tickets/outbound/chatUpdatesOf.ts"
import { uuid } from "../../support/ticketState.ts"

const brandId = idOf("brand", uuid(1))
const ticketId = idOf("ticket", uuid(2))
const commentId = idOf("comment", uuid(3))
const event = (type: EventType, data: object): StoredEvent => ({
  id: idOf("event", uuid(4)),
  brandId,
  type,
  subject: ticketId,
  data,
  sequence: 1
})
const update = (told: boolean, comment: typeof commentId | undefined) => ({
  brandId,
  ticketId,
  commentId: comment,
  told
})

it("marks the threads of each ticket and comment in a commit as outdated once", () => {
  assert.deepStrictEqual(
    chatUpdatesOf([
      event("comment.created", { comment: { id: commentId } }),
      event("ticket.updated", { changes: ["status"] }),
      event("ticket.resolved", {}),
      event("attachment.created", {})
    ]),
    [update(false, commentId), update(true, undefined)]
  )
})

it("updates customers' threads for statuses and sent comments, and for nothing else", () => {
  const toldOf = (type: EventType, data: object) => chatUpdatesOf([event(type, data)]).map(({ told }) => told)
  assert.deepStrictEqual(toldOf("ticket.created", {}), [true])
  assert.deepStrictEqual(toldOf("message.sent", { commentId }), [true])
  assert.deepStrictEqual(toldOf("ticket.updated", { changes: ["assigneeId"] }), [false])
  assert.deepStrictEqual(toldOf("comment.created", { comment: { id: commentId } }), [false])
})

it("leaves out what no thread shows", () => {
  const silent = [
    event("customer.updated", {}),
    event("attachment.created", {}),
    event("message.delivered", { commentId }),
    event("ticket.deleted", { purged: true })
  ]
  assert.deepStrictEqual(chatUpdatesOf(silent), [])
})

it("tells the team's threads from customers' by their lanes", () => {
  assert.strictEqual(mirrorChannel(`mirror/C1/${uuid(2)}`), "C1")
  assert.isUndefined(mirrorChannel("C1:1700000000.000100"))
  assert.isUndefined(mirrorChannel("D1"))
})
