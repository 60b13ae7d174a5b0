import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, Fiber, Layer, Result } from "effect"
import { IdGenerator } from "../../../src/domain/IdGenerator.ts"
import { idOf, uuidOf } from "../../../src/domain/Ids.ts"
import type { InboundMessage } from "../../../src/domain/InboundMessage.ts"
import type { BrandScope } from "../../../src/domain/Principal.ts"
import type { Ticket } from "../../../src/domain/Ticket.ts"
import { Database } from "../../../src/sql/Database.ts"
import * as SqlInboundLog from "../../../src/sql/intake/SqlInboundLog.ts"
import { Comments } from "../../../src/tickets/Comments.ts"
import { Intake } from "../../../src/tickets/intake/Intake.ts"
import { TicketStore } from "../../../src/tickets/TicketStore.ts"
import { Tickets } from "../../../src/tickets/Tickets.ts"
import { countedTicketService, statementsOf } from "../../support/countedStatements.ts"
import { byKey } from "../../support/seedTenant.ts"
import { somebodyWaits } from "../../support/somebodyWaits.ts"
import { freshBrand, openedIn, ticketService } from "../../support/ticketService.ts"
import { untilAwaited } from "../../support/untilAwaited.ts"

const intakeService = Intake.layer.pipe(Layer.provide(SqlInboundLog.layer), Layer.provideMerge(countedTicketService))

let serial = 0
/** A mail from a customer that replies to `references`. */
const mail = (email: string, ...references: ReadonlyArray<string>): InboundMessage => {
  const externalId = `m${++serial}@north.example`
  return {
    channel: "email",
    source: "email",
    externalId,
    dedupeKey: new TextEncoder().encode(externalId),
    sender: { email },
    recipients: ["support@acme.example"],
    subject: "Parcel",
    text: `text of ${externalId}`,
    references,
    files: [],
    participants: [],
    isAutomated: false,
    receivedAt: DateTime.makeUnsafe("2026-11-20T10:00:00Z"),
    size: 1_000,
    rawBlobKey: `raw of ${externalId}`
  }
}

const receive = (scope: BrandScope, message: InboundMessage) => Intake.use((intake) => intake.receive(scope, message))

/** A ticket opened by a mail, and the id by which replies to that mail find it. */
const openedByMail = Effect.fnUntraced(function* (scope: BrandScope, email: string) {
  const message = mail(email)
  const { ticketId } = yield* receive(scope, message)
  if (ticketId === undefined) return assert.fail("no ticket")
  const { ticket } = yield* Tickets.use((tickets) => tickets.get(scope, ticketId))
  return { ticket, reference: message.externalId }
})

const merge = (scope: BrandScope, target: Ticket, source: Ticket) =>
  Tickets.use((tickets) => tickets.merge(scope, byKey, target.id, [source.id]))

