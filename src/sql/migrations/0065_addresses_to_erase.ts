import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { runScript } from "../runScript.ts"

/**
 * The address of a customer who is being erased: other people's tickets name it among their participants, and it is gone from
 * everything else of the customer's with the answer to the command.
 */
const script = `
alter table customers add column erasing_email text

comment on column customers.erasing_email is 'the last address of an erased customer, until erasure_done_at'

create function keep_erasing_email() returns trigger language plpgsql as $$
begin
  new.erasing_email := case when new.erasure_done_at is null then old.email end;
  return new;
end
$$

create trigger customers_keep_erasing_email before update of erased_at on customers
  for each row when (old.erased_at is null and new.erased_at is not null) execute function keep_erasing_email()

create trigger customers_drop_erasing_email before update of erasure_done_at on customers
  for each row when (new.erasure_done_at is not null) execute function keep_erasing_email()
`

/** Older code erases what it erased before, and the triggers work for it too. */
export const oldestCode = 38

export default Effect.flatMap(SqlClient.SqlClient, (sql) => runScript(sql, script))
