/** The statements of the reference program, one per operation; each is one round trip and one commit. */

export const ticketColumns =
  "id, brand_id, number, title, body, status, priority, origin, customer_email, custom_fields, created_at, updated_at"

/** The beginning of the statement that creates a ticket: assigns its number, upserts its customer and inserts it. */
export const opening = `WITH brand AS (
      UPDATE brands SET next_ticket_number = next_ticket_number + 1 WHERE id = $2 AND account_id = $1
      RETURNING id, account_id, next_ticket_number - 1 AS number
    ), customer AS (
      INSERT INTO customers (brand_id, email) SELECT id, $3 FROM brand
      ON CONFLICT (brand_id, email) DO UPDATE SET last_seen_at = excluded.last_seen_at
      RETURNING id, email
    ), ticket AS (
      INSERT INTO tickets (account_id, brand_id, number, customer_id, customer_email, title, body, custom_fields)
      SELECT brand.account_id, brand.id, brand.number, customer.id, customer.email, $4, $5, $6::jsonb
      FROM brand, customer
      RETURNING *
    )`

export const findAccount = {
  name: "find_account",
  text: "SELECT account_id FROM api_keys WHERE hash = $1 AND revoked_at IS NULL"
}

export const createBrand = {
  name: "create_brand",
  text: "INSERT INTO brands (account_id, name) VALUES ($1, $2) RETURNING id, name"
}

/**
 * $1 account, $2 brand, $3 customer's address, $4 title, $5 body, $6 custom fields as JSON. No row if there is no such brand.
 */
export const createTicket = {
  name: "create_ticket",
  text: `
    ${opening}, event AS (
      INSERT INTO outbox (account_id, brand_id, ticket_id, kind, payload)
      SELECT account_id, brand_id, id, 'ticket.created', jsonb_build_object(
        'id', id, 'number', number, 'title', title, 'status', status, 'customerEmail', customer_email)
      FROM ticket
    )
    SELECT ${ticketColumns} FROM ticket`
}

export const getTicket = {
  name: "get_ticket",
  text: `SELECT ${ticketColumns} FROM tickets WHERE id = $3 AND brand_id = $2 AND account_id = $1`
}

/** $1 account, $2 brand, $3 page size. */
export const listFirst = {
  name: "list_first",
  text: `
    SELECT ${ticketColumns} FROM tickets WHERE account_id = $1 AND brand_id = $2 ORDER BY id DESC LIMIT $3`
}

/** Like `listFirst`, after the ticket $4. */
export const listAfter = {
  name: "list_after",
  text: `
    SELECT ${ticketColumns} FROM tickets WHERE account_id = $1 AND brand_id = $2 AND id < $4 ORDER BY id DESC LIMIT $3`
}

/** $1 account, $2 brand, $3 ticket, then status, priority and title; null leaves a field as it is. */
export const updateTicket = {
  name: "update_ticket",
  text: `
    WITH ticket AS (
      UPDATE tickets SET
        status = coalesce($4, status),
        priority = coalesce($5, priority),
        title = coalesce($6, title),
        updated_at = now()
      WHERE id = $3 AND brand_id = $2 AND account_id = $1
      RETURNING *
    ), event AS (
      INSERT INTO outbox (account_id, brand_id, ticket_id, kind, payload)
      SELECT account_id, brand_id, id, 'ticket.updated', jsonb_build_object(
        'id', id, 'status', status, 'priority', priority, 'title', title)
      FROM ticket
    )
    SELECT ${ticketColumns} FROM ticket`
}

/** $1 account, $2 brand, $3 ticket, $4 author, $5 body, $6 public. */
export const createComment = {
  name: "create_comment",
  text: `
    WITH ticket AS (
      UPDATE tickets SET updated_at = now() WHERE id = $3 AND brand_id = $2 AND account_id = $1
      RETURNING id, account_id, brand_id
    ), comment AS (
      INSERT INTO comments (ticket_id, author, body, public) SELECT id, $4, $5, $6 FROM ticket
      RETURNING *
    ), event AS (
      INSERT INTO outbox (account_id, brand_id, ticket_id, kind, payload)
      SELECT ticket.account_id, ticket.brand_id, ticket.id, 'comment.created', jsonb_build_object(
        'id', comment.id, 'body', comment.body)
      FROM ticket, comment
    )
    SELECT id, ticket_id, author, body, public, created_at FROM comment`
}
