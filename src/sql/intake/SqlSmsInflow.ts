import { Effect, Layer } from "effect"
import { uuidOf } from "../../domain/Ids.ts"
import { SmsInflow } from "../../tickets/intake/SmsInflow.ts"
import { Database } from "../Database.ts"
import { query } from "../query.ts"

/** `SmsInflow` in PostgreSQL, based on the inbound log. */
export const layer = Layer.effect(
  SmsInflow,
  Effect.gen(function* () {
    const { system } = yield* Database

    return SmsInflow.of({
      opened: ({ brandId, tenant }, { id, sender }) =>
        query(system<{ by_sender: number; by_all: number; released: boolean }>`
          SELECT count(DISTINCT ticket_id) FILTER (WHERE sender = ${sender})::int AS by_sender,
            count(DISTINCT ticket_id)::int AS by_all,
            EXISTS (SELECT FROM inbound_messages WHERE tenant_id = ${tenant.id} AND id = ${uuidOf(id)}) AS released
          FROM inbound_messages WHERE brand_id = ${uuidOf(brandId)} AND id > uuid_at(now() - interval '1 hour')
            AND channel = 'sms' AND outcome = 'ticket_created'`).pipe(
          Effect.map(([row]) => ({
            bySender: row?.by_sender ?? 0,
            byAll: row?.by_all ?? 0,
            isReleased: row?.released === true
          }))
        )
    })
  })
)
