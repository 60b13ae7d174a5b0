import { assert, layer } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { IdGenerator } from "../../src/domain/IdGenerator.ts"
import { type AttachmentId, idOf, uuidOf } from "../../src/domain/Ids.ts"
import type { BrandScope } from "../../src/domain/Principal.ts"
import { NotFound, VersionConflict } from "../../src/domain/Problems.ts"
import { Database } from "../../src/sql/Database.ts"
import type { CommentCreate } from "../../src/tickets/addComment.ts"
import { Comments } from "../../src/tickets/Comments.ts"
import { Tickets } from "../../src/tickets/Tickets.ts"
import { byKey, seedBrand } from "../support/seedTenant.ts"
import {
  type Attempt,
  asJson,
  eventsAbout,
  fresh,
  freshBrand,
  openedIn,
  ticketService
} from "../support/ticketService.ts"

const reply: CommentCreate = { body: "Which company is it?", visibility: "public", authorType: "AGENT", source: "api" }
const note: CommentCreate = { ...reply, body: "Ask finance.", visibility: "internal" }

/** An upload of the brand that its uploader can claim. */
const uploaded = Effect.fnUntraced(function* (
  scope: BrandScope,
  status: "PENDING" | "UPLOADED" = "UPLOADED",
  owner = byKey.actor.id
) {
  const { system } = yield* Database
  const id = (yield* IdGenerator).next("attachment")
  yield* system`insert into attachments (id, tenant_id, brand_id, owner, filename, content_type, size, status)
    values (${uuidOf(id)}, ${scope.tenant.id}, ${uuidOf(scope.brandId)}, ${owner}, ${`${id}.pdf`}, 'application/pdf', 1024, ${status})`
  return id
}, Effect.orDie)

const ownerOf = Effect.fnUntraced(function* (id: AttachmentId) {
  const { system } = yield* Database
  const [row] = yield* system<{ ticket_id: string | null; comment_id: string | null; is_internal: boolean }>`
    select ticket_id, comment_id, is_internal from attachments where id = ${uuidOf(id)}`
  return row
}, Effect.orDie)

