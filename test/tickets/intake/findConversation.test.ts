import { assert, describe, it } from "@effect/vitest"
import { DateTime } from "effect"
import * as fc from "fast-check"
import { maxText } from "../../../src/api/Fields.ts"
import { idOf, type TicketId } from "../../../src/domain/Ids.ts"
import type { InboundMail, InboundMessage, MailRoute } from "../../../src/domain/InboundMessage.ts"
import type { MailAuthentication } from "../../../src/domain/MailAuthentication.ts"
import type { Ticket } from "../../../src/domain/Ticket.ts"
import type { Arrival } from "../../../src/tickets/intake/Arrival.ts"
import { findConversation, takesPart } from "../../../src/tickets/intake/findConversation.ts"
import { withSkipped } from "../../../src/tickets/intake/IntakeChecks.ts"
import { ticketTags } from "../../../src/tickets/intake/ticketTags.ts"
import type { TicketState } from "../../../src/tickets/TicketCommand.ts"
import { takesAtMost } from "../../support/takesAtMost.ts"
import { ines, now, policy, stateOf, stranger, ticketIn, uuid } from "../../support/ticketState.ts"

const people = ["ines@north.example", "ada@east.example", "eve@elsewhere.example"] as const
const ticketIdOf = (number: number): TicketId => idOf("ticket", uuid(1_000 + number))

const ticket = fc.record({
  customerEmail: fc.constantFrom(...people),
  participants: fc.subarray([...people]),
  status: fc.constantFrom("open", "pending", "resolved", "closed"),
  closedDaysAgo: fc.integer({ min: 0, max: 40 }),
  isSpam: fc.boolean(),
  isDeleted: fc.boolean(),
  /** The ticket that it was merged into, possibly itself or part of a circle. */
  mergedInto: fc.option(fc.integer({ min: 0, max: 5 }), { nil: undefined, freq: 4 })
})

const world = fc.record({
  tickets: fc.array(ticket, { minLength: 1, maxLength: 5 }),
  references: fc.array(fc.record({ to: fc.integer({ min: 0, max: 6 }), isOurs: fc.boolean() }), { maxLength: 4 }),
  replyTo: fc.option(fc.integer({ min: 0, max: 6 }), { nil: undefined }),
  subject: fc.option(fc.integer({ min: 0, max: 6 }), { nil: undefined }),
  sender: fc.constantFrom(...people),
  isMember: fc.boolean(),
  isProven: fc.boolean(),
  isAutomated: fc.boolean(),
  closedReply: fc.constantFrom("reopen", "follow_up", "window")
})

/** The authentication of a mail that passed DMARC. */
const provenFor = (email: string): MailAuthentication => ({
  spf: { result: "none" },
  dkim: [],
  dmarc: { result: "pass", domain: email.slice(email.indexOf("@") + 1) },
  arc: { result: "none" }
})

