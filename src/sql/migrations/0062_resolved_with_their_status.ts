import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { runScript } from "../runScript.ts"

/** A ticket that follows its status into another category follows it as those do that are there: with its time of resolution, or without. */
const script = `
create or replace function follow_status_category() returns trigger language plpgsql as $$
declare
  present text;
begin
  select category into present from statuses where tenant_id = new.tenant_id and id = new.status_id for share;
  if present <> new.status_category then
    update tickets set status_category = present,
        resolved_at = case present when 'resolved' then coalesce(resolved_at, updated_at) end
      where tenant_id = new.tenant_id and id = new.id;
  end if;
  return null;
end $$
`

/** Code of before needs nothing of the function that it does no more. */
export const oldestCode = 38

export default Effect.flatMap(SqlClient.SqlClient, (sql) => runScript(sql, script))
