import { Effect, Layer } from "effect"
import { TallyUpkeep } from "../../tickets/TallyUpkeep.ts"
import { Database } from "../Database.ts"
import { query } from "../query.ts"

/** Changes added up per statement, so that none runs long. */
const piece = 5_000
/** Milliseconds that a chore may take: a tag may have some hundred thousand tickets. */
const limit = 60_000

/** `TallyUpkeep` for all tenants. */
export const layer = Layer.effect(
  TallyUpkeep,
  Effect.gen(function* () {
    const { system } = yield* Database

    const count = (text: string) =>
      query(
        Effect.map(system.unsafe<{ count: number }>(text), ([row]) => row?.count ?? 0),
        limit
      )

    const forgetEmpty = query(
      system.unsafe(`delete from tallies where (tenant_id, name, subject) in (
        select tenant_id, name, subject from tallies where amount = 0 limit ${piece} for update skip locked) and amount = 0`),
      limit
    )

    return TallyUpkeep.of({
      // Locked in the order of their keys, as on every node.
      addUp: count(`with taken as (delete from tally_changes where id in (
            select id from tally_changes order by id limit ${piece} for update skip locked) returning tenant_id, name, subject, change)
          , added as (insert into tallies (tenant_id, name, subject, amount)
            select tenant_id, name, subject, sum(change) from taken group by tenant_id, name, subject order by tenant_id, name, subject
            on conflict (tenant_id, name, subject) do update set amount = tallies.amount + excluded.amount)
        select count(*)::int as count from taken`).pipe(Effect.tap(forgetEmpty)),

      recount: count(`with due as (
            update tags set recount_at = null where (tenant_id, id) in (
              select tenant_id, id from tags where recount_at <= now() order by recount_at limit 1 for update skip locked)
            returning tenant_id, id)
          , turned as (update ticket_tags l set counted = not l.counted from due, tickets t
            where l.tenant_id = due.tenant_id and l.tag_id = due.id and t.tenant_id = l.tenant_id and t.id = l.ticket_id
              and l.counted <> (t.deleted_at is null and t.merged_into_id is null and not t.is_spam)
            returning l.tenant_id, l.tag_id, l.counted)
          , noted as (insert into tally_changes (tenant_id, name, subject, change)
            select tenant_id, 'tag', tag_id, sum(case when counted then 1 else -1 end) from turned group by tenant_id, tag_id)
        select count(*)::int as count from due`)
    })
  })
)
