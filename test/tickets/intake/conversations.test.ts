import { assert, describe, it } from "@effect/vitest"
import { DateTime, Result } from "effect"
import { type InboundId, idOf } from "../../../src/domain/Ids.ts"
import type { InboundMessage } from "../../../src/domain/InboundMessage.ts"
import type { TicketConversation } from "../../../src/domain/TicketConversation.ts"
import { decideIntake } from "../../../src/tickets/intake/decideIntake.ts"
import { editReceived } from "../../../src/tickets/intake/editReceived.ts"
import { findConversation } from "../../../src/tickets/intake/findConversation.ts"
import { replyDrafts } from "../../../src/tickets/outbound/messageDrafts.ts"
import type { TicketState } from "../../../src/tickets/TicketCommand.ts"
import { commentOn, ines, now, policy, stateOf, ticketIn, uuid } from "../../support/ticketState.ts"

const scope = {
  tenant: { id: uuid(9), accountId: idOf("account", uuid(8)), mode: "live" as const },
  brandId: policy.id
}
const connectionId = idOf("channel", uuid(50))
const inboundId: InboundId = idOf("inbound", uuid(60))
const placeholder = "0123456789abcdefghjkmnpqrs@custom.invalid"

const message = (more: Partial<InboundMessage> = {}): InboundMessage => ({
  channel: "custom",
  source: "whatsapp",
  externalId: "m1",
  dedupeKey: new Uint8Array([1]),
  sender: { email: placeholder, name: "Ines", identity: { channel: "whatsapp", address: "u-7" } },
  conversation: { connectionId, key: "t1", check: "custom_thread", mode: "customer" },
  recipients: [connectionId],
  subject: "Parcel",
  text: "Where is it?",
  references: [],
  files: [],
  participants: [],
  isAutomated: false,
  receivedAt: now,
  size: 3,
  rawBlobKey: "raw",
  ...more
})
const bound = (ticket = ticketIn("open"), more: Partial<TicketState> = {}) =>
  stateOf({ bound: { ticket, mode: "customer", heardAt: now }, ticketCustomer: ines, ...more })
const decided = (state: TicketState, received = message()) =>
  Result.getOrThrow(decideIntake(state, scope, inboundId, received))
const agent = { memberId: idOf("member", uuid(70)), name: "Ada", visibility: "internal" as const }

