import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { runScript } from "../runScript.ts"

/** Ids begin with the milliseconds since 1970: before that there is none, and the first stands for all of it. */
const script = `
create or replace function uuid_at(moment timestamptz) returns uuid language sql immutable as
  $$ select encode(substring(int8send(greatest(0, extract(epoch from moment) * 1000)::bigint) from 3) || '\\x70008000000000000000'::bytea, 'hex')::uuid $$
`

export default Effect.flatMap(SqlClient.SqlClient, (sql) => runScript(sql, script))
