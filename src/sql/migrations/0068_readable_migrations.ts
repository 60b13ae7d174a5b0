import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { appRole } from "./0001_roles_and_tenancy.ts"

/** `/ready` reads which migrations ran on connections for requests: those for background work may all wait for a commit. */
const script = `grant select on migrations to ${appRole}`

/** Older code reads them as the owner. */
export const oldestCode = 38

export default Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe(script))
