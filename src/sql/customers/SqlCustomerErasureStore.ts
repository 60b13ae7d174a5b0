import { Effect, Layer, Option } from "effect"
import { idOf, uuidOf } from "../../domain/Ids.ts"
import { type CustomerContents, CustomerErasureStore } from "../../tickets/customers/CustomerErasureStore.ts"
import { Database } from "../Database.ts"
import { forgetBounces } from "../outbound/bouncedAddresses.ts"
import { endWaiting, erasedAddresses, erasedPeople } from "../outbound/erasedRecipients.ts"
import { query } from "../query.ts"
import { eraseMerged, eraseTickets, lockMerged } from "../tickets/eraseTickets.ts"
import { eraseWatching, watchedTickets } from "../tickets/eraseWatching.ts"

/** Key of the lock that lets one node at a time erase a piece ("erase" in ASCII). */
const lockKey = 0x65_72_61_73_65
/** Tickets of one piece, with everything of theirs. */
const pieceSize = 50
/** Milliseconds that a piece may take. */
const patience = 60_000

interface ErasedRow {
  readonly tenant_id: string
  readonly brand_id: string
  readonly id: string
  readonly erasure_after: string | null
}

const nothing = { count: 0, came: undefined }

/** `CustomerErasureStore` in PostgreSQL. */
export const layer = Layer.effect(
  CustomerErasureStore,
  Effect.gen(function* () {
    const { reads, system } = yield* Database

    /**
     * Erases a piece of one customer's tickets; once there are none left, everything else about the customer. An update of a
     * customer locks their brand, and the lock order forbids waiting for it while holding its tickets: so progress is recorded
     * in a statement of its own, afterwards. Tickets may be referred to meanwhile: whoever stores a composed mail already holds
     * that mail, and it is removed with the rest.
     */
    const piece = Effect.gen(function* () {
      const [lock] = yield* system<{ mine: boolean }>`SELECT pg_try_advisory_xact_lock(${lockKey}) AS mine`
      if (lock?.mine !== true) return nothing
      // Chosen at random, so that a customer whose turn fails does not hold up the others.
      const [erased] = yield* system<ErasedRow>`SELECT tenant_id, brand_id, id, erasure_after FROM customers
        WHERE erased_at IS NOT NULL AND erasure_done_at IS NULL ORDER BY random() LIMIT 1`
      if (erased === undefined) return nothing
      const { brand_id, erasure_after, id, tenant_id } = erased
      // Customers merged into this one are erased too; their tickets may not all have moved yet.
      const known = yield* system.unsafe<{ id: string }>(
        `select p.id from customers e, lateral (with recursive ${erasedPeople} select id from people) p where e.tenant_id = $1 and e.id = $2`,
        [tenant_id, id]
      )
      const people = known.map((one) => one.id)
      const had = yield* system.unsafe<{ email: string }>(
        `select a.email from customers e, lateral (${erasedAddresses}) a where e.tenant_id = $1 and e.id = $2`,
        [tenant_id, id]
      )
      const addresses = had.map(({ email }) => email)
      const watching = watchedTickets(erased, addresses, pieceSize)
      const watched = yield* system.unsafe<{ id: string }>(watching.sql, watching.parameters)
      if (watched.length > 0) {
        const ids = watched.map((ticket) => ticket.id)
        for (const { parameters, sql } of eraseWatching(erased, ids, addresses)) yield* system.unsafe(sql, parameters)
        return { count: ids.length, came: undefined }
      }
      const tickets = yield* system<{ id: string }>`SELECT t.id FROM unnest(${people}::uuid[]) p(id), LATERAL (
          SELECT id FROM tickets WHERE tenant_id = ${tenant_id} AND customer_id = p.id
            AND (${erasure_after}::uuid IS NULL OR id > ${erasure_after}::uuid) ORDER BY id LIMIT ${pieceSize}) t
        ORDER BY t.id LIMIT ${pieceSize}`
      const ids = tickets.map((ticket) => ticket.id)
      const last = ids.at(-1)
      if (last !== undefined) {
        const locking = lockMerged(tenant_id, ids)
        yield* system.unsafe(locking.sql, locking.parameters)
        yield* system`UPDATE tickets SET customer_id = ${id}
          WHERE tenant_id = ${tenant_id} AND id = ANY(${ids}::uuid[]) AND customer_id <> ${id}`
        const names = people.map((person) => idOf("customer", person))
        const statements = [...eraseMerged(tenant_id, ids, names, addresses), ...eraseTickets(tenant_id, ids)]
        for (const { parameters, sql } of statements) yield* system.unsafe(sql, parameters)
        return { count: ids.length, came: { tenant_id, id, last } }
      }
      for (const statement of endWaiting) yield* system.unsafe(statement, [tenant_id, id, addresses])
      yield* system.unsafe(forgetBounces("customers m", "m.tenant_id = $1 and m.id = any($2::uuid[])", "m.email"), [
        tenant_id,
        people
      ])
      // Their messages that could not be handled, as received, by the author that channels name.
      yield* system`WITH theirs AS (
          DELETE FROM channel_inbox i USING channel_people p
          WHERE p.tenant_id = ${tenant_id} AND p.customer_id = ANY(${people}::uuid[]) AND i.tenant_id = p.tenant_id
            AND i.connection_id = p.connection_id AND i.failed_at IS NOT NULL
            AND p.external_id IN (i.payload #>> '{event,user}', i.payload #>> '{event,message,user}',
              i.payload #>> '{event,previous_message,user}', i.payload ->> 'user', i.payload ->> 'From')
          RETURNING i.tenant_id, i.id)
        DELETE FROM inbound_messages m USING theirs t WHERE m.tenant_id = t.tenant_id AND m.id = t.id`
      yield* system`SELECT forget_people(${tenant_id}, ${people}::uuid[])`
      // Before what commands change once they hold this lock.
      yield* system`SELECT FROM brands WHERE tenant_id = ${tenant_id} AND id = ${brand_id} FOR NO KEY UPDATE`
      for (const table of ["portal_tokens", "address_claims", "channel_people"])
        yield* system.unsafe(`delete from ${table} where tenant_id = $1 and customer_id = any($2::uuid[])`, [
          tenant_id,
          people
        ])
      yield* system`UPDATE customers SET email = id || '@erased.invalid', email_is_placeholder = true, name = NULL,
          avatar_url = NULL, phone = NULL, company_id = NULL, external_id = NULL, identities = NULL, metadata = NULL
        WHERE tenant_id = ${tenant_id} AND id = ANY(${people}::uuid[]) AND id <> ${id}`
      yield* system`UPDATE customers SET erasure_done_at = now() WHERE tenant_id = ${tenant_id} AND id = ${id}`
      return { count: 1, came: undefined }
    })

    const forget = Effect.gen(function* () {
      const { came, count } = yield* system.withTransaction(piece)
      if (came !== undefined)
        yield* system`UPDATE customers SET erasure_after = ${came.last} WHERE tenant_id = ${came.tenant_id} AND id = ${came.id}`
      return count
    })

    return CustomerErasureStore.of({
      contents: ({ brandId, tenant }, id) =>
        query(reads<{
          tickets: number
          comments: number
          files: number
        }>`SELECT q.* FROM tenant_scope(${tenant.id}) s, LATERAL (
            SELECT count(t.id)::int AS tickets, coalesce(sum(m.comments), 0)::int AS comments, coalesce(sum(f.files), 0)::int AS files
            FROM customers k LEFT JOIN tickets t ON t.tenant_id = k.tenant_id AND t.customer_id = k.id
            LEFT JOIN LATERAL (SELECT count(*) AS comments FROM comments c WHERE c.tenant_id = t.tenant_id
              AND c.ticket_id = t.id AND c.author_type = 'CUSTOMER') m ON true
            LEFT JOIN LATERAL (SELECT count(*) AS files FROM attachments a WHERE a.tenant_id = t.tenant_id
              AND a.ticket_id = t.id AND NOT a.is_internal AND (a.comment_id IS NULL OR EXISTS (SELECT FROM comments c
                WHERE c.tenant_id = a.tenant_id AND c.id = a.comment_id AND c.author_type = 'CUSTOMER'))) f ON true
            WHERE k.tenant_id = s.tenant_id AND k.brand_id = ${uuidOf(brandId)} AND k.id = ${uuidOf(id)} AND k.erased_at IS NULL AND k.merged_into_id IS NULL
            GROUP BY k.id OFFSET 0) q`).pipe(
          Effect.map(([row]) =>
            Option.map(
              Option.fromUndefinedOr(row),
              ({ comments, files, tickets }): CustomerContents => ({
                ticketCount: tickets,
                commentCount: comments,
                attachmentCount: files
              })
            )
          )
        ),

      forget: query(forget, patience)
    })
  })
)