/** The state and message of a world. */
const built = ({
  isMember,
  isProven,
  references,
  replyTo,
  sender,
  subject,
  tickets,
  ...rest
}: typeof world extends fc.Arbitrary<infer W> ? W : never) => {
  const all = tickets.map(
    ({ closedDaysAgo, isDeleted, mergedInto, participants, status, ...fields }, number): Ticket => ({
      ...ticketIn(status, fields),
      id: ticketIdOf(number),
      number: 2_000 + number,
      participants: participants.map((email) => ({ email, verified: false })),
      closedAt: status === "closed" ? DateTime.subtract(now, { days: closedDaysAgo }) : undefined,
      deletedAt: isDeleted ? now : undefined,
      mergedIntoId: mergedInto === undefined ? undefined : ticketIdOf(mergedInto)
    })
  )
  const loaded = (id: TicketId) => all.find((one) => one.id === id)
  const state: TicketState = {
    ...stateOf({
      threads: references.flatMap(({ isOurs, to }, index) => {
        const found = loaded(ticketIdOf(to))
        return found === undefined ? [] : [{ reference: `${index}@north.example`, ticket: found, isOurs }]
      })
    }),
    brand: { ...policy, closedReply: rest.closedReply },
    loadedTicket: loaded,
    arrival: {
      ...stranger,
      member: isMember ? { id: idOf("member", uuid(9)), name: "Lea" } : undefined,
      ticketsByNumber: all.filter(({ number }) => subject !== undefined && number === 2_000 + subject)
    }
  }
  const route: MailRoute =
    replyTo === undefined
      ? { rule: "brand_id", address: "x@inbound.example" }
      : { rule: "reply_address", address: "r.x@inbound.example", ticketId: ticketIdOf(replyTo) }
  const mail: InboundMail = {
    kind: rest.isAutomated ? "auto-generated" : "human",
    ownDomain: "inbound.example",
    route,
    acknowledge: "none",
    ownReferences: [],
    authentication: isProven ? provenFor(sender) : undefined
  }
  const message: InboundMessage = {
    channel: "email",
    source: "email",
    externalId: "m@north.example",
    dedupeKey: new Uint8Array(32),
    sender: { email: sender },
    recipients: [route.address],
    subject: subject === undefined ? "Re: hello" : `Re: [ACME-${2_000 + subject}] hello`,
    text: "x",
    references: references.map((_, index) => `${index}@north.example`),
    files: [],
    participants: [],
    isAutomated: rest.isAutomated,
    receivedAt: now,
    size: 1,
    rawBlobKey: "k",
    mail
  }
  return { all, loaded, message, state }
}

const withoutMember = (state: TicketState): TicketState => ({
  ...state,
  arrival: state.arrival && { ...state.arrival, member: undefined }
})

/** Where a chain of merges ends, detecting circles. */
const endOf = (first: Ticket, loaded: (id: TicketId) => Ticket | undefined): Ticket | undefined => {
  let [at, steps]: [Ticket | undefined, number] = [first, 0]
  while (at?.mergedIntoId !== undefined && steps++ < 10) at = loaded(at.mergedIntoId)
  return at?.mergedIntoId === undefined ? at : undefined
}

describe("findConversation", () => {
  it("prefers the reply address, then the nearest message that admits the sender, then the subject", () => {
    fc.assert(
      fc.property(world, (given) => {
        const { loaded, message, state } = built(given)
        const addressed = given.replyTo === undefined ? undefined : loaded(ticketIdOf(given.replyTo))
        const referred = state.threads.find(({ isOurs, ticket }) => isOurs || takesPart(state, ticket, message))?.ticket
        const mayCount = (one: Ticket) => takesPart(given.isProven ? state : withoutMember(state), one, message)
        const numbered = state.arrival?.ticketsByNumber.find(mayCount)
        const expected = addressed ?? referred ?? numbered
        const { continues, followUpOfId, relatedTicketId } = findConversation(state, message)
        if (expected === undefined) {
          assert.isUndefined(continues)
          assert.isUndefined(followUpOfId)
          assert.strictEqual(relatedTicketId, state.threads[0]?.ticket.id)
          return
        }
        const end = endOf(expected, loaded)
        if (end === undefined) {
          assert.isUndefined(continues ?? followUpOfId)
          assert.strictEqual(relatedTicketId, expected.id)
        } else assert.strictEqual(continues?.id ?? followUpOfId, end.id)
      }),
      { numRuns: 2_000 }
    )
  })

  it("admits no one who neither participates in a ticket nor has something that cannot be guessed", () => {
    fc.assert(
      fc.property(world, (given) => {
        const { all, message, state } = built({
          ...given,
          isMember: false,
          replyTo: undefined,
          references: given.references.map(({ to }) => ({ to, isOurs: false })),
          tickets: given.tickets.map((one) => ({
            ...one,
            customerEmail: "ines@north.example" as const,
            participants: one.participants.filter((email) => email !== "eve@elsewhere.example")
          })),
          sender: "eve@elsewhere.example"
        })
        const { continues, followUpOfId } = findConversation(state, message)
        assert.isUndefined(continues ?? followUpOfId, JSON.stringify(all.length))
      }),
      { numRuns: 1_000 }
    )
  })

  it("admits by a number no one named by a form, who may be anyone", () => {
    fc.assert(
      fc.property(world, (given) => {
        const { message, state } = built({ ...given, replyTo: undefined, references: [] })
        if (message.mail === undefined) return assert.fail()
        const { continues, followUpOfId } = findConversation(state, {
          ...message,
          mail: { ...message.mail, byForm: true }
        })
        assert.isUndefined(continues ?? followUpOfId)
      }),
      { numRuns: 500 }
    )
  })

  it("never continues a merged ticket, opens no follow-up for automatic mail, and explains each check once in order", () => {
    fc.assert(
      fc.property(world, (given) => {
        const { message, state } = built(given)
        const { continues, followUpOfId, steps } = findConversation(state, message)
        assert.isUndefined(continues?.mergedIntoId)
        if (message.isAutomated) assert.isUndefined(followUpOfId)
        if (continues !== undefined && continues.statusCategory === "closed" && given.closedReply === "follow_up")
          assert.isTrue(message.isAutomated || continues.isSpam || continues.deletedAt !== undefined)
        const checks = steps.map(({ check }) => check)
        assert.deepStrictEqual(checks, [...new Set(checks)])
        const all = withSkipped(steps, "email")
        assert.lengthOf(all, 12)
        assert.deepStrictEqual(
          all.filter(({ check }) => checks.includes(check)),
          steps
        )
        assert.isTrue(all.every(({ detail }) => detail.length > 0))
      }),
      { numRuns: 2_000 }
    )
  })
})

