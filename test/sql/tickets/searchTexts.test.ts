import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { uuidOf } from "../../../src/domain/Ids.ts"
import { Database } from "../../../src/sql/Database.ts"
import { freshBrand, openedIn, ticketService } from "../../support/ticketService.ts"

/** Search texts that are missing for tickets and comments, or that outlived a change or their record. */
const stray = Effect.flatMap(
  Database,
  ({ system }) => system<{ kind: string; id: string }>`
    select 'ticket' as kind, id from tickets t full join ticket_texts x using (id)
      where x.words is distinct from setweight(brand_words(t.brand_id, t.title), 'A')
          || brand_words(t.brand_id, concat_ws(' ', t.number, t.customer_email, t.customer_name, t.body))
        or (x.tenant_id, x.brand_id, x.shown) is distinct from (t.tenant_id, t.brand_id, not t.is_spam and t.deleted_at is null)
    union all
    select 'comment', id from comments t full join comment_texts x using (id)
      where x.words is distinct from brand_words(t.brand_id, t.body)
        or (x.tenant_id, x.brand_id, x.ticket_id, x.shown) is distinct from (t.tenant_id, t.brand_id, t.ticket_id, t.deleted_at is null)`
).pipe(Effect.orDie)

/** Statements that change what is searched, or whether it may be found; each affects many rows. */
const changes = [
  "update tickets set title = title || ' again'",
  "update tickets set body = null",
  "update tickets set customer_name = 'Somebody Else', customer_email = 'else@north.example'",
  "update tickets set is_spam = true",
  "update tickets set is_spam = false, deleted_at = now()",
  "update tickets set deleted_at = null, priority = 1",
  "update comments set body = 'Another text'",
  "update comments set deleted_at = now()",
  "update comments set ticket_id = (select id from tickets order by id limit 1)",
  "delete from comments where id = (select id from comments order by id limit 1)",
  "delete from tickets where id = (select id from tickets order by id desc limit 1)",
  "delete from tenants"
]

layer(ticketService, { excludeTestServices: true })("the search texts", (it) => {
  it.effect("follow their tickets and comments through every change, and are removed with them", () =>
    Effect.gen(function* () {
      const { system } = yield* Database
      const scope = yield* freshBrand
      for (const title of ["One", "Two", "Three"]) {
        const { id } = yield* openedIn(scope, { title })
        yield* system`insert into comments (id, tenant_id, brand_id, ticket_id, body, visibility, author_type, source, created_at, updated_at)
          select new_uuid_v7(), tenant_id, brand_id, id, 'About ' || title, 'public', 'AGENT', 'API', now(), now() from tickets where id = ${uuidOf(id)}`
      }
      assert.deepStrictEqual(yield* stray, [])
      for (const change of changes) {
        yield* system.unsafe(change)
        assert.deepStrictEqual(yield* stray, [], change)
      }
      assert.lengthOf(yield* system`select from ticket_texts`, 0)
    })
  )

  it.effect("are not rewritten by a change that they do not contain", () =>
    Effect.gen(function* () {
      const { system } = yield* Database
      const { id } = yield* openedIn(yield* freshBrand)
      const place = Effect.map(
        system<{ place: string }>`select ctid::text as place from ticket_texts where id = ${uuidOf(id)}`,
        ([row]) => row?.place
      )
      const before = yield* place
      yield* system`update tickets set title = title, body = body, priority = 4, updated_at = now() where id = ${uuidOf(id)}`
      assert.strictEqual(yield* place, before)
    })
  )

  it.effect("consist of words of letters and digits, whatever separates them, each with the code of its brand", () =>
    Effect.gen(function* () {
      const { system } = yield* Database
      const { brandId } = yield* freshBrand
      const [found] = yield* system<{ words: ReadonlyArray<string> }>`
        select tsvector_to_array(brand_words(${uuidOf(brandId)}, ${"\n <b>Ärger</b>\u00a0mit 1e5 & ines@north.example,\t-7 🙂 東京!"})) as words`
      const code = `b${uuidOf(brandId).slice(-7)}`
      assert.sameMembers(
        [...(found?.words ?? [])],
        ["b", "1e5", "7", "ines", "mit", "north", "example", "ärger", "東京"].map((word) => code + word)
      )
    })
  )
})
