import { Effect, Layer, Option } from "effect"
import { idOf, uuidOf } from "../../domain/Ids.ts"
import type { JsonObject } from "../../domain/Json.ts"
import { type MailAuthentication, proves } from "../../domain/MailAuthentication.ts"
import { ChatDirectory, type ChatThread } from "../../tickets/connections/ChatDirectory.ts"
import { Database } from "../Database.ts"
import { query } from "../query.ts"
import { moment } from "../rows/columns.ts"
import { transaction } from "../transaction.ts"

/** A person's tickets that are looked up, at most: nobody's conversations are about more. */
const mostBelongings = 200

/** Mails of a sender that are searched for one that their domain vouches for. */
const lookedThrough = 20

/** Tables in which a conversation's key is the lane of what is sent there. */
const laned = ["outgoing_mail", "chat_updates", "chat_posts"]

/** A member's display name. */
const nameColumn = "coalesce(display_name, nullif(concat_ws(' ', first_name, last_name), ''), email)"

interface ThreadRow {
  readonly ticket_id: string
  readonly brand_id: string
  readonly mode: ChatThread["mode"]
  readonly is_closed: boolean
}

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
        const [row] = yield* query(reads<ThreadRow>`
          SELECT c.* FROM tenant_scope(${tenant.id}) s, LATERAL (
            SELECT v.ticket_id, v.brand_id, v.mode, t.status_category = 'closed' AS is_closed FROM channel_conversations v
              JOIN tickets t ON t.tenant_id = v.tenant_id AND t.id = v.ticket_id
            WHERE v.tenant_id = s.tenant_id AND v.connection_id = ${uuidOf(connectionId)} AND v.key = ${key} OFFSET 0) c`)
        return Option.map(Option.fromUndefinedOr(row), ({ brand_id, is_closed, mode, ticket_id }) => ({
          ticketId: idOf("ticket", ticket_id),
          brandId: idOf("brand", brand_id),
          mode,
          isClosed: is_closed
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

      provenByMail: Effect.fnUntraced(function* ({ brandId, tenant }, email) {
        const rows = yield* query(reads<{ authentication: MailAuthentication }>`
          SELECT m.* FROM tenant_scope(${tenant.id}) s, LATERAL (SELECT envelope -> 'authentication' AS authentication
            FROM inbound_messages WHERE tenant_id = s.tenant_id AND brand_id = ${uuidOf(brandId)} AND sender = ${email}
              AND channel = 'email' AND envelope -> 'authentication' IS NOT NULL ORDER BY id DESC LIMIT ${lookedThrough} OFFSET 0) m`)
        return rows.some(({ authentication }) => proves(authentication, email))
      }),

      resolver: Effect.fnUntraced(function* ({ tenant }, ticketId) {
        const [row] = yield* query(reads<{ type: string; id: string | null; channel: string }>`
          SELECT e.* FROM tenant_scope(${tenant.id}) s, LATERAL (
            SELECT payload::json -> 'actor' ->> 'type' AS type, payload::json -> 'actor' ->> 'id' AS id,
              payload::json -> 'actor' ->> 'channel' AS channel FROM events
            WHERE tenant_id = s.tenant_id AND chain_id = ${uuidOf(ticketId)} AND type = 'ticket.resolved'
            ORDER BY seq DESC LIMIT 1 OFFSET 0) e`)
        return Option.filter(Option.fromNullishOr(row?.id), () => row?.type === "agent" && row.channel === "chat")
      }),

      moveThread: ({ tenant }, connectionId, from, { key, root }) => {
        const connection = uuidOf(connectionId)
        return Effect.gen(function* () {
          yield* writes`INSERT INTO channel_conversations (tenant_id, brand_id, connection_id, key, ticket_id, mode, root, person, updated_at)
            SELECT tenant_id, brand_id, connection_id, ${key}, ticket_id, mode, ${root}, person, updated_at FROM channel_conversations
            WHERE connection_id = ${connection} AND key = ${from}
            ON CONFLICT (connection_id, key) DO NOTHING`
          // The old key still finds its ticket; answers go there again once somebody writes there.
          yield* writes`WITH moved AS (
              DELETE FROM conversation_tickets WHERE connection_id = ${connection} AND key = ${from}
              RETURNING tenant_id, connection_id, ticket_id)
            INSERT INTO conversation_tickets (tenant_id, connection_id, key, ticket_id)
            SELECT tenant_id, connection_id, ${key}, ticket_id FROM moved ON CONFLICT DO NOTHING`
          for (const table of laned)
            yield* writes`UPDATE ${writes(table)} SET lane = ${key}
              WHERE tenant_id = ${tenant.id} AND connection_id = ${connection} AND lane = ${from}
                AND ticket_id IN (SELECT ticket_id FROM conversation_tickets WHERE connection_id = ${connection} AND key = ${key})`
        }).pipe(transaction(database, tenant), Effect.asVoid)
      },

      movedThread: ({ tenant }, connectionId, from, ticketId) =>
        query(reads<{ key: string }>`
          SELECT m.* FROM tenant_scope(${tenant.id}) s, LATERAL (SELECT v.key FROM conversation_tickets x
              JOIN channel_conversations v ON v.connection_id = x.connection_id AND v.key = x.key AND v.mode = 'customer'
            WHERE x.tenant_id = s.tenant_id AND x.ticket_id = ${uuidOf(ticketId)} AND x.connection_id = ${uuidOf(connectionId)}
              AND split_part(v.key, ':', 1) = split_part(${from}, ':', 1)
              AND NOT EXISTS (SELECT FROM conversation_tickets o
                WHERE o.ticket_id = x.ticket_id AND o.connection_id = x.connection_id AND o.key = ${from})
            ORDER BY v.updated_at DESC, v.key DESC LIMIT 1 OFFSET 0) m`).pipe(
          Effect.map(([row]) => Option.map(Option.fromUndefinedOr(row), ({ key }) => key))
        ),

      moveChannel: ({ tenant }, connectionId, from, to) => {
        const connection = uuidOf(connectionId)
        const prefix = `${connectionId}/${from}:`
        return Effect.gen(function* () {
          yield* writes`INSERT INTO channel_conversations (tenant_id, brand_id, connection_id, key, ticket_id, mode, root, person, updated_at)
            SELECT tenant_id, brand_id, connection_id, ${to} || substr(key, ${from.length + 1}::int), ticket_id, mode, root, person, updated_at
            FROM channel_conversations WHERE connection_id = ${connection} AND (key = ${from} OR starts_with(key, ${`${from}:`}))
            ON CONFLICT (connection_id, key) DO NOTHING`
          yield* writes`INSERT INTO conversation_tickets (tenant_id, connection_id, key, ticket_id)
            SELECT tenant_id, connection_id, ${to} || substr(key, ${from.length + 1}::int), ticket_id FROM conversation_tickets
            WHERE connection_id = ${connection} AND (key = ${from} OR starts_with(key, ${`${from}:`})) ON CONFLICT DO NOTHING`
          yield* writes`DELETE FROM channel_conversations
            WHERE connection_id = ${connection} AND (key = ${from} OR starts_with(key, ${`${from}:`}))`
          for (const table of laned)
            yield* writes`UPDATE ${writes(table)} SET lane = ${to} || substr(lane, ${from.length + 1}::int)
              WHERE tenant_id = ${tenant.id} AND connection_id = ${connection} AND (lane = ${from} OR starts_with(lane, ${`${from}:`}))`
          for (const table of ["chat_updates", "chat_posts"])
            yield* writes`UPDATE ${writes(table)} SET lane = ${`mirror/${to}`} || substr(lane, ${`mirror/${from}`.length + 1}::int)
              WHERE tenant_id = ${tenant.id} AND connection_id = ${connection} AND starts_with(lane, ${`mirror/${from}/`})`
          // An edit finds what a message became by the message's id.
          for (const [table, ticket] of [
            ["tickets", "id"],
            ["comments", "ticket_id"]
          ] as const)
            yield* writes`UPDATE ${writes(table)} SET source_id = ${`${to}:`} || substr(source_id, ${from.length + 2}::int)
              WHERE tenant_id = ${tenant.id} AND source = 'slack' AND starts_with(source_id, ${`${from}:`})
                AND ${writes(ticket)} IN (SELECT ticket_id FROM channel_conversations
                  WHERE connection_id = ${connection} AND (key = ${to} OR starts_with(key, ${`${to}:`})))`
          yield* writes`UPDATE message_ids SET message_id = ${`${connectionId}/${to}:`} || substr(message_id, ${prefix.length + 1}::int)
            WHERE tenant_id = ${tenant.id} AND starts_with(message_id, ${prefix})`
        }).pipe(transaction(database, tenant), Effect.asVoid)
      },

      keepPerson: ({ brandId, tenant }, connectionId, { email, externalId, facts, name }) =>
        transaction(
          database,
          tenant
        )(
          writes`INSERT INTO channel_people (tenant_id, brand_id, connection_id, external_id, name, email, facts)
            SELECT tenant_id, ${uuidOf(brandId)}, id, ${externalId}, ${name ?? null}::text, ${email ?? null}::text,
              ${JSON.stringify(facts)}::jsonb
            FROM channel_connections WHERE tenant_id = ${tenant.id} AND id = ${uuidOf(connectionId)} FOR KEY SHARE
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

      brandNames: Effect.fnUntraced(function* ({ tenant }, ids) {
        const rows = yield* query(reads<{ id: string; name: string }>`
          SELECT b.* FROM tenant_scope(${tenant.id}) s, LATERAL (SELECT id, name FROM brands
            WHERE tenant_id = s.tenant_id AND id = ANY (${ids.map(uuidOf)}::uuid[]) AND deleted_at IS NULL
            ORDER BY name, id OFFSET 0) b`)
        return rows.map(({ id, name }) => ({ id: idOf("brand", id), name }))
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
