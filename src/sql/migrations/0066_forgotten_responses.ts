import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { runScript } from "../runScript.ts"

/**
 * What a webhook's receiver responded may quote the event that it got, so it goes with what the event says: when a ticket is
 * deleted for good, or a customer erased.
 */
const script = `
create function forget_responses() returns trigger language plpgsql as $$
begin
  update attempts set response = null where event_id = new.id and response is not null;
  return null;
end
$$

create trigger events_forget_responses after update of payload on events
  for each row when (right(new.payload, 15) = '"purged":true}}') execute function forget_responses()
`

/** The trigger works for older code too. */
export const oldestCode = 38

export default Effect.flatMap(SqlClient.SqlClient, (sql) => runScript(sql, script))
