import { assert, describe, it } from "@effect/vitest"
import { DateTime, Result } from "effect"
import { idOf } from "../../../src/domain/Ids.ts"
import {
  type DeliveryReport,
  type MessageStatus,
  messageData,
  messageStatuses,
  type OutboundMessage,
  takenBack
} from "../../../src/domain/OutboundMessage.ts"
import { optedOut, type TicketConversation } from "../../../src/domain/TicketConversation.ts"
import { deliveryReported, retryMessage } from "../../../src/tickets/outbound/deliveryReported.ts"
import type { TicketState } from "../../../src/tickets/TicketCommand.ts"
import { ines, now, stateOf, ticketIn, uuid } from "../../support/ticketState.ts"

const ticket = ticketIn("open")
const messageIn = (status: MessageStatus): OutboundMessage => ({
  id: idOf("message", uuid(60)),
  brandId: ticket.brandId,
  ticketId: ticket.id,
  channel: "email",
  kind: "reply",
  to: ines.email,
  status,
  isCaptured: false,
  attempts: 1,
  createdAt: now,
  updatedAt: now
})
const stateIn = (status: MessageStatus) => stateOf({ ticket, ticketCustomer: ines, messages: [messageIn(status)] })
const report = (before: MessageStatus, said: DeliveryReport) =>
  Result.getOrThrow(deliveryReported(stateIn(before), messageIn(before).id, said))

