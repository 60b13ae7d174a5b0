import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { runScript } from "../runScript.ts"

/** What is told of files by lines of their own, and by those of the tickets that they belong to or did. */
const files = `select id from attachments where tenant_id = tenant and ticket_id = any(chains)
      union select entity_id from audit_log where tenant_id = tenant and ticket_id = any(chains) and entity_type = 'attachment'`

/**
 * Names of files and numbers of customers go from the audit log with the ticket that is deleted for good, and names of files
 * with the customer who is erased. A file's first lines tell of no ticket: it was announced or sent before it had one.
 */
const script = `
create or replace function purge_traces(tenant uuid, chains uuid[]) returns void
  language sql security definer set search_path from current as $$
  update events set payload = purged_envelope(payload)
    where tenant_id = tenant and chain_id = any(chains) and right(payload, 15) <> '"purged":true}}';
  update audit_log set metadata = metadata - 'filename'
    where tenant_id = tenant and entity_id in (${files});
  update audit_log set changes = null, metadata = metadata - array['title', 'filename', 'phone'],
      performed_by = case when performed_by ->> 'type' = 'customer' then performed_by - 'name' else performed_by end,
      ip = case when performed_by ->> 'type' = 'customer' then null else ip end,
      user_agent = case when performed_by ->> 'type' = 'customer' then null else user_agent end
    where tenant_id = tenant and ticket_id = any(chains);
$$

create or replace function forget_people(tenant uuid, chains uuid[]) returns void
  language sql security definer set search_path from current as $$
  update events set payload = purged_envelope(payload)
    where tenant_id = tenant and chain_id = any(chains) and right(payload, 15) <> '"purged":true}}';
  update audit_log set metadata = null
    where tenant_id = tenant and entity_id in (${files});
  update audit_log set changes = null, metadata = null,
      performed_by = case when performed_by ->> 'type' = 'customer' then performed_by - 'name' else performed_by end,
      ip = case when performed_by ->> 'type' = 'customer' then null else ip end,
      user_agent = case when performed_by ->> 'type' = 'customer' then null else user_agent end
    where tenant_id = tenant and (entity_id = any(chains) or ticket_id = any(chains));
$$

update audit_log l set metadata = l.metadata - array['filename', 'phone'] from audit_log p
  where p.event = 'ticket.purged' and l.tenant_id = p.tenant_id and l.ticket_id = p.ticket_id
    and (jsonb_exists(l.metadata, 'filename') or jsonb_exists(l.metadata, 'phone'))

update audit_log l set metadata = l.metadata - 'filename' from audit_log p, audit_log f
  where p.event = 'ticket.purged' and f.tenant_id = p.tenant_id and f.ticket_id = p.ticket_id and f.entity_type = 'attachment'
    and l.tenant_id = f.tenant_id and l.entity_id = f.entity_id and jsonb_exists(l.metadata, 'filename')
`

/** Older code asks the same functions. */
export const oldestCode = 38

export default Effect.flatMap(SqlClient.SqlClient, (sql) => runScript(sql, script))
