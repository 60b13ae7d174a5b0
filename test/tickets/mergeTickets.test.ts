import { assert, describe, it } from "@effect/vitest"
import { DateTime, Result } from "effect"
import { idOf, type TicketId } from "../../src/domain/Ids.ts"
import { type Participant, type Ticket, ticketLimits } from "../../src/domain/Ticket.ts"
import { mergeTickets } from "../../src/tickets/mergeTickets.ts"
import type { TicketState } from "../../src/tickets/TicketCommand.ts"
import { now, stateOf, tag, ticketIn, uuid } from "../support/ticketState.ts"

const id = (n: number): TicketId => idOf("ticket", uuid(500 + n))
const source = (n: number, more: Partial<Ticket> = {}) =>
  ticketIn("open", {
    id: id(n),
    number: 2_000 + n,
    customerEmail: `${n}@south.example`,
    customerName: `No ${n}`,
    ...more
  })

/** Merges the sources, in this order, into the target. */
const merge = (
  target: Ticket,
  sources: ReadonlyArray<Ticket>,
  seen: Partial<TicketState> = {},
  named = sources.map(({ id }) => id)
) =>
  mergeTickets(
    stateOf({ ticket: target, loadedTicket: (id) => sources.find((ticket) => ticket.id === id), ...seen }),
    "live",
    named,
    undefined
  )

const done = (...given: Parameters<typeof merge>) => Result.getOrThrow(merge(...given))
const refusal = (...given: Parameters<typeof merge>) => {
  const result = merge(...given)
  return Result.isFailure(result) ? result.failure : assert.fail("it was merged")
}

const people = (from: number, count: number): ReadonlyArray<Participant> =>
  Array.from({ length: count }, (_, n) => ({ email: `${from + n}@people.example`, verified: true }))
const tags = (from: number, count: number) =>
  Array.from({ length: count }, (_, n) => tag(`tag ${from + n}`, idOf("tag", uuid(600 + from + n))))

