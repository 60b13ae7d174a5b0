import { assert, layer } from "@effect/vitest"
import { Effect, Exit } from "effect"
import { IdGenerator } from "../../../src/domain/IdGenerator.ts"
import { type Id, uuidOf } from "../../../src/domain/Ids.ts"
import type { BrandScope } from "../../../src/domain/Principal.ts"
import type { Ticket } from "../../../src/domain/Ticket.ts"
import { Database } from "../../../src/sql/Database.ts"
import { Comments } from "../../../src/tickets/Comments.ts"
import { Tickets } from "../../../src/tickets/Tickets.ts"
import { byKey } from "../../support/seedTenant.ts"
import { eventsAbout, fresh, freshBrand, newest, openedIn, ticketService } from "../../support/ticketService.ts"
import { onNode, TwoNodes } from "../../support/twoNodes.ts"

const merge = Effect.fnUntraced(function* (scope: BrandScope, target: Ticket, ...sources: ReadonlyArray<Ticket>) {
  const tickets = yield* Tickets
  return yield* fresh(
    tickets.merge(
      scope,
      byKey,
      target.id,
      sources.map(({ id }) => id)
    )
  )
})

const say = Effect.fnUntraced(function* (scope: BrandScope, ticket: Ticket, body: string) {
  const comments = yield* Comments
  const input = { body, visibility: "public", authorType: "AGENT", source: "api" } as const
  return yield* fresh(comments.add(scope, byKey, ticket.id, input))
})

const commentsOf = (scope: BrandScope, ticket: Ticket) =>
  Comments.use((comments) => comments.list(scope, ticket.id, { includeDeleted: true }))

/** Adds a watcher, a file, a message id and a received message to a ticket. */
const furnish = Effect.fnUntraced(function* (scope: BrandScope, ticket: Ticket, memberId: string) {
  const { system } = yield* Database
  const ids = yield* IdGenerator
  const [tenant, brand, id] = [scope.tenant.id, uuidOf(scope.brandId), uuidOf(ticket.id)]
  yield* system`insert into watchers (tenant_id, ticket_id, member_id, id, member_email)
    values (${tenant}, ${id}, ${memberId}, ${crypto.randomUUID()}, ${`${memberId}@acme.example`})`
  yield* system`insert into attachments (id, tenant_id, brand_id, ticket_id, filename, content_type, size, status)
    values (${uuidOf(ids.next("attachment"))}, ${tenant}, ${brand}, ${id}, 'a.txt', 'text/plain', 1, 'UPLOADED')`
  yield* system`update tickets set attachment_count = attachment_count + 1 where id = ${id}`
  yield* system`insert into message_ids (tenant_id, brand_id, message_id, ticket_id, direction)
    values (${tenant}, ${brand}, ${`${ticket.id}@mail`}, ${id}, 'in')`
  yield* system`insert into inbound_messages (id, tenant_id, brand_id, channel, external_id, dedupe_key, sender, recipients, status, outcome, ticket_id, size, received_at)
    values (${uuidOf(ids.next("inbound"))}, ${tenant}, ${brand}, 'email', ${ticket.id}, ${Buffer.from(ticket.id)}, 'a@b.example', '{}', 'processed', 'ticket_created', ${id}, 1, now())`
  yield* system`insert into outgoing_mail (id, tenant_id, brand_id, ticket_id, kind, message_id, recipient, subject, text, sealed, expires_at)
    values (${crypto.randomUUID()}, ${tenant}, ${brand}, ${id}, 'reply', ${`out of ${ticket.id}`}, 'ines@north.example', 's', 't', false, now())`
}, Effect.orDie)

const rowsOf = Effect.fnUntraced(function* (ticket: Ticket) {
  const { system } = yield* Database
  const [row] = yield* system<Record<string, number>>`select
    (select count(*)::int from watchers where ticket_id = ${uuidOf(ticket.id)}) as watchers,
    (select count(*)::int from attachments where ticket_id = ${uuidOf(ticket.id)}) as attachments,
    (select count(*)::int from message_ids where ticket_id = ${uuidOf(ticket.id)}) as message_ids,
    (select count(*)::int from inbound_messages where ticket_id = ${uuidOf(ticket.id)}) as inbound_messages,
    (select count(*)::int from outgoing_mail where ticket_id = ${uuidOf(ticket.id)}) as outgoing_mail`
  return row
}, Effect.orDie)