describe("A message of a conversation", () => {
  it("opens a ticket if it is new, binds it, and remembers who wrote it", () => {
    const { conversation, customer, inbound, messageIds, person, ticket } = decided(stateOf())
    assert.deepInclude(ticket, { title: "Parcel", source: "whatsapp", origin: "custom" })
    assert.deepInclude(customer, {
      email: placeholder,
      emailIsPlaceholder: true,
      identities: [{ channel: "whatsapp", address: "u-7" }]
    })
    assert.deepInclude(conversation, { connectionId, key: "t1", mode: "customer", person: "u-7" })
    assert.strictEqual(conversation?.ticketId, ticket?.id)
    assert.deepInclude(person, { externalId: "u-7", email: undefined })
    assert.strictEqual(person?.customerId, customer?.id)
    assert.deepStrictEqual(
      messageIds?.map(({ messageId }) => messageId),
      [`${connectionId}/m1`]
    )
    assert.deepInclude(
      inbound?.steps.find(({ check }) => check === "custom_thread"),
      { result: "not_matched" }
    )
    assert.deepInclude(
      inbound?.steps.find(({ check }) => check === "message_references"),
      { result: "skipped", detail: "for email only" }
    )
  })

  it("about a ticket is a comment on it, and binds it again", () => {
    const { comments, conversation, value } = decided(bound())
    assert.strictEqual(value.outcome, "comment_added")
    assert.deepInclude(comments?.[0], { body: "Where is it?", authorType: "CUSTOMER", source: "whatsapp" })
    assert.strictEqual(conversation?.ticketId, ticketIn("open").id)
    assert.notProperty(comments?.[0]?.sourceData, "subject")
  })

  it("belongs to the customer known for its sender, whatever address they have by now", () => {
    const { comments, customer, person } = decided(bound(ticketIn("open"), { person: ines }))
    assert.isUndefined(customer)
    assert.deepInclude(comments?.[0], { authorId: ines.id })
    assert.strictEqual(person?.customerId, ines.id)
    // An address in the message takes precedence.
    const said = decided(
      stateOf({ person: ines }),
      message({ sender: { ...message().sender, email: "paul@south.example" } })
    )
    assert.strictEqual(said.customer?.email, "paul@south.example")
  })

  it("names a customer without a name, does not clear a bounce, and does not use an agent's name for them", () => {
    const { name: _, ...nameless } = { ...ines, emailBouncedAt: now }
    const sender = { ...message().sender, email: ines.email }
    const state = bound(ticketIn("open"), { customer: nameless, person: nameless })
    for (const outcome of [
      decided(state, message({ sender })),
      decided(stateOf({ customer: nameless }), message({ sender }))
    ]) {
      assert.deepInclude(outcome.customer, { name: "Ines", emailBouncedAt: now, version: ines.version + 1 })
      assert.strictEqual(outcome.ticket?.customerName, "Ines")
      assert.deepStrictEqual([outcome.events[0]?.type, outcome.wokenAddresses], ["customer.updated", []])
    }
    for (const other of [{ author: agent }, { isAutomated: true }])
      assert.isUndefined(decided(state, message({ sender, ...other })).customer, JSON.stringify(other))
  })

  it("for a closed ticket follows the brand's setting, or its channel's window", () => {
    const closed = ticketIn("closed", { closedAt: DateTime.add(now, { hours: -3 }) })
    const found = (closedReply: "reopen" | "follow_up", reopenHours?: number) =>
      findConversation(
        bound(closed, { brand: { ...policy, closedReply } }),
        message({
          conversation: {
            ...message().conversation,
            connectionId,
            key: "t1",
            check: "custom_thread",
            mode: "customer",
            reopenHours
          }
        })
      )
    assert.strictEqual(found("reopen").continues?.id, closed.id)
    assert.strictEqual(found("follow_up").followUpOfId, closed.id)
    assert.strictEqual(found("follow_up", 4).continues?.id, closed.id)
    assert.strictEqual(found("reopen", 2).followUpOfId, closed.id)
  })

  it("from a number that was silent for a year belongs to someone new, who sees nothing of the previous owner", () => {
    const text = message({
      channel: "sms",
      source: "sms",
      sender: {
        email: "14155550100@sms.invalid",
        phone: "+14155550100",
        identity: { channel: "sms", address: "+14155550100" }
      },
      conversation: { connectionId, key: "+14155550100", check: "sms_conversation", mode: "customer", idleMonths: 12 }
    })
    const former = { ...ines, email: "14155550100@sms.invalid", emailIsPlaceholder: true, phone: "+14155550100" }
    const silentFor = (months: number, received = text) =>
      decided(
        bound(ticketIn("open"), {
          bound: { ticket: ticketIn("open"), mode: "customer", heardAt: DateTime.subtract(now, { months, hours: 1 }) },
          customer: former,
          person: former,
          keyHolders: { email: former.id, externalId: undefined, phone: former.id }
        }),
        received
      )
    assert.strictEqual(silentFor(11).value.outcome, "comment_added")
    const { customer, inbound, otherCustomers, person, ticket, value } = silentFor(12)
    assert.strictEqual(value.outcome, "ticket_created")
    assert.deepInclude(customer, { email: "14155550100.202611@sms.invalid", phone: "+14155550100" })
    assert.notStrictEqual(customer?.id, former.id)
    assert.deepStrictEqual([ticket?.customerId, ticket?.customerEmail], [customer?.id, customer?.email])
    assert.isUndefined(ticket?.followUpOfId)
    assert.strictEqual(person?.customerId, customer?.id)
    assert.deepStrictEqual(
      otherCustomers?.map(({ id, phone }) => [id, phone]),
      [[former.id, undefined]]
    )
    assert.include(inbound?.flags ?? [], "number_was_idle")
    // A keyword is answered by the provider, and does not concern the desk.
    assert.strictEqual(silentFor(11, { ...text, isAutomated: true }).value.outcome, "comment_added")
    const keyword = silentFor(12, { ...text, isAutomated: true })
    assert.strictEqual(keyword.inbound?.status, "ignored")
    assert.notProperty(keyword, "ticket")
    assert.notProperty(keyword, "otherCustomers")
  })

  it("from a known customer's number is by a separate customer without a number: a message takes it from no one", () => {
    const phone = "+14155550100"
    const sender = { email: "14155550100@sms.invalid", phone, identity: { channel: "sms", address: phone } }
    const holders = { email: undefined, externalId: undefined, phone: ines.id }
    assert.strictEqual(decided(stateOf(), message({ sender })).customer?.phone, sender.phone)
    const { customer } = decided(stateOf({ keyHolders: holders }), message({ sender }))
    assert.deepInclude(customer, { email: sender.email, phone: undefined })
    assert.notStrictEqual(customer?.id, ines.id)
  })

  it("by an agent is the agent's: a note stays one, and what was written where the customer reads is not sent again", () => {
    const conversationOf = (): TicketConversation => ({ connectionId, kind: "custom", key: "t1", person: "u-7" })
    const ticket = ticketIn("closed", { source: "whatsapp", origin: "custom" })
    const note = decided(bound(ticket, { conversationOf }), message({ author: agent }))
    assert.deepInclude(note.comments?.[0], { authorType: "AGENT", authorId: agent.memberId, visibility: "internal" })
    assert.strictEqual(note.ticket?.statusCategory, "closed")
    assert.lengthOf(note.drafts ?? [], 0)
    assert.isUndefined(note.person)
    const said = decided(
      bound(ticketIn("open", { origin: "custom" }), { conversationOf }),
      message({ author: { ...agent, visibility: "public" } })
    )
    assert.lengthOf(said.drafts ?? [], 0)
    const elsewhere = decided(
      bound(ticketIn("open", { origin: "custom" }), { conversationOf }),
      message({
        author: { ...agent, visibility: "public" },
        conversation: { connectionId: idOf("installation", uuid(51)), key: "C1", check: "chat_thread", mode: "agent" }
      })
    )
    assert.deepStrictEqual(
      elsewhere.drafts?.map(({ lane, to }) => [lane, to]),
      [["t1", "u-7"]]
    )
    // Without a ticket, an agent's message is no one's request.
    assert.strictEqual(decided(stateOf(), message({ author: agent })).value.outcome, "none")
  })
})

