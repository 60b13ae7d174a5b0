import { Duration, Effect, Layer } from "effect"
import { graceDays } from "../../domain/AccountDeletion.ts"
import { idOf } from "../../domain/Ids.ts"
import { iso } from "../../domain/iso.ts"
import { trashDays } from "../../domain/trashDays.ts"
import { Trash } from "../../tickets/Trash.ts"
import { emptyAccount } from "../accounts/emptyAccount.ts"
import { emptyBrand, piece } from "../accounts/emptyBrand.ts"
import { silenceAccounts } from "../accounts/silenceAccounts.ts"
import { purgeTickets } from "../commit/purgeTickets.ts"
import { Database } from "../Database.ts"
import { query as patientQuery } from "../query.ts"
import { type Moment, moment } from "../rows/columns.ts"

/** Key of the lock that lets one node at a time empty the trash ("trash" in ASCII). */
const lockKey = 0x74_72_61_73_68
/** Milliseconds that a piece may take. */
const patience = 60_000

interface TicketRow {
  readonly tenant_id: string
  readonly brand_id: string
  readonly id: string
}

export const layer = Layer.effect(
  Trash,
  Effect.gen(function* () {
    const { system } = yield* Database

    /** Runs one piece in a transaction, unless another node is doing so. */
    const alone = <E>(work: Effect.Effect<number, E>) =>
      patientQuery(
        system.withTransaction(
          Effect.flatMap(system<{ mine: boolean }>`SELECT pg_try_advisory_xact_lock(${lockKey}) AS mine`, ([lock]) =>
            lock?.mine === true ? work : Effect.succeed(0)
          )
        ),
        patience
      )

    const purge = (tickets: ReadonlyArray<TicketRow>) =>
      Effect.forEach(
        [...Map.groupBy(tickets, ({ tenant_id }) => tenant_id)],
        ([tenantId, rows]) =>
          Effect.forEach(
            purgeTickets(
              tenantId,
              rows.map(({ id }) => id)
            ),
            ({ parameters, sql }) => system.unsafe(sql, parameters),
            { discard: true }
          ),
        { discard: true }
      )

    /** Adds audit log entries about tickets whose time in the trash is over. */
    const told = (tickets: ReadonlyArray<TicketRow>) =>
      system`INSERT INTO audit_log (id, tenant_id, brand_id, ticket_id, event, entity_type, entity_id, performed_by, source)
        SELECT new_uuid_v7(), tenant_id, brand_id, id, 'ticket.purged', 'ticket', id, '{"type": "system"}', 'system'
        FROM json_to_recordset(${JSON.stringify(tickets)}::json) AS t(tenant_id uuid, brand_id uuid, id uuid)`

    return Trash.of({
      purgeTickets: alone(
        Effect.gen(function* () {
          const tickets = yield* system<TicketRow>`SELECT tenant_id, brand_id, id FROM tickets
            WHERE deleted_at < now() - make_interval(days => ${trashDays})
            ORDER BY deleted_at LIMIT ${piece.tickets} FOR NO KEY UPDATE SKIP LOCKED`
          if (tickets.length > 0) yield* Effect.andThen(purge(tickets), told(tickets))
          return tickets.length
        })
      ),

      purgeBrands: alone(
        Effect.gen(function* () {
          const [brand] = yield* system<{ tenant_id: string; id: string }>`SELECT tenant_id, id FROM brands
            WHERE deleted_at < now() - make_interval(days => ${trashDays})
            ORDER BY deleted_at LIMIT 1 FOR UPDATE SKIP LOCKED`
          return brand === undefined ? 0 : yield* emptyBrand(system, brand.tenant_id, brand.id)
        })
      ),

      silenceAccounts: alone(
        Effect.map(silenceAccounts(system), ({ brands, mails, webhookIds }) => brands + mails + webhookIds.length)
      ),

      purgeAccounts: alone(
        Effect.gen(function* () {
          // An hour after the last moment at which it can be restored, so that no part of a restored one is ever removed.
          const [account] = yield* system<{ id: string; deleted_at: Moment }>`SELECT id, deleted_at FROM accounts
            WHERE deleted_at < now() - make_interval(days => ${graceDays}, hours => 1)
            ORDER BY deleted_at LIMIT 1 FOR UPDATE SKIP LOCKED`
          if (account === undefined) return 0
          const removed = yield* emptyAccount(system, account.id)
          const left = yield* system`SELECT FROM accounts WHERE id = ${account.id}`
          if (left.length === 0) {
            yield* Effect.logInfo("A deleted account was removed for good").pipe(
              Effect.annotateLogs({
                account: idOf("account", account.id),
                deletedAt: iso(moment(account.deleted_at))
              })
            )
          }
          return removed
        })
      ),

      assigneesOutOfReach: (since) =>
        patientQuery(
          system<{ account_id: string; assignee_id: string }>`WITH RECURSIVE a AS (
            (SELECT assignee_id FROM tickets WHERE assignee_id IS NOT NULL ORDER BY assignee_id LIMIT 1)
            UNION ALL
            SELECT (SELECT t.assignee_id FROM tickets t WHERE t.assignee_id > a.assignee_id ORDER BY t.assignee_id LIMIT 1)
            FROM a WHERE a.assignee_id IS NOT NULL)
          SELECT n.account_id, a.assignee_id FROM a
          JOIN LATERAL (SELECT tenant_id FROM tickets t WHERE t.assignee_id = a.assignee_id LIMIT 1) t ON true
          JOIN tenants n ON n.id = t.tenant_id
          WHERE a.assignee_id IS NOT NULL AND NOT EXISTS (SELECT FROM members m WHERE m.id = a.assignee_id)
          UNION ALL
          SELECT m.account_id, m.id FROM members m JOIN tenants n ON n.account_id = m.account_id AND n.mode = 'live'
          WHERE m.role = 'agent' AND NOT m.all_brands
            AND EXISTS (SELECT FROM audit_log l WHERE l.tenant_id = n.id AND l.entity_id = m.id
              AND l.event = 'member.updated' AND l.created_at > now() - make_interval(secs => ${Duration.toSeconds(since)}))
            AND EXISTS (SELECT FROM tickets t JOIN brands b ON b.id = t.brand_id AND b.deleted_at IS NULL
              WHERE t.assignee_id = m.id AND t.brand_id <> ALL (m.brand_ids))`
        ).pipe(
          Effect.map((rows) =>
            rows.map(({ account_id, assignee_id }) => ({
              accountId: idOf("account", account_id),
              memberId: idOf("member", assignee_id)
            }))
          )
        )
    })
  })
)