layer(ticketService, { excludeTestServices: true })("a merge", (it) => {
  it.effect("moves comments, files, watchers, message ids and received messages, and leaves nothing behind", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const [target, first, second] = [yield* openedIn(scope), yield* openedIn(scope), yield* openedIn(scope)]
      const said = [
        yield* say(scope, first, "one"),
        yield* say(scope, target, "two"),
        yield* say(scope, second, "three")
      ]
      yield* furnish(scope, target, "mem_a")
      yield* furnish(scope, first, "mem_a")
      yield* furnish(scope, second, "mem_b")

      const merged = yield* merge(scope, target, first, second)

      assert.deepInclude(merged.target.ticket, { commentCount: 5, attachmentCount: 3 })
      const comments = yield* commentsOf(scope, target)
      const isSaid = ({ id }: { readonly id: string }) => said.some((one) => one.id === id)
      const moved = comments.filter(isSaid)
      assert.deepStrictEqual(
        moved.map(({ body, createdAt, id, ticketId, version }) => ({ body, createdAt, id, ticketId, version })),
        said.map(({ body, createdAt, id, version }) => ({ body, createdAt, id, ticketId: target.id, version }))
      )
      // A file of a source came with its opening message, which is a comment now.
      const openings = comments.filter((comment) => !isSaid(comment))
      assert.deepStrictEqual(
        openings.map(({ attachments, sourceData }) => [sourceData?.["mergedFromId"], attachments.length]),
        [
          [first.id, 1],
          [second.id, 1]
        ]
      )
      const { system } = yield* Database
      for (const table of ["message_ids", "inbound_messages"]) {
        const found = yield* Effect.orDie(system<{ id: string }>`select comment_id as id from ${system(table)}
          where ticket_id = ${uuidOf(target.id)} and comment_id is not null order by comment_id`)
        assert.deepStrictEqual(
          found.map(({ id }) => id),
          openings.map(({ id }) => uuidOf(id)),
          table
        )
      }
      assert.deepStrictEqual(yield* rowsOf(target), {
        watchers: 2,
        attachments: 3,
        message_ids: 3,
        inbound_messages: 3,
        // The mails of three answers, and three that existed before.
        outgoing_mail: 6
      })
      for (const source of [first, second]) {
        assert.lengthOf(yield* commentsOf(scope, source), 0)
        assert.deepStrictEqual(yield* rowsOf(source), {
          watchers: 0,
          attachments: 0,
          message_ids: 0,
          inbound_messages: 0,
          outgoing_mail: 0
        })
      }
    })
  )

  it.effect("sees what other commands in the same commit did to its tickets", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const [target, source] = [yield* openedIn(scope), yield* openedIn(scope)]
      const [before, , after] = yield* Effect.all(
        [
          say(scope, source, "before"),
          merge(scope, target, source),
          Effect.exit(say(scope, source, "after")),
          say(scope, target, "last")
        ],
        { concurrency: "unbounded" }
      )
      assert.isTrue(Exit.isFailure(after))
      const comments = yield* commentsOf(scope, target)
      assert.deepStrictEqual(
        comments.map(({ body }) => body),
        [source.body, "before", "last"]
      )
      assert.strictEqual(comments[1]?.id, before.id)
      const found = yield* Tickets.use((tickets) => tickets.get(scope, target.id))
      assert.strictEqual(found.ticket.commentCount, 3)
      assert.deepStrictEqual(
        (yield* eventsAbout(target.id)).map(({ seq }) => seq),
        [1, 2, 3, 4]
      )
    })
  )

  it.effect("hides its sources from lists and searches, and keeps them readable", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const [target, source] = [yield* openedIn(scope), yield* openedIn(scope)]
      const tickets = yield* Tickets
      yield* merge(scope, target, source)
      const listed = yield* tickets.list(scope, newest)
      assert.deepStrictEqual(
        listed.items.map(({ ticket }) => ticket.id),
        [target.id]
      )
      const read = yield* tickets.get(scope, source.id)
      assert.deepInclude(read.ticket, { mergedIntoId: target.id, status: "closed", closeReason: "duplicate" })
    })
  )

  it.effect("moves as many comments as one ticket may have", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const [target, source] = [yield* openedIn(scope), yield* openedIn(scope)]
      const { system } = yield* Database
      const ids = yield* IdGenerator
      const many: Array<Id<"comment">> = Array.from({ length: 9_999 }, () => ids.next("comment"))
      yield* Effect.orDie(system`insert into comments (id, tenant_id, brand_id, ticket_id, body, visibility, author_type, source, created_at, updated_at)
        select id, ${scope.tenant.id}, ${uuidOf(scope.brandId)}, ${uuidOf(source.id)}, 'text', 'public', 'AGENT', 'api', now(), now()
        from unnest(${many.map(uuidOf)}::uuid[]) id`)
      yield* Effect.orDie(system`update tickets set comment_count = 9999 where id = ${uuidOf(source.id)}`)
      const merged = yield* merge(scope, target, source)
      assert.strictEqual(merged.target.ticket.commentCount, 10_000)
      assert.lengthOf(yield* commentsOf(scope, target), 10_000)
    })
  )
})

