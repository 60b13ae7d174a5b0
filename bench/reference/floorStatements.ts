/**
 * The writes of the floor: those of the reference, extended in the same statement by what the product stores with each: the
 * event with its envelope and number, its deliveries, the audit log entry, and the response for a retry of the same request. $7
 * to $9 of each: hash of the Idempotency-Key or null, fingerprint of the request, and the caller as JSON.
 */

import { opening, ticketColumns } from "./statements.ts"

/**
 * What follows from the `ticket` that was written: its event, everything that the event entails, and the response `answered`.
 */
const kept = (event: string, changes: string, status: number, answered: string) => `
    event AS (
      INSERT INTO events (account_id, brand_id, ticket_id, kind, sequence, payload)
      SELECT account_id, brand_id, id, '${event}', event_seq, jsonb_build_object(
        'type', '${event}', 'sequence', event_seq, 'brandId', brand_id, 'actor', $9::jsonb, 'createdAt', now(),
        'data', jsonb_build_object('id', id, 'number', number, 'title', title, 'status', status, 'priority', priority,
          'customerEmail', customer_email, 'version', version, 'updatedAt', updated_at, 'changes', ${changes}))
      FROM ticket RETURNING id, account_id, brand_id, kind
    ), delivery AS (
      INSERT INTO deliveries (webhook_id, event_id)
      SELECT w.id, e.id FROM event e JOIN webhooks w
        ON w.account_id = e.account_id AND w.brand_id = e.brand_id AND e.kind = ANY (w.kinds)
    ), audit AS (
      INSERT INTO audit_log (account_id, brand_id, ticket_id, event, cause, changes)
      SELECT account_id, brand_id, id, '${event}', $9::jsonb, ${changes} FROM ticket
    ), receipt AS (
      INSERT INTO receipts (account_id, key, fingerprint, status, answer)
      SELECT t.account_id, $7, $8, ${status}, to_jsonb(${answered})::text FROM ticket t, ${answered}
      WHERE $7::bytea IS NOT NULL
    )`

/**
 * $1 account, $2 brand, $3 customer's address, $4 title, $5 body, $6 custom fields as JSON. No row if there is no such brand.
 */
export const createTicket = {
  name: "create_ticket",
  text: `
    ${opening}, answer AS (SELECT ${ticketColumns} FROM ticket),
    ${kept("ticket.created", "jsonb_build_object('title', title, 'status', status, 'priority', priority)", 201, "answer")}
    SELECT * FROM answer`
}

/** $1 account, $2 brand, $3 ticket, then status, priority and title; null leaves a field as it is. */
export const updateTicket = {
  name: "update_ticket",
  text: `
    WITH before AS (
      SELECT id, status, priority, title FROM tickets WHERE id = $3 AND brand_id = $2 AND account_id = $1 FOR UPDATE
    ), ticket AS (
      UPDATE tickets t SET
        status = coalesce($4, t.status),
        priority = coalesce($5, t.priority),
        title = coalesce($6, t.title),
        updated_at = now(), event_seq = event_seq + 1, version = version + 1
      FROM before WHERE t.id = before.id AND t.brand_id = $2
      RETURNING t.*, to_jsonb(before) AS old
    ), answer AS (SELECT ${ticketColumns} FROM ticket),
    ${kept("ticket.updated", "jsonb_build_object('from', old, 'to', jsonb_build_object('status', status, 'priority', priority, 'title', title))", 200, "answer")}
    SELECT * FROM answer`
}

/** $1 account, $2 brand, $3 ticket, $4 author, $5 body, $6 public. */
export const createComment = {
  name: "create_comment",
  text: `
    WITH ticket AS (
      UPDATE tickets SET updated_at = now(), event_seq = event_seq + 1, version = version + 1
      WHERE id = $3 AND brand_id = $2 AND account_id = $1
      RETURNING *
    ), comment AS (
      INSERT INTO comments (ticket_id, author, body, public) SELECT id, $4, $5, $6 FROM ticket
      RETURNING *
    ),
    ${kept("comment.created", "(SELECT jsonb_build_object('id', comment.id, 'body', comment.body) FROM comment)", 201, "comment")}
    SELECT id, ticket_id, author, body, public, created_at FROM comment`
}

/** $1 account, $2 hash of the key, $3 fingerprint of the request. */
export const findReceipt = {
  name: "find_receipt",
  text: "SELECT status, answer, fingerprint = $3 AS same FROM receipts WHERE account_id = $1 AND key = $2"
}
