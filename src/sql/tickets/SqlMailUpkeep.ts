import { Effect, Layer } from "effect"
import { MailUpkeep } from "../../tickets/MailUpkeep.ts"
import { bounceRest } from "../../tickets/outbound/mayMail.ts"
import { Database } from "../Database.ts"
import { query } from "../query.ts"

/** Addresses forgotten per statement, so that none runs long. */
const piece = 500
/** Milliseconds that a piece may take. */
const limit = 60_000

/** `MailUpkeep` for all tenants. */
export const layer = Layer.effect(
  MailUpkeep,
  Effect.gen(function* () {
    const { system } = yield* Database

    return MailUpkeep.of({
      forgetRested: query(
        Effect.map(
          system<{ count: number }>`WITH gone AS (DELETE FROM bounced_addresses WHERE (brand_id, address) IN (
              SELECT brand_id, address FROM bounced_addresses WHERE bounced_at <= now() - make_interval(days => ${bounceRest})
              LIMIT ${piece} FOR UPDATE SKIP LOCKED) RETURNING 1)
            SELECT count(*)::int AS count FROM gone`,
          ([row]) => row?.count ?? 0
        ),
        limit
      )
    })
  })
)