layer(TwoNodes.layer, { excludeTestServices: true })("merges by two nodes", (it) => {
  it.effect("in opposite directions leave one ticket in the other, with everything that was said", () =>
    Effect.gen(function* () {
      for (let round = 0; round < 8; round++) {
        const scope = yield* freshBrand
        const [a, b] = [yield* onNode(0, openedIn(scope)), yield* onNode(1, openedIn(scope))]
        yield* onNode(0, say(scope, a, "on a"))
        yield* onNode(1, say(scope, b, "on b"))
        const exits = yield* Effect.all(
          [Effect.exit(onNode(0, merge(scope, b, a))), Effect.exit(onNode(1, merge(scope, a, b)))],
          { concurrency: "unbounded" }
        )
        const [lost] = exits.filter(Exit.isFailure)
        assert.lengthOf(exits.filter(Exit.isFailure), 1)
        assert.include(String(lost?.cause), "MergeNotPossible")
        const read = (ticket: Ticket) =>
          onNode(
            0,
            Tickets.use((tickets) => tickets.get(scope, ticket.id))
          )
        const [afterA, afterB] = [(yield* read(a)).ticket, (yield* read(b)).ticket]
        const [target, source] = afterA.mergedIntoId === undefined ? [afterA, afterB] : [afterB, afterA]
        assert.isUndefined(target.mergedIntoId)
        assert.strictEqual(source.mergedIntoId, target.id)
        assert.deepStrictEqual([target.commentCount, source.commentCount], [3, 0])
        assert.lengthOf(yield* onNode(1, commentsOf(scope, target)), 3)
      }
    })
  )

  it.effect("in chains and circles never deadlock", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const tickets = yield* Effect.forEach(Array.from({ length: 8 }), () => onNode(0, openedIn(scope)))
      const pairs = tickets.flatMap((target) =>
        tickets.filter((source) => source !== target).map((s) => [target, s] as const)
      )
      yield* Effect.forEach(pairs, ([target, source], n) => Effect.exit(onNode(n, merge(scope, target, source))), {
        concurrency: "unbounded"
      })
      const after = yield* Effect.forEach(tickets, ({ id }) =>
        onNode(
          0,
          Effect.map(
            Tickets.use((service) => service.get(scope, id)),
            ({ ticket }) => ticket
          )
        )
      )
      assert.isAtLeast(after.filter(({ mergedIntoId }) => mergedIntoId === undefined).length, 1)
      const byId = new Map(after.map((ticket) => [ticket.id, ticket]))
      for (const ticket of after) {
        const seen = new Set([ticket.id])
        for (let next = ticket.mergedIntoId; next !== undefined; next = byId.get(next)?.mergedIntoId) {
          assert.isFalse(seen.has(next), "a circle")
          seen.add(next)
        }
      }
    })
  )
})