describe("mergeTickets", () => {
  it("combines the people: each once, verified if one of the tickets says so, but not the target's customer", () => {
    const unverified = (email: string): Participant => ({ email, verified: false })
    const [a, b, c] = [unverified("a@x.example"), unverified("b@x.example"), unverified("c@x.example")]
    const target = ticketIn("open", { participants: [a, c] })
    const { ticket } = done(target, [
      source(1, { participants: [{ ...a, name: "A", verified: true }, c] }),
      source(2, { customerEmail: target.customerEmail, participants: [a, b] })
    ])
    assert.deepStrictEqual(ticket?.participants, [
      { email: "a@x.example", verified: true },
      { email: "c@x.example", verified: false },
      { email: "1@south.example", name: "No 1", verified: true },
      { email: "b@x.example", verified: false }
    ])
  })

  it("publishes an event for each source in the given order, then one for the target, each with its own changes", () => {
    const outcome = done(ticketIn("open"), [source(2), source(1, { tags: tags(0, 1) })])
    assert.deepStrictEqual(
      outcome.events.map(({ subject, type }) => [type, subject]),
      [
        ["ticket.updated", id(2)],
        ["ticket.merged", id(2)],
        ["ticket.updated", id(1)],
        ["ticket.merged", id(1)],
        ["comment.created", ticketIn("open").id],
        ["comment.created", ticketIn("open").id],
        ["ticket.updated", ticketIn("open").id]
      ]
    )
    assert.deepInclude(outcome.events[1]?.data, {
      sourceId: id(2),
      targetId: ticketIn("open").id,
      targetTicketNumber: 1041
    })
    assert.deepInclude(outcome.events[6]?.data, { changes: ["mergedTicketIds", "tags", "participants"] })
    assert.deepStrictEqual(
      outcome.audit.map(({ entityId, event }) => [event, entityId]),
      [
        ["ticket.merged", id(2)],
        ["ticket.merged", id(1)],
        ["ticket.updated", ticketIn("open").id]
      ]
    )
  })

  it("leaves nothing with the sources and moves everything to the target, incrementing each version", () => {
    const outcome = done(ticketIn("open", { commentCount: 1 }), [
      source(1, { commentCount: 2, attachmentCount: 3, version: 7 }),
      source(2, { commentCount: 4 })
    ])
    assert.deepInclude(outcome.ticket, { commentCount: 9, attachmentCount: 3, version: 2, updatedAt: now })
    assert.deepInclude(outcome.absorbed?.[0]?.ticket, {
      commentCount: 0,
      attachmentCount: 0,
      version: 8,
      updatedAt: now
    })
  })

  it("keeps each opening message as a comment of its customer, with its time and title", () => {
    const createdAt = DateTime.subtract(now, { days: 3 })
    const target = ticketIn("open")
    const wordless = source(2, { body: undefined, customerName: undefined })
    const { absorbed, comments = [] } = done(target, [
      source(1, { body: "It is broken.", source: "email", sourceData: { inboundId: "inb_1" }, createdAt }),
      wordless
    ])
    assert.deepInclude(comments[0], {
      ticketId: target.id,
      body: "It is broken.",
      visibility: "public",
      authorType: "CUSTOMER",
      authorId: source(1).customerId,
      authorName: "No 1",
      source: "email",
      sourceData: { inboundId: "inb_1", subject: source(1).title, mergedFromId: id(1) },
      createdAt
    })
    assert.deepInclude(comments[1], { body: wordless.title, authorName: wordless.customerEmail })
    const texting = source(3, { customerName: undefined, customerEmail: "4915550100@sms.invalid" })
    assert.isUndefined(done(target, [texting]).comments?.[0]?.authorName, "no address that nobody has")
    assert.deepStrictEqual(
      absorbed?.map(({ opening }) => opening),
      comments.map((comment) => comment.id)
    )
    assert.isBelow(
      String(comments[0]?.id).localeCompare(String(comments[1]?.id)),
      0,
      "older ones stand before newer ones"
    )
  })

  it("skips what was merged here before, and does nothing if that is all", () => {
    const target = ticketIn("open")
    const merged = source(1, { mergedIntoId: target.id })
    assert.deepStrictEqual(done(target, [merged, source(2)]).value.mergedTicketIds, [id(2)])
    const nothing = done(target, [merged])
    assert.deepStrictEqual([nothing.value.mergedTicketIds, nothing.events, nothing.ticket], [[], [], undefined])
  })

  it("uses a source that is named twice only once", () => {
    const only = source(1, { commentCount: 2 })
    assert.strictEqual(done(ticketIn("open"), [only], {}, [id(1), id(1)]).ticket?.commentCount, 3)
  })

  const full = {
    tags: [{ tags: tags(0, 30) }, { tags: tags(25, 25) }, { tags: tags(25, 26) }],
    participants: [
      { participants: people(0, 60) },
      // The source's customer is one of them.
      { participants: people(50, 49) },
      { participants: people(50, 50) }
    ],
    comments: [{ commentCount: 6_000 }, { commentCount: 3_999 }, { commentCount: 4_000 }],
    attachments: [{ attachmentCount: 300 }, { attachmentCount: 200 }, { attachmentCount: 201 }]
  } as const
  for (const [what, [target, fits, exceeds]] of Object.entries(full)) {
    it(`fills the target to the limit of ${what}, and is refused as a whole beyond it`, () => {
      assert.isDefined(done(ticketIn("open", target), [source(1, fits)]).ticket)
      const limit = ticketLimits[what as keyof typeof full]
      assert.deepInclude(refusal(ticketIn("open", target), [source(1, exceeds)]), { _tag: "LimitReached", limit })
    })
  }

  it("counts each watcher once towards the limit", () => {
    const target = ticketIn("open")
    const watching = (ticketId: TicketId, from: number, count: number) =>
      Array.from({ length: count }, (_, n) => ({ ticketId, memberId: `mem_${from + n}` }))
    const watchers = [...watching(target.id, 0, 40), ...watching(id(1), 20, 30)]
    assert.isDefined(done(target, [source(1)], { watchers }).ticket)
    const more = [...watchers, ...watching(id(1), 50, 1)]
    assert.deepInclude(refusal(target, [source(1)], { watchers: more }), { _tag: "LimitReached", limit: 50 })
  })
})
