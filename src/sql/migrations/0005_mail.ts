import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { runScript } from "../runScript.ts"

/** Mail on its way out. Whatever is to be sent is stored with the change that causes it, and sent afterwards. */
const script = `
create table outgoing_mail (
  id uuid primary key,
  kind text not null check (kind in ('magic_link')),
  message_id text not null unique,
  recipient text not null,
  subject text not null,
  text text not null,
  sealed boolean not null,
  state text not null default 'queued' check (state in ('queued', 'sending', 'sent', 'failed', 'kept')),
  attempts int not null default 0,
  due_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  last_error text,
  created_at timestamptz(3) not null default now(),
  settled_at timestamptz(3)
)

comment on column outgoing_mail.text is 'with sealed, base64 of the text under ENCRYPTION_KEY; empty once a sealed one is settled'

comment on column outgoing_mail.due_at is 'queued: when it is to be tried; sending: when its lease ends'

create index outgoing_mail_due on outgoing_mail (due_at) where state in ('queued', 'sending')

create index outgoing_mail_settled on outgoing_mail (settled_at) where settled_at is not null
`

export default Effect.flatMap(SqlClient.SqlClient, (sql) => runScript(sql, script))
