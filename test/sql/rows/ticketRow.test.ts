import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, Result } from "effect"
import * as fc from "fast-check"
import { IdGenerator } from "../../../src/domain/IdGenerator.ts"
import { idOf } from "../../../src/domain/Ids.ts"
import type { Json } from "../../../src/domain/Json.ts"
import { closeReasons, originOf, priorities, sources, type Ticket } from "../../../src/domain/Ticket.ts"
import { TicketStore } from "../../../src/tickets/TicketStore.ts"
import { byKey } from "../../support/seedTenant.ts"
import { insertTickets } from "../../support/ticketRows.ts"
import { asJson, freshBrand, openedIn, ticketService } from "../../support/ticketService.ts"

/** Text as it is admitted: well-formed, without U+0000. */
const text = fc.string({ unit: "grapheme", maxLength: 30 }).filter((text) => !text.includes("\u0000"))
const line = text.map((text) => text.replaceAll(/\p{Cc}/gu, " "))

/** Any JSON value, including member names with a special meaning in JavaScript. */
const { json } = fc.letrec<{ json: Json; object: { [member: string]: Json } }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constantFrom<Json>(null, false, true, 0, 0.1, -1.5e300, 5e-324, 2 ** 53 - 1, "", "null"),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
    text,
    fc.array(tie("json"), { maxLength: 4 }),
    tie("object")
  ),
  object: fc
    .array(
      fc.tuple(fc.oneof(text, fc.constantFrom("__proto__", "constructor", "toString", "", "\\u0041")), tie("json")),
      {
        maxLength: 4
      }
    )
    .map((members) => Object.fromEntries(members))
}))
const object = fc.dictionary(text, json, { maxKeys: 4 })

const optional = <A>(arbitrary: fc.Arbitrary<A>) => fc.option(arbitrary, { nil: undefined })
const date = fc
  .date({ min: new Date("1970-01-01T00:00:00.000Z"), max: new Date("9999-12-31T23:59:59.999Z"), noInvalidDate: true })
  .map((date) => DateTime.makeUnsafe(date))
const uuid = fc.uuid({ version: 7 })

/** The content of a ticket besides its keys and its status. */
const content: fc.Arbitrary<Partial<Ticket>> = fc
  .record({
    title: line,
    body: optional(text),
    customerName: optional(line),
    customFields: optional(json.filter((value) => value !== null)),
    closeReason: optional(fc.constantFrom(...closeReasons)),
    priority: fc.constantFrom(...priorities),
    source: fc.constantFrom(...sources),
    sourceId: optional(line),
    sourceData: optional(object),
    assigneeId: optional(uuid.map((id) => idOf("member", id))),
    createdBy: optional(line),
    links: optional(fc.array(fc.record({ url: line, title: line, type: line }, { requiredKeys: ["url"] }))),
    metadata: optional(object),
    participants: optional(
      fc.array(fc.record({ email: line, name: line, verified: fc.boolean() }, { requiredKeys: ["email", "verified"] }))
    ),
    commentCount: fc.nat(),
    attachmentCount: fc.nat(),
    isSpam: fc.boolean(),
    isAutomated: fc.boolean(),
    dueAt: optional(date),
    firstRespondedAt: optional(date),
    lastCustomerReplyAt: optional(date),
    lastAgentReplyAt: optional(date),
    waitingSince: optional(date),
    resolvedAt: optional(date),
    closedAt: optional(date),
    reopenCount: fc.nat(),
    mergedIntoId: optional(uuid.map((id) => idOf("ticket", id))),
    followUpOfId: optional(uuid.map((id) => idOf("ticket", id))),
    eventSeq: fc.nat(),
    version: fc.nat(),
    createdAt: date,
    updatedAt: date,
    customerUpdatedAt: optional(date),
    customerUpdatesDue: optional(fc.array(date, { minLength: 1, maxLength: 3 })),
    deletedAt: optional(date)
  })
  .map((fields) => ({ ...fields, origin: originOf[fields.source] }))

layer(ticketService, { excludeTestServices: true })("a ticket's row", (it) => {
  it.effect("returns the ticket that was stored, whatever its fields contain", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const { next } = yield* IdGenerator
      const store = yield* TicketStore
      const base = yield* openedIn(scope)
      const tickets = fc
        .sample(content, { numRuns: 200, seed: 11 })
        .map((fields, n): Ticket => ({ ...base, ...fields, id: next("ticket"), number: 5_000 + n }))
      yield* insertTickets(scope.tenant, tickets)
      for (const ticket of tickets) {
        const found = yield* store.find(scope, ticket.id)
        assert(found._tag === "Some")
        assert.deepStrictEqual(asJson(found.value.ticket), asJson(ticket))
      }
    })
  )

  it.effect("is changed in every column that a command may change", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const store = yield* TicketStore
      const { id } = yield* openedIn(scope)
      for (const fields of fc.sample(content, { numRuns: 30, seed: 12 })) {
        // Fixed when the ticket is created, or maintained by the store: the number of its last event, and times for its
        // customer.
        const {
          createdAt,
          createdBy,
          customerUpdatedAt,
          customerUpdatesDue,
          eventSeq,
          followUpOfId,
          isAutomated,
          origin,
          source,
          sourceData,
          sourceId,
          ...mutable
        } = fields
        const before = yield* store.find(scope, id)
        assert(before._tag === "Some")
        const changed: Ticket = { ...before.value.ticket, ...mutable }
        yield* store.execute({
          scope,
          causation: byKey,
          reads: { ticketId: id },
          decide: () => Result.succeed({ value: undefined, ticket: changed, events: [], audit: [] })
        })
        const after = yield* store.find(scope, id)
        assert(after._tag === "Some")
        assert.deepStrictEqual(asJson(after.value.ticket), asJson(changed))
      }
    })
  )
})
