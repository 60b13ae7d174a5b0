import { assert, describe, it } from "@effect/vitest"
import { DateTime, Result } from "effect"
import type { Customer } from "../../../src/domain/Customer.ts"
import { idOf } from "../../../src/domain/Ids.ts"
import type { InboundMail, InboundMessage } from "../../../src/domain/InboundMessage.ts"
import type { MailAuthentication } from "../../../src/domain/MailAuthentication.ts"
import type { Ticket } from "../../../src/domain/Ticket.ts"
import { decideIntake } from "../../../src/tickets/intake/decideIntake.ts"
import type { TicketState } from "../../../src/tickets/TicketCommand.ts"
import { ines, now, policy, stateOf, stranger, ticketIn, uuid } from "../../support/ticketState.ts"

const inboundId = idOf("inbound", uuid(900))
const scope = {
  tenant: { id: uuid(901), accountId: idOf("account", uuid(902)), mode: "live" },
  brandId: policy.id
} as const

const received = (given: Partial<InboundMessage> = {}): InboundMessage => ({
  channel: "email",
  source: "email",
  externalId: "m1@north.example",
  dedupeKey: new Uint8Array(32),
  sender: { email: ines.email, name: "Ines Roth" },
  recipients: ["support@acme.example"],
  subject: "Invoice shows the wrong company",
  text: "Please correct the address.",
  references: [],
  files: [],
  participants: [],
  isAutomated: false,
  receivedAt: now,
  size: 1_000,
  rawBlobKey: "key",
  ...given
})

const mail: InboundMail = {
  kind: "human",
  ownDomain: "inbound.example",
  route: { rule: "address", address: "support@acme.example" },
  acknowledge: "plain",
  ownReferences: []
}

const file = { filename: "a.png", contentType: "image/png", size: 1, blobKey: "key", sha256: "", inline: false }

const decide = (state: Partial<TicketState>, message: Partial<InboundMessage> = {}) =>
  Result.getOrThrow(decideIntake(stateOf(state), scope, inboundId, received(message)))

/** The result of a reply to a message on `ticket`. */
const answer = (ticket: Ticket, message: Partial<InboundMessage> = {}, state: Partial<TicketState> = {}) =>
  decide(
    { customer: ines, threads: [{ reference: "m0@acme.example", ticket, isOurs: false }], ...state },
    { references: ["m0@acme.example"], ...message }
  )

const typesOf = ({ events }: ReturnType<typeof decide>) => events.map(({ type }) => type)
const stepOf = (outcome: ReturnType<typeof decide>, check: string) =>
  outcome.inbound?.steps.find((step) => step.check === check)

const closedFor = (days: number) => ticketIn("closed", { closedAt: DateTime.subtract(now, { days }) })

/** The result of a team member's reply to a ticket. */
const memberSays = (message: Partial<InboundMessage>, customer?: Customer) => {
  const sender = { email: "ada@acme.example" }
  const authentication: MailAuthentication = {
    spf: { result: "none" },
    dkim: [],
    dmarc: { result: "pass", domain: "acme.example" },
    arc: { result: "none" }
  }
  const member = { id: idOf("member", uuid(904)), name: "Ada" }
  return answer(
    ticketIn("open", { participants: [{ ...sender, verified: true }] }),
    { sender, mail: { ...mail, authentication }, ...message },
    { customer, arrival: { ...stranger, member, customerOf: () => ines } }
  )
}