describe("A report about a message", () => {
  it("sends its comment by mail if no one is reached through its channel, and the customer can be mailed", () => {
    const commentId = idOf("comment", uuid(61))
    const message = { ...messageIn("queued"), channel: "chat" as const, to: "U1", commentId }
    const draftsOf = (customer: typeof ines, said: Partial<DeliveryReport>, kind: OutboundMessage["kind"] = "reply") =>
      Result.getOrThrow(
        deliveryReported(stateOf({ ticket, ticketCustomer: customer, messages: [{ ...message, kind }] }), message.id, {
          status: "failed",
          permanent: true,
          fallback: "email",
          ...said
        })
      ).drafts?.map(({ channel, commentId, kind, to }) => ({ channel, commentId, kind, to })) ?? []
    assert.deepStrictEqual(draftsOf(ines, {}), [{ channel: "email", commentId, kind: "reply", to: ines.email }])
    assert.deepStrictEqual(draftsOf(ines, { fallback: undefined }), [])
    assert.deepStrictEqual(draftsOf(ines, { status: "sent" }), [])
    assert.deepStrictEqual(draftsOf(ines, {}, "notification"), [])
    assert.deepStrictEqual(draftsOf({ ...ines, emailIsPlaceholder: true }, {}), [])
    assert.deepStrictEqual(draftsOf({ ...ines, notifyEmail: false }, {}), [])
  })

  it("that arrives out of order still records the size of the message, and publishes nothing", () => {
    const { events, messages } = report("delivered", { status: "sent", permanent: false, segments: 3 })
    assert.deepStrictEqual(events, [])
    assert.deepStrictEqual(
      messages?.map(({ segments, status }) => [segments, status]),
      [[3, "delivered"]]
    )
    assert.isUndefined(report("delivered", { status: "sent", permanent: false }).messages)
  })

  it("only moves it forward", () => {
    const moves = messageStatuses.flatMap((before) =>
      (["sent", "delayed", "delivered", "failed", "bounced"] as const).flatMap((status) => {
        const { events, messages = [] } = report(before, { status, permanent: false })
        assert.deepStrictEqual(
          events.map(({ type }) => type),
          messages.map(({ status }) => `message.${status}`)
        )
        return messages.length === 0 ? [] : [`${before} > ${status}`]
      })
    )
    assert.deepStrictEqual(moves, [
      "queued > sent",
      "queued > delayed",
      "queued > delivered",
      "queued > failed",
      "queued > bounced",
      "sent > delayed",
      "sent > delivered",
      "sent > failed",
      "sent > bounced",
      "delayed > delivered",
      "delayed > failed",
      "delayed > bounced",
      "delivered > bounced"
    ])
  })

  it("stores the id that the relay gave a message, also when it is reported a second time", () => {
    for (const before of ["queued", "sent"] as const) {
      const { messageIds } = report(before, { status: "sent", permanent: false, assignedId: "1@ses.example" })
      assert.deepStrictEqual(messageIds, [
        { messageId: "1@ses.example", ticketId: ticket.id, commentId: undefined, direction: "out" }
      ])
    }
    assert.isUndefined(report("queued", { status: "sent", permanent: false }).messageIds)
  })

  it("that a mailbox does not exist updates its customer too, and is stored", () => {
    const outcome = report("sent", { status: "bounced", permanent: true, cause: "no_mailbox", error: "5.1.1" })
    assert.deepStrictEqual(
      outcome.events.map(({ type }) => type),
      ["message.bounced", "customer.updated"]
    )
    assert.deepInclude(outcome.customer, { emailBouncedAt: now, version: ines.version + 1 })
    assert.deepStrictEqual(outcome.restedAddresses, [{ address: ines.email, reason: "bounce" }])
    assert.deepInclude(outcome.messages?.[0], { status: "bounced", error: "5.1.1" })
  })

  it("that is temporary, or about the relay, leaves the customer unchanged", () => {
    for (const said of [
      { status: "bounced", permanent: false },
      { status: "bounced", permanent: true, cause: "mailbox_full" },
      { status: "bounced", permanent: true, cause: "policy" },
      { status: "failed", permanent: true }
    ] as const) {
      const outcome = report("sent", said)
      assert.strictEqual(outcome.customer, undefined)
      assert.deepStrictEqual(outcome.restedAddresses ?? [], [])
    }
  })

  it("from the relay about an unknown mailbox counts like a bounce, for copies too", () => {
    const copy = "paul@south.example"
    const copiesLost = [{ address: copy, reason: "5.1.1", cause: "no_mailbox" as const }]
    const outcome = report("queued", {
      status: "failed",
      permanent: true,
      cause: "no_mailbox",
      copiesLost
    })
    assert.deepStrictEqual(
      outcome.restedAddresses?.map(({ address }) => address),
      [ines.email, copy]
    )
    assert.deepInclude(outcome.customer, { emailBouncedAt: now })
    const sent = report("queued", { status: "sent", permanent: false, copiesLost })
    assert.deepStrictEqual(sent.restedAddresses, [{ address: copy, reason: "bounce" }])
    assert.isUndefined(sent.customer)
  })

  it("keeps reports about people in copy, whatever becomes of the message", () => {
    const copyErrors = ["Not to paul@south.example: 5.1.1"]
    const state = stateOf({ ticket, ticketCustomer: ines, messages: [{ ...messageIn("sent"), copyErrors }] })
    for (const said of [{ status: "delivered" }, { status: "bounced", error: "5.2.2" }] as const) {
      const { events, messages } = Result.getOrThrow(
        deliveryReported(state, messageIn("sent").id, { permanent: false, ...said })
      )
      assert.deepStrictEqual(messages?.[0]?.copyErrors, copyErrors)
      assert.deepInclude(events[0]?.data, {
        message: {
          ...messageData({ ...messageIn(said.status), copyErrors, error: undefined }),
          error: "error" in said ? `5.2.2; ${copyErrors[0]}` : copyErrors[0]
        }
      })
    }
  })

  it("about a message that does not exist is refused", () => {
    const decision = deliveryReported(stateOf({ ticket }), messageIn("sent").id, { status: "sent", permanent: false })
    assert.isTrue(Result.isFailure(decision))
  })
})

