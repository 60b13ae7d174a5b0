import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { runScript } from "../runScript.ts"

/**
 * Who started an upload, what looks for uploads that nobody finished, and the queue of bytes to be removed.
 *
 * Bytes are kept by their content, so several rows may name the same; they may go only when the last row is gone, and
 * must go whatever removed it. So every row that lets go of bytes leaves them in `blob_removals`, in its own
 * transaction, and every row that takes bytes up takes them out again. Whoever removes bytes marks them first
 * (`removing_since`): from then on no row can take them up, which is a conflict that its command answers by trying
 * again, and until a while after they are gone, because a command may have found them there before. A removal is due
 * later than any transaction lasts: what was not committed when it was queued is committed, or not, when it is due.
 */
const script = `
alter table attachments add column owner text

comment on column attachments.owner is 'key, member or customer that started the upload: an unclaimed one is its alone'

create index attachments_unclaimed on attachments (tenant_id, owner) where ticket_id is null

create index attachments_unsettled on attachments (created_at) where ticket_id is null or status = 'PENDING'

create index attachments_blob on attachments (blob_key) where blob_key is not null

create index inbound_messages_blob on inbound_messages (blob_key) where blob_key is not null

create table blob_removals (
  key text primary key,
  tenant_id uuid not null,
  due_at timestamptz(3) not null,
  removing_since timestamptz(3),
  removed_at timestamptz(3)
)

comment on column blob_removals.tenant_id is 'no reference: the bytes of a tenant that is gone must go too'

create index blob_removals_due on blob_removals (due_at)

select trunkline_enable_rls('blob_removals')

create function let_go_of_blobs() returns trigger language plpgsql as $$
begin
  insert into blob_removals (key, tenant_id, due_at)
    select distinct blob_key, tenant_id, now() + interval '10 minutes' from gone where blob_key is not null
    on conflict (key) do nothing;
  return null;
end $$

create function take_up_blobs() returns trigger language plpgsql as $$
begin
  delete from blob_removals r using made m where r.key = m.blob_key and r.removing_since is null;
  if exists (select from blob_removals r join made m on m.blob_key = r.key) then
    raise exception 'these bytes are being removed' using errcode = 'serialization_failure';
  end if;
  return null;
end $$

create function replace_blob() returns trigger language plpgsql as $$
begin
  if old.blob_key is not null then
    insert into blob_removals (key, tenant_id, due_at) values (old.blob_key, old.tenant_id, now() + interval '10 minutes')
      on conflict (key) do nothing;
  end if;
  delete from blob_removals where key = new.blob_key and removing_since is null;
  if exists (select from blob_removals where key = new.blob_key) then
    raise exception 'these bytes are being removed' using errcode = 'serialization_failure';
  end if;
  return null;
end $$

create trigger attachments_let_go after delete on attachments referencing old table as gone
  for each statement execute function let_go_of_blobs()

create trigger attachments_take_up after insert on attachments referencing new table as made
  for each statement execute function take_up_blobs()

create trigger attachments_replace after update of blob_key on attachments
  for each row when (old.blob_key is distinct from new.blob_key) execute function replace_blob()

create trigger inbound_messages_let_go after delete on inbound_messages referencing old table as gone
  for each statement execute function let_go_of_blobs()

create trigger inbound_messages_take_up after insert on inbound_messages referencing new table as made
  for each statement execute function take_up_blobs()
`

export default Effect.flatMap(SqlClient.SqlClient, (sql) => runScript(sql, script))
