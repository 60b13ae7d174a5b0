import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { runScript } from "../runScript.ts"

/**
 * Threads of chat connections that show what becomes of tickets: those of the team, and those of customers.
 *
 * - `chat_updates`: threads that are behind their tickets. The command that changes a ticket adds a row for each of its
 *   threads; rows of one lane are worked off in the order of their ids, and are gone once the thread shows what they tell.
 * - `chat_posts`: what the app has written into a thread, so that it can be changed and is not written again.
 */
const script = `
create table chat_updates (
  id bigint generated always as identity primary key,
  tenant_id uuid not null,
  brand_id uuid not null,
  connection_id uuid not null,
  lane text not null,
  ticket_id uuid not null,
  comment_id uuid,
  attempts int not null default 0,
  due_at timestamptz(3) not null default now(),
  error text,
  progress jsonb not null default '{}',
  created_at timestamptz(3) not null default now(),
  foreign key (tenant_id, connection_id) references channel_connections on delete cascade,
  foreign key (tenant_id, ticket_id) references tickets on delete cascade
)

comment on column chat_updates.lane is 'the thread: the key of a conversation with customers, or mirror/channel/ticket'

comment on column chat_updates.due_at is 'when it is to be tried, or, while it is being tried, when its lease ends'

create index chat_updates_due on chat_updates (connection_id, due_at)

create index chat_updates_lane on chat_updates (connection_id, lane, id)

create index chat_updates_ticket on chat_updates (ticket_id)

select trunkline_enable_rls('chat_updates')

create table chat_posts (
  tenant_id uuid not null,
  connection_id uuid not null,
  lane text not null,
  subject_id uuid not null,
  ticket_id uuid not null,
  channel text not null,
  messages text[] not null default '{}',
  shown jsonb not null default '{}',
  updated_at timestamptz(3) not null default now(),
  primary key (connection_id, lane, subject_id),
  foreign key (tenant_id, connection_id) references channel_connections on delete cascade,
  foreign key (tenant_id, ticket_id) references tickets on delete cascade
)

comment on column chat_posts.subject_id is 'the comment that it shows, or the ticket'

comment on column chat_posts.messages is 'the provider''s ids of its parts, in their order'

create index chat_posts_ticket on chat_posts (ticket_id)

select trunkline_enable_rls('chat_posts')
`

export default Effect.flatMap(SqlClient.SqlClient, (sql) => runScript(sql, script))