describe("A message that failed", () => {
  it("is queued again, and known to have been tried: an attempt may have arrived", () => {
    const outcome = Result.getOrThrow(retryMessage(stateIn("failed"), messageIn("failed").id))
    assert.deepInclude(outcome.messages?.[0], { status: "queued", attempts: 1, error: undefined })
    assert.deepStrictEqual(
      outcome.audit.map(({ event }) => event),
      ["message.retried"]
    )
  })

  it("can be sent again, as can one that bounced or was not sent; no other can", () => {
    for (const status of messageStatuses.filter((status) => !["failed", "bounced", "suppressed"].includes(status))) {
      const decision = retryMessage(stateIn(status), messageIn(status).id)
      assert.deepInclude(Result.isFailure(decision) ? decision.failure : {}, { _tag: "InvalidState", state: status })
    }
  })

  it("is not queued again if it is already known that nothing would be sent: to someone who opted out, or no mailbox", () => {
    const connectionId = idOf("number", uuid(64))
    const refusalOf = (message: Partial<OutboundMessage>, more: Partial<TicketState>) =>
      Result.match(
        retryMessage(
          { ...stateIn("failed"), messages: [{ ...messageIn("failed"), ...message }], ...more },
          messageIn("failed").id
        ),
        {
          onSuccess: () => undefined,
          onFailure: (failure) => (failure._tag === "InvalidState" ? failure.reason : failure._tag)
        }
      )
    const text = { channel: "sms" as const, connectionId, to: "+14155550100" }
    const there = (refusal: string) => ({
      conversationOf: () => ({ connectionId, kind: "sms" as const, key: text.to, refusal })
    })
    assert.strictEqual(refusalOf(text, there(optedOut)), optedOut)
    // Another attempt may show that it is different by now.
    assert.isUndefined(refusalOf(text, there("The number cannot receive text messages")))
    assert.match(refusalOf({}, { ticketCustomer: { ...ines, emailBouncedAt: now } }) ?? "", /mailbox does not exist/)
    assert.isUndefined(refusalOf({ createdAt: DateTime.subtract(now, { days: 31 }) }, {}))
  })

  it("is sent again after a bounce unless the address has no mailbox, or its text may be gone", () => {
    const again = (more: Partial<TicketState>, message: Partial<OutboundMessage> = {}) =>
      retryMessage(
        { ...stateIn("bounced"), messages: [{ ...messageIn("bounced"), ...message }], ...more },
        messageIn("bounced").id
      )
    assert.isTrue(Result.isSuccess(again({})))
    const old = DateTime.subtract(now, { days: 30 })
    assert.isTrue(Result.isSuccess(again({}, { createdAt: DateTime.add(old, { milliseconds: 1 }) })))
    const refusal = (decision: ReturnType<typeof again>) =>
      Result.isFailure(decision) && decision.failure._tag === "InvalidState" ? decision.failure.reason : undefined
    assert.match(refusal(again({}, { createdAt: old })) ?? "", /no longer stored/)
    const rested = { ...ines, emailBouncedAt: now }
    assert.match(refusal(again({ ticketCustomer: rested })) ?? "", /mailbox does not exist/)
    // They have another address by now, and the caller has to judge what the old one is worth.
    const moved = { ...rested, email: "ines@south.example" }
    assert.isTrue(Result.isSuccess(again({ ticketCustomer: moved })))
  })

  it("is sent if it was suppressed, unless the reason still applies", () => {
    const chat = { channel: "chat" as const, connectionId: idOf("installation", uuid(62)), to: "U1" }
    const there = { connectionId: chat.connectionId, kind: "chat" as const, key: "C1:1.1" }
    const now = (message: Partial<OutboundMessage>, conversation?: Partial<TicketConversation>, more = {}) => {
      const decision = retryMessage(
        {
          ...stateIn("suppressed"),
          messages: [{ ...messageIn("suppressed"), ...message }],
          conversationOf: () => (conversation === undefined ? undefined : { ...there, ...conversation }),
          ...more
        },
        messageIn("suppressed").id
      )
      return Result.match(decision, {
        onSuccess: ({ messages }) => messages?.[0]?.status,
        onFailure: (failure) => (failure._tag === "InvalidState" ? failure.reason : failure._tag)
      })
    }
    assert.strictEqual(now(chat, {}), "queued")
    assert.strictEqual(now(chat, { refusal: "The channel was disconnected" }), "The channel was disconnected")
    assert.match(now(chat) ?? "", /no longer connected/)
    assert.match(now(chat, { connectionId: idOf("installation", uuid(63)) }) ?? "", /another channel/)
    assert.strictEqual(now({}), "queued")
    assert.match(now({}, undefined, { ticketCustomer: { ...ines, notifyEmail: false } }) ?? "", /wants no email/)
    const taken = takenBack({ ...messageIn("queued"), ...chat }, messageIn("queued").createdAt)
    assert.match(now({ ...taken }, {}) ?? "", /comment was deleted/)
  })

  it("binds its customer's conversation to its ticket when it is sent again", () => {
    const text = { channel: "sms" as const, connectionId: idOf("number", uuid(64)), to: "+14155550100" }
    const state = {
      ...stateIn("failed"),
      messages: [{ ...messageIn("failed"), ...text }],
      conversationOf: () => ({ connectionId: text.connectionId, kind: "sms" as const, key: text.to })
    }
    const { conversation } = Result.getOrThrow(retryMessage(state, messageIn("failed").id))
    assert.deepStrictEqual(conversation, {
      connectionId: text.connectionId,
      key: text.to,
      mode: "customer",
      ticketId: ticket.id
    })
  })
})