describe("A reply to a ticket that came through a channel", () => {
  const ticket = ticketIn("open", { source: "whatsapp", origin: "custom", sourceData: { inboundId } })
  const drafts = (more: Partial<TicketState> = {}, of = ticket) =>
    replyDrafts(
      stateOf({ ticketCustomer: { ...ines, emailIsPlaceholder: true }, ...more }),
      of,
      commentOn(of),
      undefined
    )
  const conversationOf = () => ({ connectionId, kind: "custom" as const, key: "t1", person: "u-7" })

  it("goes into its conversation, whether or not its customer has an address", () => {
    const [draft] = drafts({ conversationOf })
    assert.deepInclude(draft, { channel: "custom", connectionId, lane: "t1", to: "u-7", suppressed: undefined })
  })

  it("is suppressed with a reason if nothing can be sent, and goes nowhere if there is no conversation", () => {
    assert.strictEqual(
      drafts({ conversationOf: () => ({ ...conversationOf(), refusal: "The channel is disabled" }) })[0]?.suppressed,
      "The channel is disabled"
    )
    assert.strictEqual(drafts()[0]?.suppressed, "The channel is no longer connected")
    assert.lengthOf(drafts({}, { ...ticket, sourceData: undefined }), 0)
    assert.lengthOf(drafts({ conversationOf }, { ...ticket, isSpam: true }), 0)
    assert.lengthOf(drafts({ conversationOf, ticketCustomer: { ...ines, isBlocked: true } }), 0)
  })
})

describe("An author's later change of a message", () => {
  const ticket = ticketIn("resolved", { sourceId: "m1" })
  const comment = commentOn(ticket, { authorType: "CUSTOMER" })
  const state = (more: Partial<TicketState> = {}) => stateOf({ ticket, comments: [comment], ...more })
  const revised = (
    kind: "edit" | "removal",
    more: Partial<TicketState> = {},
    commentId: typeof comment.id | undefined = comment.id
  ) =>
    Result.getOrThrow(
      editReceived(state(more), scope, inboundId, { kind, message: message({ text: "New text" }), commentId, of: "m1" })
    )

  it("changes the text of its comment, with an event, and no status", () => {
    const { comments, events, inbound, ticket: touched } = revised("edit")
    assert.deepInclude(comments?.[0], { body: "New text", editedAt: now })
    assert.deepStrictEqual(
      events.map(({ type }) => type),
      ["comment.updated"]
    )
    assert.strictEqual(touched?.status, ticket.status)
    assert.deepInclude(inbound, { status: "processed", outcome: "none", flags: ["edit"], commentId: comment.id })
  })

  it("keeps for the team what was deleted, marked", () => {
    const { comments, events } = revised("removal")
    assert.deepInclude(comments?.[0], { body: comment.body })
    assert.strictEqual(comments?.[0]?.metadata?.["deletedAtSource"], DateTime.formatIso(now))
    assert.deepStrictEqual(
      events.map(({ type }) => type),
      ["comment.updated"]
    )
  })

  it("changes the ticket that the message opened, and no other that absorbed it", () => {
    const opened = Result.getOrThrow(
      editReceived(state(), scope, inboundId, {
        kind: "edit",
        message: message({ text: "New text" }),
        commentId: undefined,
        of: "m1"
      })
    )
    assert.strictEqual(opened.ticket?.body, "New text")
    const merged = Result.getOrThrow(
      editReceived(state(), scope, inboundId, { kind: "edit", message: message(), commentId: undefined, of: "m0" })
    )
    assert.isUndefined(merged.ticket)
    assert.strictEqual(merged.inbound?.status, "ignored")
  })

  it("has no effect twice, or on what is gone", () => {
    const first = { inboundId, outcome: "none" as const, duplicate: false }
    assert.deepInclude(revised("edit", { duplicate: first }).value, { duplicate: true })
    assert.lengthOf(revised("edit", { comments: [{ ...comment, deletedAt: now }] }).events, 0)
    assert.lengthOf(revised("edit", { ticket: { ...ticket, deletedAt: now } }).events, 0)
    assert.lengthOf(revised("removal", { comments: [{ ...comment, metadata: { deletedAtSource: "x" } }] }).events, 0)
  })
})