layer(intakeService, { excludeTestServices: true })("a message for a ticket that was merged away", (it) => {
  it.effect("goes to the target, with its participants or as the customer", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const source = yield* openedByMail(scope, "ada@north.example")
      const target = yield* openedIn(scope, { status: "resolved" })
      yield* merge(scope, target, source.ticket)
      const result = yield* receive(scope, mail("ada@north.example", source.reference))
      assert.deepInclude(result, { outcome: "comment_added", ticketId: target.id })
      const { ticket } = yield* Tickets.use((tickets) => tickets.get(scope, target.id))
      assert.deepInclude(ticket, { status: "open", reopenCount: 1, commentCount: 2 })
    })
  )

  it.effect("that waited during the merge follows it, over any number of hops", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const { system } = yield* Database
      const source = yield* openedByMail(scope, "ada@north.example")
      const [middle, end] = [yield* openedIn(scope), yield* openedIn(scope, { tags: { names: ["kept"], ids: [] } })]
      const received = yield* Effect.orDie(
        system.withTransaction(
          Effect.gen(function* () {
            const mergeInto = (from: Ticket, into: Ticket) =>
              system`update tickets set merged_into_id = ${uuidOf(into.id)}, status_category = 'closed' where id = ${uuidOf(from.id)}`
            yield* mergeInto(source.ticket, middle)
            const receiving = yield* Effect.forkDetach(receive(scope, mail("ada@north.example", source.reference)))
            yield* somebodyWaits("commits")
            yield* mergeInto(middle, end)
            return receiving
          })
        )
      )
      const result = yield* Fiber.join(received)
      assert.deepInclude(result, { outcome: "comment_added", ticketId: end.id })
      const { ticket } = yield* Tickets.use((tickets) => tickets.get(scope, end.id))
      assert.deepStrictEqual([ticket.commentCount, ticket.tags.length], [1, 1])
    })
  )

  it.effect("between finding the ticket it replies to and reading it goes there too", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const { system } = yield* Database
      const source = yield* openedByMail(scope, "ada@north.example")
      const target = yield* openedIn(scope, { customer: { email: "ada@north.example" } })
      const received = yield* Effect.orDie(
        system.withTransaction(
          Effect.gen(function* () {
            // The statement that reads tickets reads this table too, and sees what is committed before it gets the lock.
            yield* system`lock table channel_conversations in access exclusive mode`
            const receiving = yield* Effect.forkDetach(receive(scope, mail("ada@north.example", source.reference)))
            yield* somebodyWaits("commits")
            yield* system`update tickets set merged_into_id = ${uuidOf(target.id)}, status_category = 'closed' where id = ${uuidOf(source.ticket.id)}`
            yield* system`update message_ids set ticket_id = ${uuidOf(target.id)} where ticket_id = ${uuidOf(source.ticket.id)}`
            return receiving
          })
        )
      )
      assert.deepInclude(yield* Fiber.join(received), { outcome: "comment_added", ticketId: target.id })
    })
  )

  it.effect("of ours reports its delivery on the ticket where it is by now", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const { system } = yield* Database
      const source = yield* openedByMail(scope, "ada@north.example")
      const target = yield* openedIn(scope)
      yield* Comments.use((comments) =>
        comments.add(scope, byKey, source.ticket.id, {
          body: "It is on its way.",
          visibility: "public",
          authorType: "AGENT",
          source: "api"
        })
      )
      const [sent] = yield* system<{
        id: string
      }>`update outgoing_mail set state = 'sent', message_id = '<sent@acme.example>',
        from_name = 'Acme', from_address = 'support@acme.example' where ticket_id = ${uuidOf(source.ticket.id)} and kind = 'reply' returning id`
      // As the reader of the report has looked it up.
      const of = { messageId: idOf("message", sent?.id ?? ""), ticketId: source.ticket.id }
      yield* merge(scope, target, source.ticket)
      const report = mail("mailer-daemon@north.example")
      const result = yield* receive(scope, {
        ...report,
        mail: {
          kind: "bounce",
          ownDomain: "acme.example",
          route: { rule: "bounce_address", address: "support@acme.example" },
          acknowledge: "none",
          ownReferences: [],
          bounce: {
            of,
            messageIds: [],
            recipients: [{ recipient: "ada@north.example", action: "failed", status: "5.1.1" }]
          }
        }
      })
      assert.strictEqual(result.outcome, "bounce")
      const rows = yield* system`select m.ticket_id, m.receipt, (select address from bounced_addresses a
        where a.brand_id = m.brand_id) as rests from outgoing_mail m where m.id = ${sent?.id}`
      assert.deepStrictEqual(rows, [{ ticket_id: uuidOf(target.id), receipt: "bounced", rests: "ada@north.example" }])
    })
  )

  it.effect("is edited there", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const { system } = yield* Database
      const source = yield* openedByMail(scope, "ada@north.example")
      const target = yield* openedIn(scope)
      const said = mail("ada@north.example", source.reference)
      const { commentId } = yield* receive(scope, said)
      if (commentId === undefined) return assert.fail("no comment")
      const [from, to] = [uuidOf(source.ticket.id), uuidOf(target.id)]
      const revised = yield* Effect.orDie(
        system.withTransaction(
          Effect.gen(function* () {
            yield* system`update tickets set merged_into_id = ${to}, status_category = 'closed' where id = ${from}`
            yield* system`update comments set ticket_id = ${to} where ticket_id = ${from}`
            yield* system`update message_ids set ticket_id = ${to} where ticket_id = ${from}`
            const edit = { ...mail("ada@north.example"), text: "said otherwise" }
            const revising = Intake.use((intake) => intake.revise(scope, "edit", edit, said.externalId))
            const revised = yield* Effect.forkDetach(revising)
            yield* somebodyWaits("commits")
            return revised
          })
        )
      )
      yield* Fiber.join(revised)
      const [comment] = yield* Comments.use((comments) => comments.list(scope, target.id, {}))
      assert.deepInclude(comment, { id: commentId, body: "said otherwise" })
    })
  )

  it.effect("finds the end of a chain of hundreds, without loading what is in between", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const { system } = yield* Database
      const source = yield* openedByMail(scope, "ada@north.example")
      const chain = [source.ticket]
      for (let hop = 0; hop < 300; hop++) chain.push(yield* openedIn(scope))
      const ids = chain.map(({ id }) => uuidOf(id))
      yield* system`update tickets t set merged_into_id = c.next, status_category = 'closed'
        from unnest(${ids.slice(0, -1)}::uuid[], ${ids.slice(1)}::uuid[]) c(id, next) where t.id = c.id`
      const end = chain.at(-1) ?? source.ticket
      const [result, statements] = yield* statementsOf(receive(scope, mail("ada@north.example", source.reference)))
      assert.deepInclude(result, { outcome: "comment_added", ticketId: end.id })
      assert.isBelow(statements, 40)
    })
  )

  it.effect("from the first of a thousand customers merged in a chain belongs to the last", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const { system } = yield* Database
      const { ticket } = yield* openedByMail(scope, "first@north.example")
      const end = yield* openedIn(scope, { customer: { email: "last@north.example" } })
      const between = yield* system<{ readonly id: string }>`insert into customers (id, tenant_id, brand_id, email)
        select new_uuid_v7(), ${scope.tenant.id}, ${uuidOf(scope.brandId)}, n || '@north.example' from generate_series(1, 999) n returning id`
      const ids = [uuidOf(ticket.customerId), ...between.map(({ id }) => id), uuidOf(end.customerId)]
      yield* system`update customers t set merged_into_id = c.next, deleted_at = now()
        from unnest(${ids.slice(0, -1)}::uuid[], ${ids.slice(1)}::uuid[]) c(id, next) where t.id = c.id`
      const [result, statements] = yield* statementsOf(receive(scope, mail("first@north.example")))
      const opened = yield* Tickets.use((tickets) => tickets.get(scope, result.ticketId ?? ticket.id))
      assert.strictEqual(opened.ticket.customerId, end.customerId)
      assert.isBelow(statements, 40)
    })
  )

  it.effect("opens a new one if the target was purged", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const source = yield* openedByMail(scope, "ada@north.example")
      const target = yield* openedIn(scope)
      yield* merge(scope, target, source.ticket)
      yield* Tickets.use((tickets) => tickets.purge(scope, byKey, target.id))
      const result = yield* receive(scope, mail("ada@north.example", source.reference))
      assert.strictEqual(result.outcome, "ticket_created")
    })
  )

  it.effect("at the same moment ends up there, whichever comes first", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      for (let round = 0; round < 10; round++) {
        const source = yield* openedByMail(scope, `round${round}@north.example`)
        const target = yield* openedIn(scope)
        const [result] = yield* Effect.all(
          [receive(scope, mail(`round${round}@north.example`, source.reference)), merge(scope, target, source.ticket)],
          { concurrency: "unbounded" }
        )
        assert.strictEqual(result.outcome, "comment_added")
        const comments = yield* Comments.use((comments) => comments.list(scope, target.id, {}))
        assert.deepStrictEqual(
          comments.flatMap(({ id, sourceData }) => (sourceData?.["mergedFromId"] === undefined ? [id] : [])),
          [result.commentId]
        )
      }
    })
  )
})

