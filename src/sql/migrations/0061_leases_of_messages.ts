import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { runScript } from "../runScript.ts"

/**
 * Which node has a message in hand, by its number in `nodes`: what a node that died was sending need not wait until no attempt can
 * be under way any more (docs/decisions/0046). A row that nobody has in hand may name whoever had it last.
 */
const script = `
alter table outgoing_mail
  add column lease_owner int,
  add column copies_lease_owner int

alter table chat_updates add column lease_owner int

create index outgoing_mail_leased on outgoing_mail (lease_owner) where state = 'sending'

create index chat_updates_leased on chat_updates (lease_owner) where lease_owner is not null
`

/** Older code names nobody: what it has in hand waits for as long as before. */
export const oldestCode = 38

export default Effect.flatMap(SqlClient.SqlClient, (sql) => runScript(sql, script))