layer(ticketService, { excludeTestServices: true })("Comments", (it) => {
  it.effect("are listed oldest first, as they were written", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const comments = yield* Comments
      const ticket = yield* openedIn(scope)
      const first = yield* fresh(
        comments.add(scope, byKey, ticket.id, {
          ...reply,
          authorId: "agent 7",
          authorName: "Tom",
          links: [{ url: "https://a.example", title: "A" }],
          metadata: { z: 1, aa: [null, { b: false }] },
          sourceId: "external 1",
          sourceData: { raw: { x: 1 } },
          cc: ["kim@north.example"]
        })
      )
      const second = yield* fresh(comments.add(scope, byKey, ticket.id, { ...note, parentId: first.id }))
      assert.deepStrictEqual(asJson(yield* comments.list(scope, ticket.id, {})), asJson([first, second]))
      assert.deepStrictEqual(asJson(yield* comments.list(scope, ticket.id, { visibility: "public" })), asJson([first]))
      assert.deepStrictEqual(
        asJson(yield* comments.list(scope, ticket.id, { visibility: "internal" })),
        asJson([second])
      )
      assert.deepStrictEqual(asJson(yield* comments.get(scope, ticket.id, second.id)), asJson(second))
    })
  )

  it.effect("are counted on the ticket, with events in feed order and consecutive numbers", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const [tickets, comments] = [yield* Tickets, yield* Comments]
      const ticket = yield* openedIn(scope)
      const first = yield* fresh(comments.add(scope, byKey, ticket.id, { ...reply, setStatus: "resolved" }))
      yield* comments.add(scope, byKey, ticket.id, { ...reply, authorType: "CUSTOMER" })
      yield* comments.add(scope, byKey, ticket.id, note)
      yield* comments.update(scope, byKey, ticket.id, first.id, { body: "Which one?" })
      yield* comments.delete(scope, byKey, ticket.id, first.id)
      const read = (yield* tickets.get(scope, ticket.id)).ticket
      assert.deepStrictEqual([read.commentCount, read.version, read.status, read.reopenCount], [2, 6, "open", 1])
      assert.deepStrictEqual(
        (yield* eventsAbout(ticket.id)).map(({ type, seq, internal }) => [seq, type, internal]),
        [
          [1, "ticket.created", false],
          [2, "comment.created", false],
          [3, "ticket.updated", false],
          [4, "ticket.resolved", false],
          [5, "comment.created", false],
          [6, "ticket.updated", false],
          [7, "ticket.reopened", false],
          [8, "comment.created", true],
          [9, "comment.updated", false],
          [10, "comment.deleted", false]
        ]
      )
    })
  )

  it.effect("on spam keep its status, and their events are marked", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const [tickets, comments] = [yield* Tickets, yield* Comments]
      const ticket = yield* openedIn(scope, { isSpam: true, status: "resolved" })
      yield* comments.add(scope, byKey, ticket.id, { ...reply, authorType: "CUSTOMER" })
      assert.strictEqual((yield* tickets.get(scope, ticket.id)).ticket.status, "resolved")
      assert.deepStrictEqual(
        (yield* eventsAbout(ticket.id)).map(({ type, spam }) => [type, spam]),
        [
          ["ticket.created", false],
          ["comment.created", true]
        ]
      )
    })
  )

  it.effect("claim confirmed uploads, which no one can claim again", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const [tickets, comments] = [yield* Tickets, yield* Comments]
      const ticket = yield* openedIn(scope)
      const ids = [yield* uploaded(scope), yield* uploaded(scope)]
      const comment = yield* fresh(comments.add(scope, byKey, ticket.id, { ...note, attachmentIds: ids }))
      assert.deepStrictEqual(
        comment.attachments.map(({ id }) => id),
        ids
      )
      assert.deepStrictEqual(asJson(yield* comments.get(scope, ticket.id, comment.id)), asJson(comment))
      assert.strictEqual((yield* tickets.get(scope, ticket.id)).ticket.attachmentCount, 2)
      for (const id of ids)
        assert.deepStrictEqual(yield* ownerOf(id), {
          ticket_id: uuidOf(ticket.id),
          comment_id: uuidOf(comment.id),
          is_internal: true
        })
      const again = yield* Effect.flip(comments.add(scope, byKey, ticket.id, { ...reply, attachmentIds: ids }))
      assert.strictEqual(again._tag, "AttachmentInUse")
      yield* comments.delete(scope, byKey, ticket.id, comment.id)
      assert.strictEqual((yield* tickets.get(scope, ticket.id)).ticket.attachmentCount, 0)
    })
  )

  it.effect(
    "cannot claim unconfirmed uploads, or those of another caller, brand or account, and claim one once when concurrent",
    () =>
      Effect.gen(function* () {
        const scope = yield* freshBrand
        const comments = yield* Comments
        const ticket = yield* openedIn(scope)
        const sibling = yield* seedBrand(scope.tenant, "Beta")
        const foreign = [
          yield* uploaded(scope, "PENDING"),
          yield* uploaded(scope, "UPLOADED", "mem_01m89scr4ef4nrr5004p6h1zgt"),
          yield* uploaded(sibling),
          yield* uploaded(yield* freshBrand)
        ]
        for (const id of [...foreign, idOf("attachment", crypto.randomUUID())]) {
          const error = yield* Effect.flip(comments.add(scope, byKey, ticket.id, { ...reply, attachmentIds: [id] }))
          assert(error._tag === "InvalidInput")
        }
        for (const id of foreign) assert.isNull((yield* ownerOf(id))?.ticket_id)
        const wanted = yield* uploaded(scope)
        const claims = yield* Effect.forEach(
          Array.from({ length: 8 }),
          () => Effect.exit(comments.add(scope, byKey, ticket.id, { ...reply, attachmentIds: [wanted] })),
          { concurrency: "unbounded" }
        )
        assert.lengthOf(
          claims.filter(({ _tag }) => _tag === "Success"),
          1
        )
        assert.lengthOf(yield* comments.list(scope, ticket.id, {}), 1)
      })
  )

  it.effect("that are deleted are hidden unless requested; replies to them stay, but no new ones are accepted", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const comments = yield* Comments
      const ticket = yield* openedIn(scope)
      const parent = yield* fresh(comments.add(scope, byKey, ticket.id, reply))
      const child = yield* fresh(comments.add(scope, byKey, ticket.id, { ...reply, parentId: parent.id }))
      const deleted = yield* fresh(comments.delete(scope, byKey, ticket.id, parent.id))
      assert.isDefined(deleted.deletedAt)
      assert.deepStrictEqual(asJson(yield* comments.list(scope, ticket.id, {})), asJson([child]))
      assert.deepStrictEqual(
        asJson(yield* comments.list(scope, ticket.id, { includeDeleted: true })),
        asJson([deleted, child])
      )
      const attempts: ReadonlyArray<Attempt> = [
        comments.get(scope, ticket.id, parent.id),
        comments.update(scope, byKey, ticket.id, parent.id, { body: "x" }),
        comments.delete(scope, byKey, ticket.id, parent.id)
      ]
      for (const attempt of attempts) {
        const error = yield* Effect.flip(attempt)
        assert(error instanceof NotFound && error.entity === "comment")
      }
      const error = yield* Effect.flip(comments.add(scope, byKey, ticket.id, { ...reply, parentId: parent.id }))
      assert.strictEqual(error._tag, "InvalidInput")
    })
  )

  it.effect("have versions of their own; an edit that changes nothing keeps them, whatever the order of members", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const [tickets, comments] = [yield* Tickets, yield* Comments]
      const ticket = yield* openedIn(scope)
      const metadata = { zz: 1, a: { y: 1, bb: 2 } }
      const comment = yield* fresh(comments.add(scope, byKey, ticket.id, { ...reply, metadata }, 1))
      const kept = yield* fresh(comments.update(scope, byKey, ticket.id, comment.id, { metadata }, 1))
      assert.strictEqual(kept.version, 1)
      assert.strictEqual((yield* tickets.get(scope, ticket.id)).ticket.version, 2)
      const edited = yield* fresh(comments.update(scope, byKey, ticket.id, comment.id, { body: "Which?" }, 1))
      assert.deepStrictEqual([edited.version, edited.body], [2, "Which?"])
      assert.isTrue(DateTime.Equivalence(edited.createdAt, comment.createdAt))
      assert.isDefined(edited.editedAt)
      const attempts: ReadonlyArray<Attempt> = [
        comments.update(scope, byKey, ticket.id, comment.id, { body: "Late." }, 1),
        comments.delete(scope, byKey, ticket.id, comment.id, { ifMatch: 1 })
      ]
      for (const attempt of attempts) {
        const error = yield* Effect.flip(attempt)
        assert(error instanceof VersionConflict && error.currentVersion === 2)
      }
      const stale = yield* Effect.flip(comments.add(scope, byKey, ticket.id, reply, 1))
      assert(stale._tag === "VersionConflict" && stale.currentVersion === 3)
      assert.strictEqual((yield* comments.get(scope, ticket.id, comment.id)).body, "Which?")
    })
  )

  it.effect("added concurrently are all there, and all counted", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const [tickets, comments] = [yield* Tickets, yield* Comments]
      const ticket = yield* openedIn(scope)
      yield* Effect.forEach(
        Array.from({ length: 150 }, (_, n) => n),
        (n) => comments.add(scope, byKey, ticket.id, { ...reply, body: `${n}` }),
        { concurrency: "unbounded" }
      )
      const listed = yield* comments.list(scope, ticket.id, {})
      assert.strictEqual(new Set(listed.map(({ body }) => body)).size, 150)
      const read = (yield* tickets.get(scope, ticket.id)).ticket
      assert.deepStrictEqual([read.commentCount, read.version, read.eventSeq], [150, 151, 151])
    })
  )

  it.effect("are not found through another ticket, brand or account", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const comments = yield* Comments
      const ticket = yield* openedIn(scope)
      const comment = yield* fresh(comments.add(scope, byKey, ticket.id, reply))
      const other = yield* openedIn(scope)
      const sibling = yield* seedBrand(scope.tenant, "Beta")
      const stranger = yield* freshBrand
      const ways = [
        [scope, other.id],
        [sibling, ticket.id],
        [stranger, ticket.id],
        [{ tenant: stranger.tenant, brandId: scope.brandId }, ticket.id]
      ] as const
      for (const [from, ticketId] of ways) {
        const attempts: ReadonlyArray<Attempt> = [
          comments.get(from, ticketId, comment.id),
          comments.update(from, byKey, ticketId, comment.id, { body: "x" }),
          comments.delete(from, byKey, ticketId, comment.id)
        ]
        for (const attempt of attempts) assert.strictEqual((yield* Effect.flip(attempt))._tag, "NotFound")
        const answer = yield* Effect.flip(comments.add(from, byKey, ticketId, { ...reply, parentId: comment.id }))
        assert.strictEqual(answer._tag, from === scope ? "InvalidInput" : "NotFound")
      }
      for (const from of [sibling, stranger])
        assert.strictEqual((yield* Effect.flip(comments.list(from, ticket.id, {})))._tag, "NotFound")
      assert.deepStrictEqual(asJson(yield* comments.list(scope, ticket.id, {})), asJson([comment]))
    })
  )

  it.effect("disappear with a ticket in the trash, and return when it is restored", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const [tickets, comments] = [yield* Tickets, yield* Comments]
      const ticket = yield* openedIn(scope)
      const comment = yield* fresh(comments.add(scope, byKey, ticket.id, reply))
      yield* tickets.delete(scope, byKey, ticket.id)
      const attempts: ReadonlyArray<Attempt> = [
        comments.list(scope, ticket.id, {}),
        comments.add(scope, byKey, ticket.id, reply),
        comments.update(scope, byKey, ticket.id, comment.id, { body: "x" })
      ]
      for (const attempt of attempts) {
        const error = yield* Effect.flip(attempt)
        assert(error instanceof NotFound && error.entity === "ticket")
      }
      yield* tickets.restore(scope, byKey, ticket.id)
      assert.deepStrictEqual(asJson(yield* comments.list(scope, ticket.id, {})), asJson([comment]))
    })
  )
})
