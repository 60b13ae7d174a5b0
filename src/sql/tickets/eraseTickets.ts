import type { Statement } from "../commit/moveContents.ts"
import { forgetBounces } from "../outbound/bouncedAddresses.ts"

/** What replaces a text that was erased. */
const erasedText = "[erased]"

/** The columns of `inbound_messages` and `comments` to clear. */
const erasedMessage = `external_id = '', sender = '', recipients = '{}', subject = null, envelope = null, steps = '[]',
      error = null, blob_key = null, quoted_text = null, html = null`
const erasedComment = `cc = null, source_id = null, source_data = null,
        body = case author_type when 'CUSTOMER' then '${erasedText}' else body end,
        author_id = case when author_type = 'CUSTOMER' and not starts_with(author_id, 'cus_') then null else author_id end,
        author_name = case author_type when 'CUSTOMER' then null else author_name end,
        links = case author_type when 'CUSTOMER' then null else links end,
        metadata = case author_type when 'CUSTOMER' then null else metadata end,
        version = version + 1`

/**
 * Removes from tickets what their customer is, wrote and sent, and its traces elsewhere: received messages, mail to them,
 * files, and what events and the audit log say of it. What the team wrote stays, as do numbers, dates, states, tags and counts.
 * Later messages no longer find these tickets.
 */
export const eraseTickets = (tenantId: string, tickets: ReadonlyArray<string>): ReadonlyArray<Statement> => {
  const ofTickets = "tenant_id = $1 and ticket_id = any($2::uuid[])"
  return [
    // This takes the names of files, so it runs while they exist.
    "select forget_people($1, $2::uuid[])",
    `update inbound_messages set ${erasedMessage} where ${ofTickets}`,
    forgetBounces(
      "outgoing_mail m",
      "m.tenant_id = $1 and m.ticket_id = any($2::uuid[]) and m.kind <> 'notice'",
      "m.recipient"
    ),
    `delete from outgoing_mail where ${ofTickets}`,
    // After the mail: noting such an address locks its mail.
    `update reply_addresses set ticket_id = null, participant = null where ${ofTickets}`,
    `delete from message_ids where ${ofTickets}`,
    `delete from conversation_tickets where ${ofTickets}`,
    `delete from channel_conversations where ${ofTickets} and mode = 'customer'`,
    `delete from chat_posts where ${ofTickets}`,
    `delete from attachments a where ${ofTickets} and not is_internal and (comment_id is null or exists (
      select from comments c where c.tenant_id = a.tenant_id and c.id = a.comment_id and c.author_type = 'CUSTOMER'))`,
    `update comments set ${erasedComment} where ${ofTickets}`,
    `update tickets t set title = '${erasedText}', body = case when body is null then null else '${erasedText}' end,
        customer_email = c.email, customer_name = c.name, custom_fields = null, metadata = null, links = null,
        participants = null, source_id = null, source_data = null,
        attachment_count = (select count(*) from attachments a where a.tenant_id = t.tenant_id and a.ticket_id = t.id
          and a.deleted_at is null and a.status = 'UPLOADED'),
        version = t.version + 1, updated_at = now()
      from customers c where t.tenant_id = $1 and t.id = any($2::uuid[]) and c.tenant_id = t.tenant_id and c.id = t.customer_id`
  ].map((sql) => ({ sql, parameters: [tenantId, tickets] }))
}

/** The tickets that the tickets `$2` were merged into, and those that these were merged into. */
const targets = `with recursive passed as (
      select merged_into_id as id from tickets where tenant_id = $1 and id = any($2::uuid[])
      union select t.merged_into_id from passed p join tickets t on t.tenant_id = $1 and t.id = p.id)
    select id from passed where id is not null`

/** Locks tickets and those that they were merged into, in the order in which commands lock tickets. */
export const lockMerged = (tenantId: string, tickets: ReadonlyArray<string>): Statement => ({
  sql: `select from tickets where tenant_id = $1 and id = any($2::uuid[] || array(${targets})) order by id for no key update`,
  parameters: [tenantId, tickets]
})

/**
 * Removes what people wrote and sent in those of these tickets that were merged into other people's tickets, and their
 * addresses from the participants there, whom replies reach; `people` are author ids of comments.
 */
export const eraseMerged = (
  tenantId: string,
  tickets: ReadonlyArray<string>,
  people: ReadonlyArray<string>,
  addresses: ReadonlyArray<string>
): ReadonlyArray<Statement> => {
  const ofTargets = `tenant_id = $1 and ticket_id in (${targets})`
  const theirs = `select c.id from comments c where c.tenant_id = $1 and c.author_type = 'CUSTOMER' and c.author_id = any($3::text[])
    and c.ticket_id in (${targets})`
  const named = (text: string) =>
    `exists (select from unnest($3::text[]) a(email) where strpos(${text}, to_json(email)::text) > 0)`
  const isSent = "state = 'sent' and copies_due_at is null"
  const statement = (sql: string, ...parameters: ReadonlyArray<unknown>) => ({
    sql,
    parameters: [tenantId, tickets, ...parameters]
  })
  return [
    statement(
      `update events e set payload = purged_envelope(payload) where tenant_id = $1 and chain_id in (${targets})
        and exists (select from unnest($3::text[]) p(id) where strpos(e.payload, '"authorId":"' || p.id || '"') > 0)`,
      people
    ),
    statement(
      `update inbound_messages set ${erasedMessage} where tenant_id = $1 and comment_id in (${theirs})`,
      people
    ),
    statement(`delete from attachments where tenant_id = $1 and comment_id in (${theirs})`, people),
    statement(`update comments set ${erasedComment} where tenant_id = $1 and id in (${theirs})`, people),
    statement(
      `update events e set payload = purged_envelope(payload) where tenant_id = $1 and chain_id in (${targets}) and ${named("e.payload")}`,
      addresses
    ),
    statement(`update audit_log l set changes = null where ${ofTargets} and ${named("l.changes::text")}`, addresses),
    statement(
      forgetBounces(
        "outgoing_mail m",
        `m.tenant_id = $1 and m.ticket_id in (${targets}) and m.recipient = any($3::text[])`,
        "m.recipient"
      ),
      addresses
    ),
    statement(`delete from outgoing_mail where ${ofTargets} and recipient = any($3::text[])`, addresses),
    // What was sent may quote them; what the team wrote is in its comment.
    statement(
      `update outgoing_mail m set cc = array(select email from unnest(m.cc) with ordinality c(email, place)
            where email <> all($3::text[]) order by place),
          text = case when ${isSent} then '' else text end, html = case when ${isSent} then null else html end
        where ${ofTargets} and cc && $3::text[]`,
      addresses
    ),
    statement(
      `update reply_addresses set ticket_id = null, participant = null where ${ofTargets} and participant = any($3::text[])`,
      addresses
    ),
    statement(
      `update tickets t set version = version + 1, updated_at = now(),
          participants = (select jsonb_agg(person order by place) from jsonb_array_elements(t.participants) with ordinality p(person, place)
            where person ->> 'email' <> all($3::text[]))
        where tenant_id = $1 and id in (${targets})
          and exists (select from jsonb_array_elements(t.participants) p(person) where person ->> 'email' = any($3::text[]))`,
      addresses
    )
  ]
}
