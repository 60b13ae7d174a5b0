import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { runScript } from "../runScript.ts"

/** The role that requests act as: it owns nothing, so row-level security binds it (docs/decisions, SECURITY B8). */
export const appRole = "trunkline_app"

/**
 * The ground that every table stands on: the role of requests, `tenant_scope`, and `trunkline_enable_rls`.
 *
 * - `tenant_scope(tenant)` admits the rows of one tenant for the rest of the transaction (a statement outside a
 *   transaction is one) and returns the tenant, so that a statement can depend on it:
 *   `SELECT t.* FROM tenant_scope($1) s, LATERAL (SELECT … FROM tickets WHERE tenant_id = s.tenant_id … OFFSET 0) t`.
 *   The lateral reference makes the function run first; OFFSET 0 keeps the planner from taking the subquery apart.
 * - `trunkline_enable_rls(table)` is called for every table that has a `tenant_id uuid`. The role of requests gets the
 *   rows of its tenant, the owner of the tables gets all; where there is no such role, `trunkline.system` tells the
 *   pool that crosses tenants from those that do not.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  yield* runScript(
    sql,
    `
DO $$
BEGIN
  BEGIN
    CREATE ROLE ${appRole} NOLOGIN;
  EXCEPTION WHEN duplicate_object OR unique_violation THEN
    -- Roles belong to the server, and another database of it has been here before.
    NULL;
  END;
  EXECUTE format('GRANT ${appRole} TO %I', current_user);
  EXECUTE format('GRANT USAGE ON SCHEMA %I TO ${appRole}', current_schema());
  EXECUTE format('ALTER DEFAULT PRIVILEGES IN SCHEMA %I GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO ${appRole}', current_schema());
  EXECUTE format('ALTER DEFAULT PRIVILEGES IN SCHEMA %I GRANT USAGE, SELECT ON SEQUENCES TO ${appRole}', current_schema());
EXCEPTION WHEN insufficient_privilege THEN
  RAISE WARNING 'role ${appRole} cannot be set up by %', current_user;
END
$$;

CREATE FUNCTION tenant_scope(tenant uuid) RETURNS TABLE (tenant_id uuid)
LANGUAGE plpgsql VOLATILE ROWS 1 AS $$
BEGIN
  PERFORM set_config('trunkline.tenant', tenant::text, true);
  RETURN QUERY SELECT tenant;
END
$$;

CREATE FUNCTION trunkline_enable_rls(target regclass) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  -- As a subquery it is evaluated once for each statement instead of once for each row.
  own_tenant text := '(SELECT NULLIF(current_setting(''trunkline.tenant'', true), '''')::uuid)';
  has_role boolean := EXISTS (SELECT FROM pg_roles WHERE rolname = '${appRole}' AND pg_has_role(oid, 'MEMBER'));
BEGIN
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', target);
  EXECUTE format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', target);
  IF has_role THEN
    EXECUTE format('CREATE POLICY tenant ON %s TO ${appRole} USING (tenant_id = %s)', target, own_tenant);
    EXECUTE format('CREATE POLICY system ON %s TO %I USING (true)', target, current_user);
  ELSE
    EXECUTE format('CREATE POLICY tenant ON %s USING (tenant_id = %s)', target, own_tenant);
    EXECUTE format('CREATE POLICY system ON %s USING (current_setting(''trunkline.system'', true) = ''on'')', target);
  END IF;
END
$$;
`
  )
})
