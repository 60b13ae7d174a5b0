import { assert, describe, it } from "@effect/vitest"
import { DateTime } from "effect"
import * as fc from "fast-check"
import { idOf, type TicketId } from "../../src/domain/Ids.ts"
import type { InboundMail, InboundMessage, MailRoute } from "../../src/domain/InboundMessage.ts"
import type { Ticket } from "../../src/domain/Ticket.ts"
import { findConversation, takesPart } from "../../src/tickets/findConversation.ts"
import { withSkipped } from "../../src/tickets/IntakeChecks.ts"
import type { TicketState } from "../../src/tickets/TicketCommand.ts"
import { ticketTags } from "../../src/tickets/ticketTags.ts"
import { now, policy, stateOf, ticketIn, uuid } from "../support/ticketState.ts"

const people = ["ines@north.example", "ada@east.example", "eve@elsewhere.example"] as const
const ticketIdOf = (number: number): TicketId => idOf("ticket", uuid(1_000 + number))

const ticket = fc.record({
  customerEmail: fc.constantFrom(...people),
  participants: fc.subarray([...people]),
  status: fc.constantFrom("open", "pending", "resolved", "closed"),
  closedDaysAgo: fc.integer({ min: 0, max: 40 }),
  isSpam: fc.boolean(),
  isDeleted: fc.boolean(),
  /** A ticket that it was merged into, itself and others in a circle included. */
  mergedInto: fc.option(fc.integer({ min: 0, max: 5 }), { nil: undefined, freq: 4 })
})

const world = fc.record({
  tickets: fc.array(ticket, { minLength: 1, maxLength: 5 }),
  references: fc.array(fc.record({ to: fc.integer({ min: 0, max: 6 }), isOurs: fc.boolean() }), { maxLength: 4 }),
  replyTo: fc.option(fc.integer({ min: 0, max: 6 }), { nil: undefined }),
  subject: fc.option(fc.integer({ min: 0, max: 6 }), { nil: undefined }),
  sender: fc.constantFrom(...people),
  isMember: fc.boolean(),
  isAutomated: fc.boolean(),
  closedReply: fc.constantFrom("reopen", "follow_up", "window")
})

/** The state and message of a world. */
const built = ({
  isMember,
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
      namesake: undefined,
      member: isMember ? { id: idOf("member", uuid(9)), name: "Lea" } : undefined,
      recent: 0,
      recentOn: new Map(),
      rests: false,
      ownAddresses: new Map(),
      ticketsByNumber: all.filter(({ number }) => subject !== undefined && number === 2_000 + subject),
      customerOf: () => undefined
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
    ownReferences: []
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

/** Where a chain of merges ends, told apart from a circle. */
const endOf = (first: Ticket, loaded: (id: TicketId) => Ticket | undefined): Ticket | undefined => {
  let [at, steps]: [Ticket | undefined, number] = [first, 0]
  while (at?.mergedIntoId !== undefined && steps++ < 10) at = loaded(at.mergedIntoId)
  return at?.mergedIntoId === undefined ? at : undefined
}

describe("findConversation", () => {
  it("takes the reply address first, then the nearest message that lets the sender in, then the subject", () => {
    fc.assert(
      fc.property(world, (given) => {
        const { loaded, message, state } = built(given)
        const addressed = given.replyTo === undefined ? undefined : loaded(ticketIdOf(given.replyTo))
        const referred = state.threads.find(({ isOurs, ticket }) => isOurs || takesPart(state, ticket, message))?.ticket
        const numbered = state.arrival?.ticketsByNumber.find((one) => takesPart(state, one, message))
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

  it("lets in nobody who has neither a part in a ticket nor something that cannot be guessed", () => {
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

  it("lets in by a number nobody whom a form names, who may be anybody", () => {
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

  it("never continues what was merged away, nor follows up what a machine answers, and tells each check once in order", () => {
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

describe("ticketTags", () => {
  it("finds what a subject names, in any case and place, and no more than three", () => {
    assert.deepStrictEqual(ticketTags("Re: [acme-1042] [X-1] hello"), [
      { prefix: "ACME", number: 1042 },
      { prefix: "X", number: 1 }
    ])
    assert.deepStrictEqual(ticketTags("ACME-1042 (ACME-7) [ACME 7] [ACME-x] [-7]"), [])
    assert.lengthOf(ticketTags("[A-1][A-2][A-3][A-4]"), 3)
  })
})
