import { Duration, Effect, Layer, Option } from "effect"
import { uuidOf } from "../../domain/Ids.ts"
import { SmsBudget, type SpentLimit } from "../../tickets/outbound/SmsBudget.ts"
import { Database } from "../Database.ts"
import { query } from "../query.ts"

/** `SmsBudget` in PostgreSQL: a row per text, kept for as long as a limit looks back. */
export const layer = Layer.effect(
  SmsBudget,
  Effect.gen(function* () {
    const { system } = yield* Database

    return SmsBudget.of({
      take: (scope, { id, settings: { dailyLimit, hourlyLimit } }, phone, texts) => {
        const number = uuidOf(id)
        const brand = uuidOf(scope.brandId)
        // There is room once all but the latest few of the texts that a limit counts have left its window.
        const room = (limit: number) => Math.max(0, limit - texts)
        return query(system<{ limit: SpentLimit["limit"]; texts: number; seconds: number }>`WITH swept AS (
            DELETE FROM sms_texts WHERE connection_id = ${number} AND at <= now() - interval '1 day'),
          spent AS (
            (SELECT 'hourly' AS "limit", ${hourlyLimit}::int AS texts, at + interval '1 hour' AS until FROM sms_texts
              WHERE connection_id = ${number} AND phone = ${phone} AND at > now() - interval '1 hour'
              ORDER BY at DESC OFFSET ${room(hourlyLimit)} LIMIT 1)
            UNION ALL
            (SELECT 'daily', ${dailyLimit}::int, at + interval '1 day' FROM sms_texts
              WHERE connection_id = ${number} AND at > now() - interval '1 day'
              ORDER BY at DESC OFFSET ${room(dailyLimit)} LIMIT 1)
            UNION ALL
            (SELECT 'brand', b.sms_daily_limit, t.at + interval '1 day' FROM brands b, LATERAL (
                SELECT at FROM sms_texts WHERE brand_id = b.id AND at > now() - interval '1 day'
                ORDER BY at DESC OFFSET greatest(0, b.sms_daily_limit - ${texts}::int) LIMIT 1) t
              WHERE b.id = ${brand})),
          taken AS (INSERT INTO sms_texts (tenant_id, brand_id, connection_id, phone)
            SELECT ${scope.tenant.id}::uuid, ${brand}::uuid, ${number}::uuid, ${phone} FROM generate_series(1, ${texts}::int),
              -- None is counted of a number that is removed meanwhile.
              (SELECT FROM channel_connections WHERE id = ${number} FOR KEY SHARE) k
            WHERE NOT EXISTS (SELECT FROM spent))
          SELECT "limit", texts, greatest(1, ceil(extract(epoch FROM until - now())))::int AS seconds FROM spent
          ORDER BY until DESC LIMIT 1`).pipe(
          Effect.map(([row]) =>
            Option.map(Option.fromUndefinedOr(row), ({ limit, seconds, texts }) => ({
              limit,
              texts,
              wait: Duration.seconds(seconds)
            }))
          )
        )
      }
    })
  })
)
