import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { uuidOf } from "../../../src/domain/Ids.ts"
import type { BrandScope } from "../../../src/domain/Principal.ts"
import { Database } from "../../../src/sql/Database.ts"
import * as SqlTallyUpkeep from "../../../src/sql/tickets/SqlTallyUpkeep.ts"
import { Tags } from "../../../src/tickets/settings/Tags.ts"
import { TallyUpkeep } from "../../../src/tickets/TallyUpkeep.ts"
import { Tickets } from "../../../src/tickets/Tickets.ts"
import { recordServices, retagged } from "../../support/recordServices.ts"
import { byKey } from "../../support/seedTenant.ts"
import { fresh, freshBrand, openedIn } from "../../support/ticketService.ts"

/** Stored ticket counts by name, which must equal the counts of a query. */
const counts = Effect.fnUntraced(function* (scope: BrandScope) {
  const { system } = yield* Database
  const tags = yield* Tags
  const stats = yield* tags.stats(scope)
  const shown = Object.fromEntries((yield* tags.list(scope)).map(({ id, name }) => [name, stats.get(id) ?? 0]))
  const rows = yield* system<{ name: string; tickets: number }>`select g.name, count(t.id)::int as tickets from tags g
    left join ticket_tags l on l.tag_id = g.id
    left join tickets t on t.id = l.ticket_id and t.deleted_at is null and t.merged_into_id is null and not t.is_spam
    where g.brand_id = ${uuidOf(scope.brandId)} group by g.name`
  assert.deepStrictEqual(shown, Object.fromEntries(rows.map(({ name, tickets }) => [name, tickets])))
  return shown
})

const upkeep = TallyUpkeep.use(({ addUp, recount }) => Effect.andThen(addUp, recount))
const names = (...tags: ReadonlyArray<string>) => ({ tags: { names: tags, ids: [] } })

layer(Layer.provideMerge(SqlTallyUpkeep.layer, recordServices), { excludeTestServices: true })(
  "The ticket count of a tag",
  (it) => {
    it.effect("is right after any change of tickets and tags, before and after summing up", () =>
      Effect.gen(function* () {
        const tickets = yield* Tickets
        const tags = yield* Tags
        const scope = yield* freshBrand
        const one = yield* openedIn(scope, names("a", "b"))
        const two = yield* openedIn(scope, names("a"))
        const three = yield* openedIn(scope, { ...names("a"), isSpam: true })
        assert.deepStrictEqual(yield* counts(scope), { a: 2, b: 1 })
        yield* upkeep
        assert.deepStrictEqual(yield* counts(scope), { a: 2, b: 1 })

        yield* fresh(tickets.markSpam(scope, byKey, three.id, { isSpam: false, blockSender: false }))
        assert.deepStrictEqual(yield* counts(scope), { a: 3, b: 1 })
        yield* fresh(tickets.delete(scope, byKey, one.id))
        assert.deepStrictEqual(yield* counts(scope), { a: 2, b: 0 })
        yield* upkeep
        yield* fresh(tickets.restore(scope, byKey, one.id))
        yield* retagged(scope, one.id, { names: ["b", "c"] })
        assert.deepStrictEqual(yield* counts(scope), { a: 2, b: 1, c: 1 })
        yield* fresh(tickets.merge(scope, byKey, two.id, [three.id]))
        assert.deepStrictEqual(yield* counts(scope), { a: 1, b: 1, c: 1 })

        const all = yield* tags.list(scope)
        const tagOf = (name: string) => all.find((tag) => tag.name === name)?.id ?? assert.fail(name)
        yield* fresh(tags.merge(scope, byKey, tagOf("a"), [tagOf("b"), tagOf("c")]))
        assert.deepStrictEqual(yield* counts(scope), { a: 2 })
        yield* upkeep
        yield* fresh(tickets.purge(scope, byKey, one.id))
        assert.deepStrictEqual(yield* counts(scope), { a: 1 })
        yield* fresh(tags.delete(scope, byKey, tagOf("a")))
        assert.deepStrictEqual(yield* counts(scope), {})
        yield* upkeep
        const { system } = yield* Database
        const left = yield* system`select from tallies where tenant_id = ${scope.tenant.id} and name = 'tag'`
        assert.lengthOf(left, 0, "nothing is kept of tags that are gone")
      })
    )

    it.effect("is right when one statement changes a ticket's visibility and its tags", () =>
      Effect.gen(function* () {
        const { system } = yield* Database
        const scope = yield* freshBrand
        const { id } = yield* openedIn(scope, names("kept", "taken"))
        yield* openedIn(scope, names("given"))
        for (const isSpam of [true, false]) {
          yield* system`with turned as (update tickets set is_spam = ${isSpam} where id = ${uuidOf(id)})
            , taken as (delete from ticket_tags l using tags g where g.id = l.tag_id and l.ticket_id = ${uuidOf(id)}
              and g.name = ${isSpam ? "taken" : "given"})
            insert into ticket_tags (tenant_id, ticket_id, tag_id) select tenant_id, ${uuidOf(id)}, id from tags
              where brand_id = ${uuidOf(scope.brandId)} and name = ${isSpam ? "given" : "taken"}`
          assert.deepStrictEqual(yield* counts(scope), { given: 1, kept: isSpam ? 0 : 1, taken: isSpam ? 0 : 1 })
        }
      })
    )

    it.effect("is corrected after a merge that did not see a ticket disappear", () =>
      Effect.gen(function* () {
        const { system } = yield* Database
        const tags = yield* Tags
        const scope = yield* freshBrand
        const { id, tags: shown } = yield* openedIn(scope, names("target", "source"))
        yield* openedIn(scope, names("source"))
        const idOf = (name: string) => shown.find((tag) => tag.name === name)?.id ?? assert.fail(name)
        yield* fresh(tags.merge(scope, byKey, idOf("target"), [idOf("source")]))
        // As if the transaction that hides the ticket had not seen what the merge added to it.
        yield* Effect.all([
          system`alter table tickets disable trigger tickets_recount`,
          system`update tickets set is_spam = true where id = ${uuidOf(id)}`,
          system`alter table tickets enable trigger tickets_recount`
        ]).pipe(system.withTransaction)
        assert.deepStrictEqual([...(yield* tags.stats(scope)).values()], [2])
        yield* upkeep
        assert.deepStrictEqual([...(yield* tags.stats(scope)).values()], [2], "its time has not come")
        yield* system`update tags set recount_at = now() - interval '1 second' where recount_at is not null`
        yield* upkeep
        assert.deepStrictEqual(yield* counts(scope), { target: 1 })
        assert.lengthOf(yield* system`select from tags where recount_at is not null`, 0)
      })
    )

    it.effect("is summed up by many at once without losing anything", () =>
      Effect.gen(function* () {
        const scope = yield* freshBrand
        const open = openedIn(scope, names("busy"))
        yield* Effect.all(
          Array.from({ length: 20 }, (_, index) => (index % 4 === 0 ? Effect.asVoid(upkeep) : Effect.asVoid(open))),
          { concurrency: "unbounded" }
        )
        assert.deepStrictEqual(yield* counts(scope), { busy: 15 })
        yield* upkeep
        assert.deepStrictEqual(yield* counts(scope), { busy: 15 })
      })
    )
  }
)