/** A mail by Ines to a brand where she has ACME-1041, in which Ada participates. */
const asked = ticketIn("open", { participants: [{ email: "ada@east.example", verified: false }] })
const [later, gone] = [ticketIdOf(1), ticketIdOf(2)]
const route = (rule: MailRoute["rule"], ticketId?: TicketId): MailRoute => ({
  rule,
  address: "x@inbound.example",
  ticketId
})
const mailed = (
  mail: Partial<InboundMail> = {},
  more: Partial<InboundMessage> = {},
  state: Partial<TicketState> = {}
) => {
  const {
    all: _,
    loaded: __,
    message,
    state: empty
  } = built({
    tickets: [],
    references: [],
    replyTo: undefined,
    subject: undefined,
    sender: "ines@north.example",
    isMember: false,
    isProven: false,
    isAutomated: false,
    closedReply: "window"
  })
  const known = {
    ...empty,
    loadedTicket: (id: TicketId) => (id === asked.id ? asked : undefined),
    customer: ines,
    ...state
  }
  const found = findConversation(known, { ...message, mail: message.mail && { ...message.mail, ...mail }, ...more })
  return {
    ...found,
    told: found.steps.map(({ check, detail, result }) => `${check} ${result === "matched" ? "yes" : "no"}: ${detail}`)
  }
}
const answering = (isOurs: boolean, ticket = asked) => ({ threads: [{ reference: "m0", ticket, isOurs }] })
const numbered = (arrival: Partial<Arrival> = {}, ticket = asked) => ({
  arrival: { ...stranger, ticketsByNumber: [ticket], ...arrival }
})

