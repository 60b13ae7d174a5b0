import { assert, describe, it } from "@effect/vitest"
import { DateTime } from "effect"
import { idOf } from "../../../src/domain/Ids.ts"
import type { Bounce, InboundMessage, RecipientReport } from "../../../src/domain/InboundMessage.ts"
import type { MessageStatus, OutboundMessage } from "../../../src/domain/OutboundMessage.ts"
import { decideBounce } from "../../../src/tickets/intake/decideBounce.ts"
import type { TicketState } from "../../../src/tickets/TicketCommand.ts"
import { ines, now, stateOf, ticketIn, uuid } from "../../support/ticketState.ts"

const paul = "paul@south.example"
const lea = "lea@west.example"
const bo = "bo@west.example"
const ticket = ticketIn("open", {
  participants: [
    { email: paul, verified: false },
    { email: lea, verified: false },
    { email: bo, verified: false }
  ]
})
const id = idOf("message", uuid(60))
const messageIn = (status: MessageStatus): OutboundMessage => ({
  id,
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
const stateIn = (status: MessageStatus, more: Partial<TicketState> = {}) =>
  stateOf({ ticket, ticketCustomer: ines, messages: [messageIn(status)], ...more })

const decided = (
  state: TicketState,
  reports: ReadonlyArray<RecipientReport>,
  of: Bounce["of"] = { messageId: id, ticketId: ticket.id }
) => {
  const bounce: Bounce = { of, messageIds: [], recipients: reports }
  // Nothing else of a message is used.
  return decideBounce(state, { mail: { kind: "bounce", bounce } } as unknown as InboundMessage)
}
const failed = (recipient: string | undefined, status?: string): RecipientReport => ({
  action: "failed",
  recipient,
  status
})
const typesOf = ({ outcome }: ReturnType<typeof decided>) => outcome.events.map(({ type }) => type)
const statusOf = ({ outcome }: ReturnType<typeof decided>) => outcome.messages?.[0]?.status

describe("A report about a message", () => {
  it("marks it as bounced, whatever was reported before, and its recipient as one without a mailbox", () => {
    for (const before of ["queued", "sent", "delayed", "delivered"] as const) {
      const decision = decided(stateIn(before), [{ ...failed(ines.email, "5.1.1"), diagnostic: "550 no such user" }])
      assert.deepStrictEqual(typesOf(decision), ["message.bounced", "customer.updated"])
      assert.deepInclude(decision.outcome.messages?.[0], {
        status: "bounced",
        error: "The mailbox does not exist, so no email is sent there for a while (5.1.1 550 no such user)"
      })
      assert.deepStrictEqual(decision.outcome.restedAddresses, [{ address: ines.email, reason: "bounce" }])
      assert.isTrue(DateTime.isDateTime(decision.outcome.customer?.emailBouncedAt))
      const [line, ...more] = decision.outcome.audit
      assert.deepInclude(line, { event: "customer.updated", entityId: ines.id })
      assert.deepStrictEqual([Object.keys(line?.changes ?? {}), more], [["emailBouncedAt"], []])
      assert.include(decision.detail, "delivery failed to ines@north.example (5.1.1); the message is marked as bounced")
    }
  })

  it("that gives up on a full mailbox does not count against the mailbox", () => {
    const decision = decided(stateIn("sent"), [failed(ines.email, "4.2.2")])
    assert.deepStrictEqual(typesOf(decision), ["message.bounced"])
    assert.deepStrictEqual(decision.outcome.restedAddresses, [])
    assert.isUndefined(decision.outcome.customer)
    assert.deepInclude(decision.outcome.events[0]?.data, { permanent: false, cause: "mailbox_full" })
  })

  it("that refuses the mail permanently, but not its address, suspends no one and says what can be done", () => {
    for (const [status, cause, advice] of [
      ["5.2.2", "mailbox_full", "The mailbox is full"],
      ["5.2.3", "too_large", "The email is larger"],
      ["5.3.4", "too_large", "The email is larger"],
      ["5.7.1", "policy", "classified it as spam"],
      ["5.7.26", "policy", "classified it as spam"],
      ["5.4.6", "other", "5.4.6"],
      ["5.4.7", "other", "5.4.7"],
      ["5.1.8", "other", "5.1.8"]
    ] as const) {
      const { detail, outcome } = decided(stateIn("sent"), [failed(ines.email, status)])
      assert.deepStrictEqual(
        outcome.events.map(({ type }) => type),
        ["message.bounced"],
        status
      )
      assert.deepInclude(outcome.events[0]?.data, { permanent: true, cause }, status)
      assert.deepStrictEqual(outcome.restedAddresses, [], status)
      assert.isUndefined(outcome.customer, status)
      assert.include(outcome.messages?.[0]?.error, advice)
      assert.match(detail, /still sent to (it|the address)$/, status)
    }
  })

  it("of a delay marks it as delayed, once, and later reports count", () => {
    const report: RecipientReport = {
      action: "delayed",
      recipient: ines.email,
      status: "4.4.1",
      diagnostic: "timed out"
    }
    const decision = decided(stateIn("sent"), [report])
    assert.deepStrictEqual(typesOf(decision), ["message.delayed"])
    assert.deepInclude(decision.outcome.messages?.[0], { status: "delayed", error: "4.4.1 timed out" })
    assert.deepStrictEqual(decision.outcome.restedAddresses, [])
    for (const status of ["delayed", "delivered", "bounced", "failed"] as const)
      assert.deepStrictEqual(typesOf(decided(stateIn(status), [report])), [])
    const delivered = decided(stateIn("delayed"), [{ action: "delivered", status: "2.0.0", diagnostic: "to mailbox" }])
    assert.deepInclude(delivered.outcome.messages?.[0], { status: "delivered", error: undefined })
  })

  it("of relaying to a system without reports leaves it unchanged", () => {
    for (const action of ["relayed", "expanded"] as const) {
      const decision = decided(stateIn("sent"), [{ action, recipient: ines.email, status: "2.1.5" }])
      assert.deepInclude(decision, { known: true, outcome: { ...decision.outcome, events: [] } })
      assert.isUndefined(decision.outcome.messages)
      assert.include(decision.detail, "no further reports will arrive")
    }
  })

  it("uses the worst of the reports about all that its recipient forwards to", () => {
    const home = "ines@home.example"
    const actions = (...all: ReadonlyArray<RecipientReport["action"]>) =>
      statusOf(
        decided(
          stateIn("sent"),
          all.map((action) => ({ action, recipient: home }))
        )
      )
    assert.strictEqual(actions("relayed", "delivered", "delayed", "failed"), "bounced")
    assert.strictEqual(actions("expanded", "delivered", "delayed"), "delayed")
    assert.strictEqual(actions("relayed", "delivered"), "delivered")
    assert.deepStrictEqual(decided(stateIn("sent"), [failed(home, "5.1.1")]).outcome.restedAddresses, [
      { address: ines.email, reason: "bounce" }
    ])
  })
})

describe("A report about several recipients", () => {
  it("suspends each copy without a mailbox, and updates the message by the report about its own recipient", () => {
    const decision = decided(stateIn("sent"), [
      failed(paul, "5.1.1"),
      { action: "delayed", recipient: ines.email, status: "4.4.1" },
      failed(lea, "5.7.1"),
      failed(bo, "5.1.1")
    ])
    assert.strictEqual(statusOf(decision), "delayed")
    assert.deepStrictEqual(
      decision.outcome.messages?.map(({ copyErrors }) => copyErrors),
      [[`Not to ${paul}: 5.1.1`, `Not to ${lea}: 5.7.1`, `Not to ${bo}: 5.1.1`]]
    )
    assert.deepStrictEqual(decision.outcome.restedAddresses, [
      { address: paul, reason: "bounce" },
      { address: bo, reason: "bounce" }
    ])
  })

  it("about copies is recorded beside the message, and leaves its state and its customer unchanged", () => {
    const decision = decided(stateIn("sent"), [failed(paul, "5.1.1"), failed(lea, "4.2.2"), failed(lea, "4.2.2")])
    assert.deepStrictEqual(typesOf(decision), [])
    assert.isUndefined(decision.outcome.customer)
    assert.isUndefined(decision.outcome.messages)
    const copyErrors = [`Not to ${paul}: 5.1.1`, `Not to ${lea}: 4.2.2`]
    assert.deepStrictEqual(
      decision.outcome.copiesTold?.map((message) => message.copyErrors),
      [copyErrors]
    )
    // People in copy know what a report must name: repeated reports are recorded once.
    const told = stateIn("sent", { messages: [{ ...messageIn("sent"), copyErrors }] })
    assert.isUndefined(decided(told, [failed(paul, "5.7.1")]).outcome.copiesTold)
    assert.deepStrictEqual(decision.outcome.restedAddresses, [{ address: paul, reason: "bounce" }])
    assert.include(decision.detail, `it is only about a copy; no email is sent to ${paul} for a while`)
    assert.notInclude(decision.detail, `sent to ${lea}`)
  })

  it("names ten of them in the log", () => {
    const decision = decided(
      stateIn("sent"),
      Array.from({ length: 100 }, () => failed(paul, "5.1.1"))
    )
    assert.include(decision.detail, "and 90 more")
    assert.isBelow(decision.detail.length, 800)
  })
})

describe("A complaint", () => {
  const complaint: RecipientReport = { action: "complained", recipient: ines.email }

  it("proves that the message arrived, and ends mail to its customer", () => {
    const decision = decided(stateIn("sent"), [complaint])
    assert.deepStrictEqual(typesOf(decision), ["message.delivered", "customer.updated"])
    assert.deepInclude(decision.outcome.customer, { notifyEmail: false, version: ines.version + 1 })
    assert.isUndefined(decision.outcome.customer?.emailBouncedAt)
    assert.deepStrictEqual(decision.outcome.audit, [
      {
        event: "customer.updated",
        entityType: "customer",
        entityId: ines.id,
        changes: { notifyEmail: { old: true, new: false } }
      }
    ])
    assert.deepStrictEqual(decision.outcome.restedAddresses, [])
    assert.include(decision.detail, "reported as spam by ines@north.example")
  })

  it("takes effect if the provider does not say whose it is, and once", () => {
    assert.isFalse(decided(stateIn("delivered"), [{ action: "complained" }]).outcome.customer?.notifyEmail)
    const again = decided(stateIn("delivered", { ticketCustomer: { ...ines, notifyEmail: false } }), [complaint])
    assert.deepStrictEqual(typesOf(again), [])
    assert.isUndefined(again.outcome.customer)
  })

  it("by someone in copy concerns only their address", () => {
    const decision = decided(stateIn("sent"), [{ action: "complained", recipient: paul }])
    assert.deepStrictEqual(typesOf(decision), [])
    assert.deepStrictEqual(decision.outcome.restedAddresses, [{ address: paul, reason: "complaint" }])
  })

  it("about a message to someone else suspends their address", () => {
    const messages = [{ ...messageIn("sent"), to: "old@north.example" }]
    assert.deepStrictEqual(decided(stateIn("sent", { messages }), [complaint]).outcome.restedAddresses, [
      { address: "old@north.example", reason: "complaint" }
    ])
  })
})

describe("A report about a notification", () => {
  const of: Bounce["of"] = { messageId: id, ticketId: ticket.id, noticeTo: "ada@acme.example" }
  const state = stateOf({ ticket, ticketCustomer: ines })

  it("suspends the watcher's address, also of a member, and updates no message", () => {
    for (const [report, reason] of [
      [failed("whoever@else.example", "5.1.1"), "bounce"],
      [{ action: "complained" }, "complaint"]
    ] as const) {
      const { known, outcome } = decided(state, [report], of)
      assert.isTrue(known)
      assert.deepStrictEqual(outcome.events, [])
      assert.deepStrictEqual(outcome.restedAddresses, [{ address: "ada@acme.example", reason }])
    }
  })

  it("changes nothing during retries, or if only this notification is refused", () => {
    for (const report of [failed(undefined, "4.2.2"), failed(undefined, "5.7.1"), { action: "delayed" } as const])
      assert.isUndefined(decided(state, [report], of).outcome.restedAddresses)
  })
})

describe("A report about an unknown mail", () => {
  it("changes nothing", () => {
    const gone = decided(stateOf({ ticket, ticketCustomer: ines }), [failed(ines.email, "5.1.1")])
    const bounce: Bounce = { messageIds: [], recipients: [failed(ines.email, "5.1.1")] }
    const unknown = decideBounce(stateIn("sent"), { mail: { bounce } } as unknown as InboundMessage)
    const nothing = decideBounce(stateIn("sent"), { mail: {} } as unknown as InboundMessage)
    for (const { known, outcome } of [gone, unknown, nothing]) {
      assert.isFalse(known)
      assert.deepStrictEqual(outcome, { value: undefined, events: [], audit: [] })
    }
  })
})
