import { assert, layer } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { type TagId, uuidOf } from "../../../src/domain/Ids.ts"
import type { BrandScope } from "../../../src/domain/Principal.ts"
import { Database } from "../../../src/sql/Database.ts"
import { BulkChanges } from "../../../src/tickets/BulkChanges.ts"
import { Tags } from "../../../src/tickets/settings/Tags.ts"
import { Tickets } from "../../../src/tickets/Tickets.ts"
import { assertUnknown, auditAbout, recordServices, retagged, tagIn, tagsShown } from "../../support/recordServices.ts"
import { byKey, seedBrand } from "../../support/seedTenant.ts"
import { type Attempt, fresh, freshBrand, invoice, openedIn } from "../../support/ticketService.ts"
import { untilAwaited } from "../../support/untilAwaited.ts"

const named = (...names: ReadonlyArray<string>) => ({ names, ids: [] })
const meant = (...ids: ReadonlyArray<TagId>) => ({ names: [], ids })

/** Adds tags to a brand until it has `count`. */
const filledTo = Effect.fnUntraced(function* (scope: BrandScope, count: number) {
  const { system } = yield* Database
  yield* system`insert into tags (id, tenant_id, brand_id, name)
    select new_uuid_v7(), ${scope.tenant.id}, ${uuidOf(scope.brandId)}, 'tag ' || n from generate_series(1, ${count}::int) n`
}, Effect.orDie)

/** The error of each attempt, all made at once; undefined for success. */
const refusals = (attempts: ReadonlyArray<Attempt>) =>
  Effect.forEach(
    attempts,
    (attempt) => Effect.match(attempt, { onSuccess: () => undefined, onFailure: ({ _tag }) => _tag }),
    { concurrency: "unbounded" }
  )