describe("The inbound log's explanation of the search", () => {
  const eve = { sender: { email: "eve@elsewhere.example" } }
  const nobody = { customer: undefined }
  const tagged = { subject: "Re: [acme-1041] Invoice" }
  const unaddressed = "signed_reply_address no: was not sent to the reply address of a ticket"
  const unanswered = "message_references no: replies to no message"
  const nameless = "subject_tag_and_sender no: the subject names no ticket of the brand"

  it("names whose reply address it was sent to, which admits everyone", () => {
    for (const [rule, what] of [
      ["reply_address", "reply address"],
      ["bounce_address", "return path of our email"]
    ] as const) {
      const found = mailed({ route: route(rule, asked.id) }, eve, nobody)
      assert.deepStrictEqual(found.told, [`signed_reply_address yes: was sent to the ${what} of ACME-1041`])
      assert.strictEqual(found.continues, asked)
    }
    const purged = mailed({ route: route("reply_address", gone) })
    assert.deepStrictEqual(purged.told, [
      "signed_reply_address no: was sent to the reply address of a ticket that was permanently deleted",
      unanswered,
      nameless
    ])
    assert.deepStrictEqual(mailed({ route: route("address", asked.id) }).told, [unaddressed, unanswered, nameless])
  })

  it("names the message it replies to, and why that admits the author", () => {
    const answers = (mail: Partial<InboundMail>, more: Partial<InboundMessage>, state: Partial<TicketState>) =>
      mailed(mail, { references: ["m0"], ...more }, state)
    for (const [found, why] of [
      [answers({}, {}, answering(false)), "and the sender is a participant"],
      [answers({}, {}, answering(true)), "and the sender is a participant"],
      [
        answers({}, { sender: { email: "ada@east.example" } }, { ...nobody, ...answering(false) }),
        "and the sender is a participant"
      ],
      [answers({}, { sender: { email: "old@north.example" } }, answering(false)), "and the sender is a participant"],
      [answers({}, {}, { ...nobody, ...answering(false) }), "and the sender is a participant"],
      [answers({}, eve, { ...nobody, ...answering(true) }), "by the id of our message"],
      [
        answers({ outlook: { key: "m0", topic: "Invoice", index: "" } }, {}, answering(false)),
        "by its Outlook thread, and the sender is a participant"
      ]
    ] as const) {
      assert.deepStrictEqual(found.told, [unaddressed, `message_references yes: replies to ACME-1041, ${why}`])
      assert.strictEqual(found.continues, asked)
    }
  })

  it("says that it replies to nothing, to nothing known, or to a ticket in which the sender does not participate", () => {
    const unheard = "message_references no: replies to no known message"
    const outlook = { key: "o", topic: "Invoice", index: "" }
    assert.deepStrictEqual(mailed({}, { references: ["m9"] }).told, [unaddressed, unheard, nameless])
    assert.deepStrictEqual(mailed({ outlook }, { references: ["o"] }).told, [unaddressed, unanswered, nameless])
    assert.deepStrictEqual(mailed({ outlook }, { references: ["o", "m9"] }).told, [unaddressed, unheard, nameless])
    const foreign = mailed({}, { ...eve, references: ["m0"] }, { ...nobody, ...answering(false) })
    assert.deepStrictEqual(foreign.told, [
      unaddressed,
      "message_references no: replies to ACME-1041, but the sender is not a participant",
      nameless
    ])
    assert.isUndefined(foreign.continues)
    assert.strictEqual(foreign.relatedTicketId, asked.id)
  })

  it("names whose number is in the subject, which admits participants", () => {
    const member = { id: idOf("member", uuid(9)), name: "Lea" }
    const takesPart = "subject_tag_and_sender yes: names ACME-1041 in its subject, and the sender is a participant"
    for (const found of [
      mailed({}, tagged, numbered()),
      mailed(
        { authentication: provenFor(eve.sender.email) },
        { ...tagged, ...eve },
        { ...nobody, ...numbered({ member }) }
      )
    ]) {
      assert.deepStrictEqual(found.told, [unaddressed, unanswered, takesPart])
      assert.strictEqual(found.continues, asked)
    }
    for (const [found, why] of [
      [
        mailed({}, { ...tagged, ...eve }, { ...nobody, ...numbered() }),
        "names ACME-1041, but the sender is not a participant"
      ],
      // Writing from a member's address does not make someone a member.
      ...[undefined, provenFor("lea@other.example")].map(
        (authentication) =>
          [
            mailed({ authentication }, { ...tagged, ...eve }, { ...nobody, ...numbered({ member }) }),
            "names ACME-1041, but the sender is not a participant"
          ] as const
      ),
      [mailed({ byForm: true }, tagged, numbered()), "names ACME-1041, but a contact form says who wrote it"],
      [
        mailed(
          {},
          { subject: "Re: [ACME-1041] Invoice" },
          { ...numbered(), brand: { ...policy, ticketPrefix: "Other" } }
        ),
        "names no ticket of the brand"
      ],
      [mailed({}, { subject: "Re: [ACME-7] Invoice" }, numbered()), "names no ticket of the brand"],
      [mailed({}, { subject: undefined }, numbered()), "names no ticket of the brand"]
    ] as const) {
      assert.deepStrictEqual(found.told, [unaddressed, unanswered, `subject_tag_and_sender no: the subject ${why}`])
      assert.isUndefined(found.continues)
    }
  })

  it("names the mail of which it is another copy, with text of a mailing list above or below", () => {
    const namesake = { arrival: { ...stranger, namesake: { isOurs: false, ticketId: asked.id } } }
    const copied = (body: string, text: string) =>
      mailed({}, { text }, { ...namesake, loadedTicket: () => ({ ...asked, body }) })
    const said = "It has not come.\nWhere is it?"
    const listed = "It has not come. Where\nis it?"
    for (const [body, text] of [
      [said, `${listed}\n\n____\nhelp mailing list`],
      [`help mailing list\n\n${listed}`, said],
      [said, said]
    ] as const)
      assert.deepStrictEqual(copied(body, text).told, [
        unaddressed,
        "message_references yes: is another copy of the message that opened ACME-1041"
      ])
    for (const [body, text] of [
      [said, "Something else"],
      [said, ""],
      ["", ""]
    ] as const)
      assert.isUndefined(copied(body, text).continues)
    // A substring search would take two minutes here.
    const half = maxText / 4
    const hostile: readonly [string, string] = ["a".repeat(4 * half), `${"a".repeat(half)}b${"a".repeat(half)}`]
    takesAtMost(150, () => assert.isUndefined(copied(...hostile).continues))
  })

  it("continues with what was merged, and what is closed", () => {
    const merged = ticketIn("closed", { mergedIntoId: later })
    const target = ticketIn("closed", {
      id: later,
      number: 1050,
      updatedAt: DateTime.subtract(now, { days: 15 }),
      closedAt: undefined
    })
    const to = { route: route("reply_address", merged.id) }
    const addressed = "signed_reply_address yes: was sent to the reply address of ACME-1041"
    const among = (...tickets: ReadonlyArray<Ticket>) => ({
      loadedTicket: (id: TicketId) => tickets.find((one) => one.id === id)
    })

    const followUp = mailed(to, {}, among(merged, target))
    assert.deepStrictEqual(followUp.told, [
      addressed,
      "merged_target yes: ACME-1041 was merged into ACME-1050",
      "closed_policy yes: ACME-1050 is closed, so a follow-up ticket is opened"
    ])
    assert.strictEqual(followUp.followUpOfId, later)
    const reopened = mailed(to, {}, among(merged, { ...target, updatedAt: DateTime.subtract(now, { days: 14 }) }))
    assert.strictEqual(reopened.told.at(-1), "closed_policy no: ACME-1050 is closed and is reopened")
    assert.strictEqual(reopened.continues?.id, later)
    assert.deepStrictEqual(mailed(to, {}, among(merged)).told, [
      addressed,
      "merged_target yes: ACME-1041 was merged into a ticket that no longer exists"
    ])
    const author = { memberId: idOf("member", uuid(9)), name: "Lea", visibility: "internal" } as const
    assert.strictEqual(mailed(to, { author }, among(merged, target)).continues?.id, later)
  })

  it("names the conversation to which it belongs, if it came through a connection", () => {
    const conversation = {
      connectionId: idOf("installation", uuid(9)),
      key: "k",
      check: "chat_thread",
      mode: "customer"
    } as const
    assert.deepStrictEqual(mailed({}, { conversation }).told, ["chat_thread no: begins a conversation"])
    const bound = mailed({}, { conversation }, { bound: { ticket: asked, mode: "customer", heardAt: now } })
    assert.deepStrictEqual(bound.told, ["chat_thread yes: is part of the conversation of ACME-1041"])
    assert.strictEqual(bound.continues, asked)
  })
})

describe("ticketTags", () => {
  it("finds what a subject names, in any case and position, and at most three", () => {
    assert.deepStrictEqual(ticketTags("Re: [acme-1042] [X-1] hello"), [
      { prefix: "ACME", number: 1042 },
      { prefix: "X", number: 1 }
    ])
    assert.deepStrictEqual(ticketTags("ACME-1042 (ACME-7) [ACME 7] [ACME-x] [-7]"), [])
    assert.lengthOf(ticketTags("[A-1][A-2][A-3][A-4]"), 3)
  })
})
