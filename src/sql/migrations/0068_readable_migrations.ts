import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { runScript } from "../runScript.ts"
import { appRole } from "./0001_roles_and_tenancy.ts"

/**
 * `/ready` reads which migrations ran on connections for requests: those for background work may all wait for a commit. Where
 * there is no such role, requests run as the owner.
 */
const script = `
do $$
begin
  grant select on migrations to ${appRole};
exception when undefined_object then
  null;
end $$
`

/** Older code reads them as the owner. */
export const oldestCode = 38

export default Effect.flatMap(SqlClient.SqlClient, (sql) => runScript(sql, script))