layer(recordServices, { excludeTestServices: true })("A tag", (it) => {
  it.effect("is audited with what changed, and publishes no events", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const tags = yield* Tags
      const [target, source] = [yield* tagIn(scope, "vip"), yield* tagIn(scope, "gold")]
      yield* fresh(tags.update(scope, byKey, target.id, { name: "VIP", color: "#6366f1" }))
      yield* fresh(tags.update(scope, byKey, target.id, { name: "VIP" }))
      yield* fresh(tags.merge(scope, byKey, target.id, [source.id]))
      yield* fresh(tags.delete(scope, byKey, target.id))
      const line = { entity_type: "tag", ticket_id: null, changes: null }
      assert.deepStrictEqual(yield* auditAbout(target.id), [
        { ...line, event: "tag.created", metadata: { name: "vip" } },
        { ...line, event: "tag.updated", changes: { name: { old: "vip", new: "VIP" } }, metadata: { name: "VIP" } },
        {
          ...line,
          event: "tag.merged",
          changes: { mergedTags: { old: null, new: [{ id: source.id, name: "gold" }] } },
          metadata: { name: "VIP" }
        },
        { ...line, event: "tag.deleted", metadata: { name: "VIP" } }
      ])
      assert.deepStrictEqual((yield* auditAbout(source.id)).at(-1), {
        ...line,
        event: "tag.deleted",
        changes: { mergedIntoId: { old: null, new: target.id } },
        metadata: { name: "gold" }
      })
      const { system } = yield* Database
      assert.deepStrictEqual(yield* system`select from events where brand_id = ${uuidOf(scope.brandId)}`, [])
    })
  )

  it.effect("is one of at most 5,000 of a brand, however it is created", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const [bulk, tags, tickets] = [yield* BulkChanges, yield* Tags, yield* Tickets]
      const ticket = yield* openedIn(scope)
      yield* filledTo(scope, 4_999)
      const two = { ...invoice, tags: named("new 1", "TAG 7", "new 2") }
      const assertFull = (error: unknown) =>
        assert.deepInclude(error, { _tag: "LimitReached", limit: 5_000, what: "tags in a brand" })
      assertFull(yield* Effect.flip(tickets.create(scope, byKey, two)))
      assert.lengthOf((yield* openedIn(scope, { tags: named("new 1", "NEW 1", "Tag 7") })).tags, 2)
      assertFull(yield* Effect.flip(tags.create(scope, byKey, { name: "new 2" })))
      assertFull(yield* Effect.flip(tickets.create(scope, byKey, { ...invoice, tags: named("new 2") })))
      assertFull(yield* Effect.flip(tickets.update(scope, byKey, ticket.id, { tags: named("new 2") })))
      const [result] = yield* fresh(bulk.change(scope, byKey, { action: "addTags", tags: named("new 2") }, [ticket.id]))
      assertFull(result?.refusal)
      // Existing tags can still be given, and renamed.
      const { tags: given } = (yield* retagged(scope, ticket.id, { names: ["new 1", "tag 4999"] })).ticket
      assert.deepStrictEqual(
        given.map(({ name }) => name),
        ["new 1", "tag 4999"]
      )
      const first = given[0]?.id
      assert(first !== undefined)
      yield* fresh(tags.update(scope, byKey, first, { name: "new 3" }))
      yield* fresh(tags.delete(scope, byKey, first))
      yield* tagIn(scope, "new 2")
      // Another brand has room.
      yield* openedIn(yield* seedBrand(scope.tenant, "Beta"), { tags: named("new 4") })
    })
  )

  it.effect("is one of at most 5,000 even when many are created at once", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const [tags, tickets] = [yield* Tags, yield* Tickets]
      const ticket = yield* openedIn(scope)
      yield* filledTo(scope, 4_990)
      const made = yield* refusals(
        Array.from({ length: 30 }, (_, n) =>
          n % 3 === 0
            ? tags.create(scope, byKey, { name: `at once ${n}` })
            : n % 3 === 1
              ? tickets.create(scope, byKey, { ...invoice, tags: named(`at once ${n}`) })
              : tickets.update(scope, byKey, ticket.id, { tags: named(`at once ${n}`) })
        )
      )
      assert.lengthOf(
        made.filter((refusal) => refusal === undefined),
        10
      )
      assert.lengthOf(
        made.filter((refusal) => refusal === "LimitReached"),
        20
      )
      assert.lengthOf(yield* tags.list(scope), 5_000)
    })
  )

  it.effect("does not share its name, even when tickets and people create it at once", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const [tags, tickets] = [yield* Tags, yield* Tickets]
      const made = yield* refusals(
        Array.from({ length: 20 }, (_, n) =>
          n % 2 === 0
            ? tags.create(scope, byKey, { name: n % 4 === 0 ? "vip" : "VIP" })
            : tickets.create(scope, byKey, { ...invoice, tags: named("Vip") })
        )
      )
      assert.lengthOf(yield* tags.list(scope), 1)
      assert.deepStrictEqual(
        made.filter((refusal, n) => n % 2 === 1 && refusal !== undefined),
        []
      )
    })
  )

  it.effect("is merged without losing a ticket that gets one of the sources meanwhile", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const [tags, tickets] = [yield* Tags, yield* Tickets]
      const opened = yield* Effect.forEach(Array.from({ length: 8 }), () => openedIn(scope))
      for (let round = 0; round < 8; round++) {
        const [target, source] = [yield* tagIn(scope, `target ${round}`), yield* tagIn(scope, `source ${round}`)]
        const [given] = yield* Effect.all(
          [
            refusals(opened.map(({ id }) => tickets.update(scope, byKey, id, { tags: meant(source.id) }))),
            Effect.andThen(Effect.sleep(round), fresh(tags.merge(scope, byKey, target.id, [source.id])))
          ],
          { concurrency: "unbounded" }
        )
        for (const [index, { id }] of opened.entries()) {
          if (given[index] === undefined) assert.deepStrictEqual(yield* tagsShown(scope, id), [target.name])
          // Whoever came too late was told so.
          else assert.strictEqual(given[index], "InvalidInput")
        }
      }
    })
  )

  it.effect(
    "is removed from a ticket even while it is merged with those of a thousand others, which are not locked",
    () =>
      Effect.gen(function* () {
        const scope = yield* freshBrand
        const { system } = yield* Database
        const [source, target] = [yield* tagIn(scope, "source"), yield* tagIn(scope, "target")]
        const { id } = yield* openedIn(scope, { tags: meant(source.id) })
        const taking = yield* Effect.orDie(
          system.withTransaction(
            Effect.gen(function* () {
              yield* system`with passed as (delete from ticket_tags where tag_id = ${uuidOf(source.id)} returning *)
              insert into ticket_tags (tenant_id, ticket_id, tag_id) select tenant_id, ticket_id, ${uuidOf(target.id)}::uuid from passed`
              const taking = yield* Effect.forkDetach(retagged(scope, id, {}))
              yield* untilAwaited
              yield* system`delete from tags where id = ${uuidOf(source.id)}`
              return taking
            })
          )
        )
        yield* Fiber.join(taking)
        assert.deepStrictEqual(yield* tagsShown(scope, id), [])
      })
  )

  it.effect("is removed while tickets get it: they no longer have it, or never got it", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const [tags, tickets] = [yield* Tags, yield* Tickets]
      const opened = yield* Effect.forEach(Array.from({ length: 8 }), () => openedIn(scope))
      for (let round = 0; round < 8; round++) {
        const { id: tagId } = yield* tagIn(scope, `doomed ${round}`)
        const [given] = yield* Effect.all(
          [
            refusals(opened.map(({ id }) => tickets.update(scope, byKey, id, { tags: meant(tagId) }))),
            Effect.andThen(Effect.sleep(round), fresh(tags.delete(scope, byKey, tagId)))
          ],
          { concurrency: "unbounded" }
        )
        for (const refusal of given) assert.include([undefined, "InvalidInput"], refusal)
        for (const { id } of opened) assert.deepStrictEqual(yield* tagsShown(scope, id), [])
      }
    })
  )

  it.effect("blocks no one from its brand while it is renamed and someone else reassigns its tickets", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const tags = yield* Tags
      const { system } = yield* Database
      const { id } = yield* tagIn(scope, "vip")
      const renaming = yield* system.withTransaction(
        Effect.gen(function* () {
          // As locked by `delete` and `merge`, which lock the brand in the end.
          yield* system`select from tags where id = ${uuidOf(id)} for no key update`
          const fiber = yield* Effect.forkDetach(fresh(tags.update(scope, byKey, id, { name: "VIP" })))
          yield* untilAwaited
          yield* system`select from brands where id = ${uuidOf(scope.brandId)} for no key update nowait`
          return fiber
        })
      )
      assert.strictEqual((yield* Fiber.join(renaming)).name, "VIP")
    })
  )

  it.effect("holds no lock on a ticket while it waits for the brand or the ticket", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const tags = yield* Tags
      const { system } = yield* Database
      const brand = system`select from brands where id = ${uuidOf(scope.brandId)} for no key update`
      for (const doing of ["delete", "merge"] as const)
        for (const held of ["brand", "ticket"] as const) {
          const [kept, gone] = [yield* tagIn(scope, `kept ${doing} ${held}`), yield* tagIn(scope, `${doing} ${held}`)]
          const { id } = yield* openedIn(scope, { tags: meant(gone.id) })
          const work =
            doing === "delete"
              ? fresh(tags.delete(scope, byKey, gone.id))
              : fresh(tags.merge(scope, byKey, kept.id, [gone.id]))
          const under = yield* system.withTransaction(
            Effect.gen(function* () {
              // As a command does that changes the ticket.
              yield* held === "brand" ? brand : system`select from tickets where id = ${uuidOf(id)} for no key update`
              const fiber = yield* Effect.forkDetach(Effect.asVoid(work))
              yield* untilAwaited
              yield* system`select from ticket_tags where ticket_id = ${uuidOf(id)} for update nowait`
              return fiber
            })
          )
          yield* Fiber.join(under)
          assert.deepStrictEqual(yield* tagsShown(scope, id), doing === "delete" ? [] : [kept.name])
        }
    })
  )

  it.effect("is not found in another brand, and no tag is found in an unknown brand", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const tags = yield* Tags
      const { id } = yield* tagIn(scope, "vip")
      const [sibling, stranger] = [yield* seedBrand(scope.tenant, "Beta"), yield* freshBrand]
      for (const where of [sibling, { ...scope, tenant: stranger.tenant }, { ...stranger, brandId: scope.brandId }])
        yield* assertUnknown([
          tags.get(where, id),
          tags.update(where, byKey, id, { name: "Mine" }),
          tags.delete(where, byKey, id),
          tags.merge(where, byKey, id, ["x"])
        ])
      yield* assertUnknown([
        tags.list({ ...stranger, brandId: scope.brandId }),
        tags.stats({ ...stranger, brandId: scope.brandId }),
        tags.create({ ...stranger, brandId: scope.brandId }, byKey, { name: "Mine" })
      ])
      const theirs = yield* tagIn(sibling, "gold")
      const refused = yield* Effect.flip(tags.merge(scope, byKey, id, [theirs.id]))
      assert.deepInclude(refused, { _tag: "InvalidInput" })
      assert.strictEqual((yield* tags.get(scope, id)).name, "vip")
      assert.strictEqual((yield* tags.get(sibling, theirs.id)).name, "gold")
    })
  )
})