describe("decideIntake", () => {
  it("ignores what was received before, and returns the first result", () => {
    const first = { inboundId: idOf("inbound", uuid(903)), outcome: "ticket_created", duplicate: false } as const
    const outcome = decide({ duplicate: first })
    assert.deepStrictEqual(outcome, { value: { ...first, duplicate: true }, events: [], audit: [] })
  })

  it("explains what it found before it looked for a ticket, and what that prevents", () => {
    const told = (
      more: Partial<InboundMail>,
      message: Partial<InboundMessage> = {},
      state: Partial<TicketState> = {}
    ) => {
      const { inbound, value } = decide(state, { mail: { ...mail, ...more }, ...message })
      const found = inbound?.steps.filter(({ check, result }) => result !== "skipped" && check !== "message_references")
      return [
        value.outcome,
        ...(found ?? []).map(({ detail, result }) => `${result === "matched" ? "yes" : "no"}: ${detail}`)
      ]
    }
    const first = "no: received for the first time"
    const noReport = "no: is not a report about an email of ours"
    const end = [
      "no: was not sent to the reply address of a ticket",
      "no: the subject names no ticket of the brand",
      "no: the customer is not blocked"
    ]
    const person = "no: written by a person"
    const isAutomated = true
    const namesake = { isOurs: false, ticketId: idOf("ticket", uuid(40)) }
    const neighbour = "yes: another brand of this installation sent it: no acknowledgement is sent"
    const machine = "sent by a machine: the status does not change, and no automatic reply is sent"
    const answering = "sent by an auto-responder: the status does not change, and no automatic reply is sent"

    assert.deepStrictEqual(told({}), ["ticket_created", first, person, noReport, ...end])
    assert.deepStrictEqual(told({ kind: "auto-generated" }, { isAutomated }), [
      "ticket_created",
      first,
      `yes: ${machine}`,
      noReport,
      ...end
    ])
    assert.deepStrictEqual(told({ kind: "auto-replied" }, { isAutomated }), [
      "none",
      first,
      `yes: ${answering}`,
      noReport,
      ...end.slice(0, 2)
    ])
    assert.deepStrictEqual(told({ loop: { brandId: idOf("brand", uuid(30)) } }), [
      "ticket_created",
      first,
      neighbour,
      noReport,
      ...end
    ])
    assert.deepStrictEqual(told({ loop: { brandId: policy.id } }), [
      "none",
      first,
      "yes: our own email came back: its loop header is ours"
    ])
    assert.deepStrictEqual(told({}, { sender: { email: `${policy.id}@inbound.example` } }), [
      "none",
      first,
      "yes: its sender is an address of this brand"
    ])
    assert.deepStrictEqual(told({}, {}, { arrival: { ...stranger, namesake } }), [
      "ticket_created",
      "no: another message has its Message-ID but different content",
      person,
      noReport,
      ...end
    ])
    assert.deepStrictEqual(told({ spam: "disowned" }), [
      "ticket_created",
      first,
      person,
      noReport,
      "no: continues no ticket: it fails its domain's DMARC policy",
      ...end.slice(2)
    ])
    assert.deepStrictEqual(
      told({}, {}, { customer: { ...ines, isBlocked: true } }).at(-1),
      "yes: the customer is blocked: the ticket is marked as spam"
    )
    assert.deepStrictEqual(told({ kind: "bounce" }, { isAutomated }).slice(0, 3), ["bounce", first, `yes: ${machine}`])
  })

  it("opens a ticket with the message as its body, which waits for us", () => {
    const outcome = decide({})
    assert.deepInclude(outcome.ticket, {
      title: "Invoice shows the wrong company",
      body: "Please correct the address.",
      customerEmail: ines.email,
      customerName: "Ines Roth",
      source: "email",
      sourceId: "m1@north.example",
      status: "open",
      waitingSince: now,
      commentCount: 0
    })
    assert.strictEqual(outcome.value.outcome, "ticket_created")
    assert.deepStrictEqual(typesOf(outcome), ["customer.created", "ticket.created"])
    assert.deepInclude(outcome.inbound, { id: inboundId, status: "processed", ticketId: outcome.ticket?.id })
    assert.deepInclude(outcome.messageIds?.[0], { messageId: "m1@north.example", direction: "in" })
  })

  it("gives a ticket without a subject a title", () => {
    for (const subject of ["", "\u200b"])
      assert.strictEqual(decide({}, { subject }).ticket?.title, "(no subject)", JSON.stringify(subject))
  })

  it("claims the message's files, as uploaded by its sender", () => {
    const file = {
      filename: "a.pdf",
      contentType: "application/pdf",
      size: 9,
      sha256: "ab",
      blobKey: "b",
      inline: false
    }
    const outcome = decide({}, { files: [file] })
    assert.deepInclude(outcome.attachments?.[0], { ...file, status: "UPLOADED", ticketId: outcome.ticket?.id })
    assert.strictEqual(outcome.ticket?.attachmentCount, 1)
  })

  it("adds the customer's reply to the ticket, and opens a pending or resolved one", () => {
    for (const status of ["pending", "resolved"]) {
      const outcome = answer(ticketIn(status))
      assert.strictEqual(outcome.value.outcome, "comment_added")
      assert.deepInclude(outcome.ticket, { status: "open", lastCustomerReplyAt: now, commentCount: 1 })
      assert.deepInclude(outcome.comments?.[0], { authorType: "CUSTOMER", authorId: ines.id, visibility: "public" })
    }
  })

  it("lets a participant reply, under the participant's own name", () => {
    const ticket = ticketIn("open", { participants: [{ email: "max@north.example", verified: true }] })
    const outcome = answer(ticket, { sender: { email: "max@north.example" } }, { customer: undefined })
    assert.deepInclude(outcome.comments?.[0], { authorId: "max@north.example", authorName: "max@north.example" })
    assert.strictEqual(outcome.ticket?.customerEmail, ines.email)
  })

  it("gives a stranger a new ticket, and remembers which one they replied to", () => {
    const ticket = ticketIn("open")
    const outcome = answer(ticket, { sender: { email: "eve@elsewhere.example" } }, { customer: undefined })
    assert.strictEqual(outcome.value.outcome, "ticket_created")
    assert.strictEqual(outcome.ticket?.sourceData?.relatedTicketId, ticket.id)
    assert.include(stepOf(outcome, "message_references")?.detail, "ACME-1041, but the sender is not a participant")
  })

  it("uses the nearest ticket in which the sender participates", () => {
    const eve = { customerId: idOf("customer", uuid(21)), customerEmail: "eve@elsewhere.example" }
    const foreign = ticketIn("open", { id: idOf("ticket", uuid(20)), ...eve })
    const own = ticketIn("open")
    const outcome = decide(
      {
        customer: ines,
        threads: [
          { reference: "a", ticket: foreign, isOurs: false },
          { reference: "b", ticket: own, isOurs: false }
        ]
      },
      { references: ["a", "b"] }
    )
    assert.strictEqual(outcome.value.ticketId, own.id)
  })

  it("reopens a closed ticket within the brand's window, and opens a follow-up after that", () => {
    assert.strictEqual(answer(closedFor(13)).ticket?.status, "open")
    const later = answer(closedFor(15))
    assert.strictEqual(later.value.outcome, "ticket_created")
    assert.strictEqual(later.ticket?.followUpOfId, closedFor(15).id)
    assert.strictEqual(stepOf(later, "closed_policy")?.result, "matched")
  })

  it("reopens a closed ticket always, or never, if the brand configured that", () => {
    assert.strictEqual(
      answer(closedFor(900), {}, { brand: { ...policy, closedReply: "reopen" } }).ticket?.status,
      "open"
    )
    const never = answer(closedFor(1), {}, { brand: { ...policy, closedReply: "follow_up" } })
    assert.strictEqual(never.ticket?.followUpOfId, closedFor(1).id)
  })

  it("follows merges to their end, and applies the rules to that ticket (rule 8)", () => {
    const [middle, last] = [idOf("ticket", uuid(30)), idOf("ticket", uuid(31))]
    const source = ticketIn("closed", { mergedIntoId: middle })
    const loaded = new Map([
      [middle, ticketIn("closed", { id: middle, mergedIntoId: last, customerEmail: "eve@elsewhere.example" })],
      [last, ticketIn("resolved", { id: last, number: 1050, customerEmail: "eve@elsewhere.example" })]
    ])
    const outcome = answer(source, {}, { loadedTicket: (id) => loaded.get(id) })
    assert.deepInclude(outcome.ticket, { id: last, status: "open", commentCount: 1 })
    assert.strictEqual(outcome.value.ticketId, last)
    assert.strictEqual(stepOf(outcome, "merged_target")?.detail, "ACME-1041 was merged into ACME-1050")
  })

  it("opens a ticket if merges form a circle or lead to a purged ticket (rules 8 and 9)", () => {
    const other = idOf("ticket", uuid(30))
    const source = ticketIn("closed", { mergedIntoId: other })
    const circle = ticketIn("closed", { id: other, mergedIntoId: source.id })
    for (const loadedTicket of [() => undefined, () => circle]) {
      const outcome = answer(source, {}, { loadedTicket })
      assert.strictEqual(outcome.value.outcome, "ticket_created")
      assert.strictEqual(outcome.ticket?.sourceData?.relatedTicketId, source.id)
    }
  })

  it("takes a deleted ticket out of the trash", () => {
    const outcome = answer(ticketIn("open", { deletedAt: now }))
    assert.isUndefined(outcome.ticket?.deletedAt)
    assert.deepStrictEqual(typesOf(outcome).slice(0, 2), ["ticket.restored", "comment.created"])
  })

  it("leaves a deleted ticket in the trash for automatic mail that opens none either, unless that is released", () => {
    const deleted = ticketIn("open", { deletedAt: now })
    const absent = { isAutomated: true, mail: { ...mail, kind: "auto-replied" } } as const
    for (const message of [{ channel: "sms", isAutomated: true } as const, absent]) {
      const outcome = answer(deleted, message)
      assert.strictEqual(outcome.value.outcome, "none")
      assert.deepStrictEqual([outcome.ticket, outcome.events], [undefined, []])
      assert.strictEqual(outcome.inbound?.status, "ignored")
    }
    const state = stateOf({
      customer: ines,
      threads: [{ reference: "m0@acme.example", ticket: deleted, isOurs: false }]
    })
    const message = received({ ...absent, references: ["m0@acme.example"] })
    const released = Result.getOrThrow(decideIntake(state, scope, inboundId, message, { released: true }))
    assert.strictEqual(typesOf(released)[0], "ticket.restored")
  })

  it("does not let a blocked customer's reply change a status, even of a closed ticket, or take one out of the trash", () => {
    const blocked = { customer: { ...ines, isBlocked: true } }
    for (const status of ["pending", "resolved", "closed"]) {
      const outcome = answer(ticketIn(status), {}, blocked)
      assert.strictEqual(outcome.value.outcome, "comment_added")
      assert.strictEqual(outcome.ticket?.status, status)
      assert.deepInclude(stepOf(outcome, "blocked_sender"), {
        result: "matched",
        detail: "the customer is blocked: the status does not change"
      })
    }
    const deleted = ticketIn("open", { deletedAt: now })
    const outcome = answer(deleted, {}, blocked)
    assert.deepInclude(outcome.ticket, { isSpam: true })
    assert.notStrictEqual(outcome.ticket?.id, deleted.id)
    assert.strictEqual(outcome.ticket?.sourceData?.relatedTicketId, deleted.id)
    assert.notInclude(typesOf(outcome), "ticket.restored")
  })

  it("sends what a member replies, even if they were blocked as a customer", () => {
    const outcome = memberSays(
      {},
      { ...ines, id: idOf("customer", uuid(905)), email: "ada@acme.example", isBlocked: true }
    )
    assert.include(outcome.comments?.[0], { authorType: "AGENT", isAutomated: false })
    assert.lengthOf(outcome.drafts ?? [], 1)
    assert.strictEqual(stepOf(outcome, "blocked_sender")?.result, "skipped")
  })

  it("does not let automatic mail change a status, even of a closed ticket", () => {
    for (const status of ["pending", "resolved", "closed"]) {
      const outcome = answer(ticketIn(status), { isAutomated: true })
      assert.strictEqual(outcome.ticket?.status, status)
      assert.isTrue(outcome.comments?.[0]?.isAutomated)
    }
    assert.isUndefined(decide({}, { isAutomated: true }).ticket?.waitingSince)
  })

  it("keeps spam as spam, and marks a blocked customer's new ticket as spam", () => {
    const outcome = answer(ticketIn("resolved", { isSpam: true }))
    assert.deepInclude(outcome.ticket, { isSpam: true, status: "resolved" })
    const blocked = decide({ customer: { ...ines, isBlocked: true } })
    assert.isTrue(blocked.ticket?.isSpam)
    assert.strictEqual(stepOf(blocked, "blocked_sender")?.result, "matched")
  })

  it("notes that a reply without visible text has none, unless it brought a file", () => {
    const bodyOf = (message: Partial<InboundMessage>) => answer(ticketIn("open"), message).comments?.[0]?.body
    for (const text of ["", " \n", "\u200b\u2060"]) assert.strictEqual(bodyOf({ text }), "(no text)")
    assert.strictEqual(bodyOf({ text: "", attachmentIds: [] }), "(no text)")
    assert.strictEqual(bodyOf({ text: "?" }), "?")
    assert.strictEqual(bodyOf({ text: "", files: [file] }), "")
  })

  it("keeps for the team a member's reply without text of their own, and sends a file without what was quoted", () => {
    const text = "On Friday Ines wrote:\n> Where is it?"

    assert.lengthOf(memberSays({ text: "Here." }).drafts ?? [], 1)
    for (const [message, body] of [
      [{ text: "" }, "(no text)"],
      [{ text, addsNothing: true }, text]
    ] as const) {
      const outcome = memberSays(message)
      assert.deepInclude(outcome.comments?.[0], { authorType: "AGENT", visibility: "internal", body })
      assert.lengthOf(outcome.drafts ?? [], 0)
      assert.isUndefined(outcome.ticket?.firstRespondedAt)
    }
    const sent = memberSays({ text, addsNothing: true, files: [file] })
    assert.deepInclude(sent.comments?.[0], { visibility: "public", body: "" })
    assert.lengthOf(sent.drafts ?? [], 1)
    // What a customer sends is shown in any case.
    const asked = answer(ticketIn("open"), { text, addsNothing: true, files: [file] })
    assert.deepInclude(asked.comments?.[0], { authorType: "CUSTOMER", visibility: "public", body: text })
  })

  it("opens a follow-up when the ticket cannot have more comments", () => {
    const full = ticketIn("open", { commentCount: 10_000 })
    assert.strictEqual(answer(full).ticket?.followUpOfId, full.id)
  })

  it("keeps the title, and a changed subject beside the comment", () => {
    const changed = answer(ticketIn("open"), { subject: "Something else" })
    assert.strictEqual(changed.ticket?.title, ticketIn("open").title)
    assert.strictEqual(changed.comments?.[0]?.sourceData?.subject, "Something else")
    const same = answer(ticketIn("open"), { subject: "Re: AW: invoice shows the wrong company" })
    assert.isFalse(Object.hasOwn(same.comments?.[0]?.sourceData ?? {}, "subject"))
  })

  it("names a customer known only by address as their mail does, and no one who has a name", () => {
    const { name: _, ...nameless } = ines
    const of = (customer: typeof ines | typeof nameless, more: Partial<InboundMail> = {}) =>
      decide({ customer }, { sender: { email: ines.email, name: "Ines R." }, mail: { ...mail, ...more } })
    const outcome = of(nameless)
    assert.deepInclude(outcome.customer, { name: "Ines R.", version: ines.version + 1 })
    assert.strictEqual(outcome.ticket?.customerName, "Ines R.")
    assert.deepInclude(outcome.events[0], { type: "customer.updated" })
    assert.isUndefined(of({ ...ines, name: "Ines Roth" }).customer)
    for (const other of [{ kind: "auto-generated" }, { spam: "relay" }, { byForm: true }] as const)
      assert.isUndefined(of(nameless, other).customer, JSON.stringify(other))
    const known = { ...nameless, email: "ines@south.example" }
    const merged = decide({ customer: known }, { mail: { ...mail, byForm: true } })
    assert.isUndefined(merged.customer, "a form's word for a former address")
  })

  it("resumes mail to a customer who writes, but not for automatic mail or mail that its domain disowns", () => {
    const bounced = { ...ines, emailBouncedAt: now }
    const of = (more: Partial<InboundMail>) =>
      decide({ customer: bounced, brand: { ...policy, autoresponseEnabled: true } }, { mail: { ...mail, ...more } })
    const outcome = of({})
    assert.isUndefined(outcome.customer?.emailBouncedAt)
    assert.strictEqual(outcome.customer?.version, ines.version + 1)
    assert.deepInclude(outcome.events[0]?.data, { changes: ["emailBouncedAt"] })
    assert.deepInclude(outcome.audit[0], { event: "customer.updated", entityId: ines.id })
    assert.sameMembers(Object.keys(outcome.audit[0]?.changes ?? {}), ["emailBouncedAt"])
    assert.strictEqual(outcome.drafts?.[0]?.kind, "autoresponse")
    for (const other of [
      { kind: "auto-generated" },
      { spam: "relay" },
      { byForm: true },
      { authentication: { spf: { result: "none" }, dkim: [], dmarc: { result: "fail" }, arc: { result: "none" } } }
    ] as const)
      assert.isUndefined(of(other).customer, JSON.stringify(other))
    const neighbour = of({ loop: { brandId: idOf("brand", uuid(30)) } })
    assert.deepInclude(neighbour.ticket, { isAutomated: false, waitingSince: now })
    assert.deepStrictEqual(neighbour.drafts, [], "what another brand sends is a person's, and not acknowledged")
  })
})
