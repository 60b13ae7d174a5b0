import { assert, describe, it } from "@effect/vitest"
import { DateTime } from "effect"
import { idOf } from "../../../src/domain/Ids.ts"
import type { Origin } from "../../../src/domain/Ticket.ts"
import type { TicketConversation } from "../../../src/domain/TicketConversation.ts"
import {
  acknowledgementDrafts,
  announcementDrafts,
  lastTexted,
  replyDrafts
} from "../../../src/tickets/outbound/messageDrafts.ts"
import { commentOn, ines, now, policy, stateOf, ticketIn, uuid } from "../../support/ticketState.ts"

const ticket = ticketIn("open", { origin: "email", source: "email" })
const reply = (comment: object = {}, customer: object = {}, more: object = {}) =>
  replyDrafts(
    stateOf({ ticketCustomer: { ...ines, ...customer } }),
    { ...ticket, ...more },
    commentOn(ticket, comment),
    undefined
  )
const acknowledging = stateOf({ brand: { ...policy, autoresponseEnabled: true } })

describe("What is sent to a customer", () => {
  it("is a public reply by an agent, with its copies, but not twice to the customer", () => {
    const [draft, ...more] = reply({ cc: ["paul@north.example", ines.email] })
    assert.deepStrictEqual(more, [])
    assert.deepInclude(draft, { kind: "reply", to: ines.email, cc: ["paul@north.example"] })
  })

  it("is nothing internal, automatic, or written by someone else", () => {
    for (const comment of [
      { visibility: "internal" },
      { authorType: "CUSTOMER" },
      { authorType: "SYSTEM" },
      { isAutomated: true }
    ])
      assert.deepStrictEqual(reply(comment), [], JSON.stringify(comment))
  })

  it("is nothing on spam and on tickets of other channels", () => {
    assert.lengthOf(reply({}, {}, { origin: "api" }), 1)
    for (const more of [{ isSpam: true }, { origin: "chat" }, { origin: "sms" }, { origin: "custom" }])
      assert.deepStrictEqual(reply({}, {}, more), [], JSON.stringify(more))
  })

  it("goes through the channel by which the customer wrote last, if there are several", () => {
    const text: TicketConversation = {
      connectionId: idOf("number", uuid(50)),
      kind: "sms",
      key: "+14155550100",
      person: "+14155550100"
    }
    const channels = (conversation: TicketConversation, origin: Origin, customer: object = {}) =>
      replyDrafts(
        stateOf({ ticketCustomer: { ...ines, ...customer }, conversationOf: () => conversation }),
        { ...ticket, origin },
        commentOn(ticket),
        undefined
      ).map(({ channel }) => channel)
    // A text's ticket was merged into a mail's, or the other way round.
    for (const origin of ["email", "sms"] as const) {
      assert.deepStrictEqual(channels({ ...text, wroteLastBy: "sms" }, origin), ["sms"])
      assert.deepStrictEqual(channels({ ...text, wroteLastBy: "email" }, origin), ["email"])
    }
    assert.deepStrictEqual(channels({ ...text, wroteLastBy: "email" }, "sms", { emailIsPlaceholder: true }), ["sms"])
    // The team started the conversation.
    assert.deepStrictEqual(channels(text, "api"), ["sms"])
  })

  it("sets the ticket of the next text message, unless the ticket is closed", () => {
    const connectionId = idOf("number", uuid(50))
    const draft = { id: idOf("message", uuid(51)), kind: "reply", ticketId: ticket.id, to: "+1" } as const
    const text = { ...draft, channel: "sms", connectionId, lane: "+1" } as const
    assert.deepStrictEqual(lastTexted(ticket, [text]), {
      connectionId,
      key: "+1",
      mode: "customer",
      ticketId: ticket.id
    })
    assert.isUndefined(lastTexted(ticketIn("closed"), [text]))
    assert.isUndefined(lastTexted(ticket, [{ ...text, suppressed: "opted out" }]))
    assert.isUndefined(lastTexted(ticket, [{ ...draft, channel: "email" }]))
  })

  it("is nothing to those without an address, who want no mail, or are blocked, and says if mail bounces", () => {
    for (const customer of [{ notifyEmail: false }, { emailIsPlaceholder: true }, { isBlocked: true }])
      assert.deepStrictEqual(reply({}, customer), [], JSON.stringify(customer))
    assert.deepStrictEqual(replyDrafts(stateOf(), ticket, commentOn(ticket), undefined), [])
    const bouncedDaysAgo = (days: number) => reply({}, { emailBouncedAt: DateTime.subtract(now, { days }) })
    assert.include(bouncedDaysAgo(59)[0]?.suppressed, "mailbox does not exist")
    assert.isUndefined(bouncedDaysAgo(61)[0]?.suppressed)
  })

  it("is an acknowledgement if the brand sends them, and not to mailboxes that no one reads", () => {
    assert.deepInclude(acknowledgementDrafts(acknowledging, ticket, ines, "plain")[0], {
      context: { acknowledge: "plain" }
    })
    assert.deepStrictEqual(acknowledgementDrafts(acknowledging, ticket, ines, undefined), [])
    assert.deepStrictEqual(acknowledgementDrafts(stateOf(), ticket, ines, "full"), [])
    assert.deepStrictEqual(acknowledgementDrafts(acknowledging, { ...ticket, isAutomated: true }, ines, "full"), [])
    for (const email of [
      "noreply@a.example",
      "no-reply+1@a.example",
      "mailer-daemon@a.example",
      "postmaster@a.example",
      "bounce-7@a.example"
    ])
      assert.deepStrictEqual(acknowledgementDrafts(acknowledging, ticket, { ...ines, email }, "full"), [], email)
    assert.lengthOf(acknowledgementDrafts(acknowledging, ticket, { ...ines, email: "abuser@a.example" }, "full"), 1)
  })

  it("is a notification about a ticket that was opened for them", () => {
    assert.deepInclude(announcementDrafts(stateOf(), ticket, ines)[0], { kind: "notification", to: ines.email })
    assert.deepStrictEqual(announcementDrafts(stateOf(), ticket, { ...ines, notifyEmail: false }), [])
  })
})
