import { Effect, Layer, Option } from "effect"
import { idOf, uuidOf } from "../domain/Ids.ts"
import type { JsonObject } from "../domain/Json.ts"
import { ChatDirectory, type ChatThread } from "../tickets/ChatDirectory.ts"
import { Database } from "./Database.ts"
import { query } from "./query.ts"
import { moment } from "./rows/columns.ts"
import { transaction } from "./transaction.ts"

/** Tickets of somebody that are looked up: more are in nobody's conversations. */
const mostBelongings = 200

/** What a member is called. */
const nameColumn = "coalesce(display_name, nullif(concat_ws(' ', first_name, last_name), ''), email)"

interface PersonRow {
  readonly name: string | null
  readonly email: string | null
  readonly facts: JsonObject
  readonly fetched_at: Date
}

export const layer = Layer.effect(
  ChatDirectory,
  Effect.gen(function* () {
    const database = yield* Database
    const { reads, system, writes } = database

    return ChatDirectory.of({
      thread: Effect.fnUntraced(function* ({ tenant }, connectionId, key) {
        const [row] = yield* query(reads<{ ticket_id: string; mode: ChatThread["mode"] }>`
          SELECT c.* FROM tenant_scope(${tenant.id}) s, LATERAL (SELECT ticket_id, mode FROM channel_conversations
            WHERE tenant_id = s.tenant_id AND connection_id = ${uuidOf(connectionId)} AND key = ${key} OFFSET 0) c`)
        return Option.map(Option.fromUndefinedOr(row), ({ mode, ticket_id }) => ({
          ticketId: idOf("ticket", ticket_id),
          mode
        }))
      }),

      person: Effect.fnUntraced(function* ({ tenant }, connectionId, externalId) {
        const [row] = yield* query(reads<PersonRow>`
          SELECT p.* FROM tenant_scope(${tenant.id}) s, LATERAL (SELECT name, email, facts, fetched_at FROM channel_people
            WHERE tenant_id = s.tenant_id AND connection_id = ${uuidOf(connectionId)} AND external_id = ${externalId} OFFSET 0) p`)
        return Option.map(Option.fromUndefinedOr(row), ({ email, facts, fetched_at, name }) => ({
          externalId,
          name: name ?? undefined,
          email: email ?? undefined,
          facts,
          fetchedAt: moment(fetched_at)
        }))
      }),

      keepPerson: ({ brandId, tenant }, connectionId, { email, externalId, facts, name }) =>
        transaction(
          database,
          tenant
        )(
          writes`INSERT INTO channel_people (tenant_id, brand_id, connection_id, external_id, name, email, facts)
            VALUES (${tenant.id}, ${uuidOf(brandId)}, ${uuidOf(connectionId)}, ${externalId}, ${name ?? null},
              ${email ?? null}, ${JSON.stringify(facts)}::jsonb)
            ON CONFLICT (connection_id, external_id) DO UPDATE
              SET name = excluded.name, email = excluded.email, facts = channel_people.facts || excluded.facts, fetched_at = now()`
        ).pipe(Effect.asVoid),

      belongings: Effect.fnUntraced(function* ({ tenant }, connectionId, externalId) {
        const [row] = yield* query(reads<{ customer_id: string | null; ticket_ids: ReadonlyArray<string> }>`
          SELECT b.* FROM tenant_scope(${tenant.id}) s, LATERAL (SELECT
            (SELECT customer_id FROM channel_people
              WHERE tenant_id = s.tenant_id AND connection_id = ${uuidOf(connectionId)} AND external_id = ${externalId}),
            array(SELECT DISTINCT ticket_id FROM channel_conversations
              WHERE tenant_id = s.tenant_id AND connection_id = ${uuidOf(connectionId)} AND person = ${externalId}
                AND mode = 'customer' ORDER BY ticket_id DESC LIMIT ${mostBelongings}) AS ticket_ids OFFSET 0) b`)
        const customerId = row?.customer_id ?? undefined
        return {
          ticketIds: (row?.ticket_ids ?? []).map((id) => idOf("ticket", id)),
          ...(customerId === undefined ? {} : { customerId: idOf("customer", customerId) })
        }
      }),

      memberNames: Effect.fnUntraced(function* ({ tenant }, ids) {
        if (ids.length === 0) return new Map()
        const rows = yield* query(system<{ id: string; name: string }>`
          SELECT id, ${system.literal(nameColumn)} AS name FROM members
          WHERE account_id = ${uuidOf(tenant.accountId)} AND id = ANY (${ids.map(uuidOf)}::uuid[])`)
        return new Map(rows.map(({ id, name }) => [idOf("member", id), name]))
      }),

      member: Effect.fnUntraced(function* ({ brandId, tenant }, email) {
        const [row] = yield* query(system<{ id: string; name: string }>`
          SELECT id, ${system.literal(nameColumn)} AS name FROM members
          WHERE account_id = ${uuidOf(tenant.accountId)} AND email = ${email.toLowerCase()}
            AND status = 'active' AND (role <> 'agent' OR all_brands OR ${uuidOf(brandId)} = ANY (brand_ids))`)
        return Option.map(Option.fromUndefinedOr(row), ({ id, name }) => ({ id: idOf("member", id), name }))
      })
    })
  })
)
