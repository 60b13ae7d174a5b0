import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { runScript } from "../runScript.ts"

/**
 * What came in, as people look at it: by sender, by status, with what was unusual about it, what a comment left out of its
 * text, and the files it brought. Reading it again corrects exactly those.
 */
const script = `
alter table inbound_messages
  add column flags text[] not null default '{}',
  add column quoted_text text,
  add column attachment_ids uuid[] not null default '{}'

comment on column inbound_messages.quoted_text is 'what the comment made of it does not show: the text that it quotes'

create index inbound_messages_sender on inbound_messages (brand_id, sender, id desc)

create index inbound_messages_raw on inbound_messages (processed_at) where blob_key is not null and status in ('processed', 'duplicate')

create index inbound_messages_ignored on inbound_messages (received_at) where status = 'ignored'

create index inbound_messages_status on inbound_messages (brand_id, status, id desc)
`

export default Effect.flatMap(SqlClient.SqlClient, (sql) => runScript(sql, script))