layer(intakeService, { excludeTestServices: true })("a repeated message", (it) => {
  it.effect("has no second effect, even after its ticket was merged or purged (rule 12)", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const ids = yield* IdGenerator
      const first = mail(`${ids.next("request")}@north.example`)
      const opened = yield* receive(scope, first)
      const target = yield* openedIn(scope)
      if (opened.ticketId === undefined) return assert.fail("no ticket")
      const { ticket } = yield* Tickets.use((tickets) => tickets.get(scope, opened.ticketId ?? target.id))
      yield* merge(scope, target, ticket)
      assert.deepInclude(yield* receive(scope, first), { duplicate: true, ticketId: target.id })
      yield* Tickets.use((tickets) => tickets.purge(scope, byKey, target.id))
      assert.deepInclude(yield* receive(scope, first), { duplicate: true, outcome: "ticket_created" })
    })
  )
})

layer(ticketService, { excludeTestServices: true })("a customer's new name", (it) => {
  it.effect("is written to their tickets in one order with any other tickets in the batch", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const { system } = yield* Database
      const store = yield* TicketStore
      const theirs = yield* openedIn(scope)
      const other = yield* openedIn(scope, { customer: { email: "other@north.example" } })
      const written = { value: undefined, events: [], audit: [] }
      const command = { scope, causation: byKey }
      const renaming = store.execute<void, never>({
        ...command,
        reads: { customer: { id: theirs.customerId } },
        decide: ({ customer }) =>
          Result.succeed({ ...written, ...(customer && { customer: { ...customer, name: "Anew" } }) })
      })
      const changing = store.execute<void, never>({
        ...command,
        reads: { ticketId: other.id },
        decide: ({ ticket }) => Result.succeed({ ...written, ...(ticket && { ticket: { ...ticket, title: "Anew" } }) })
      })
      const both = yield* system.withTransaction(
        Effect.gen(function* () {
          // As locked by a command that next waits for the other ticket, in the order of their ids.
          yield* system`select from tickets where id = ${uuidOf(theirs.id)} for no key update`
          const both = yield* Effect.forkDetach(Effect.all([renaming, changing], { concurrency: "unbounded" }))
          yield* untilAwaited
          yield* system`select from tickets where id = ${uuidOf(other.id)} for no key update nowait`
          return both
        })
      )
      yield* Fiber.join(both)
      const rows = yield* system`select title, customer_name as name from tickets
        where brand_id = ${uuidOf(scope.brandId)} order by id`
      assert.deepStrictEqual(rows, [
        { title: theirs.title, name: "Anew" },
        { title: "Anew", name: other.customerName ?? null }
      ])
    }).pipe(Effect.orDie)
  )
})
