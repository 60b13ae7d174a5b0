/** A look at a database: a query that has a row, with `found`, where something is wrong, and what is said of that. */
export interface DatabaseCheck {
  readonly query: string
  readonly told: (found: string) => string
}

/** A setting of ours in the first connection's startup packet, as in those of all later ones: a pooler refuses or drops it. */
export const proof = "trunkline.start"
export const notThroughPooler = "point it at PostgreSQL itself, not at a pooler such as PgBouncer"

const another = "create one with TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C.UTF-8', or another UTF-8 locale"

/** Our table of that name, as `c`, if the migrations have created it. */
const ours = (table: string) => `pg_class c where c.oid = to_regclass('${table}') and c.relforcerowsecurity`

/** Why a database is refused. The first reason is told, and the checks after it may rely on its absence. */
export const refusals: ReadonlyArray<DatabaseCheck> = [
  {
    query: `select proof as found from coalesce(current_setting('${proof}', true), '') proof where proof <> 'on'`,
    told: () => `a startup parameter of the connection was lost on the way; ${notThroughPooler}`
  },
  {
    // The oldest with what the migrations use, and the checks below.
    query: "select version() as found where current_setting('server_version_num')::int < 150000",
    told: () => "it is older than PostgreSQL 15"
  },
  {
    query: "select encoding as found from current_setting('server_encoding') encoding where encoding <> 'UTF8'",
    told: (encoding) => `its encoding is ${encoding}; ${another}`
  },
  {
    // The C locale knows no capital Ä, and in a Turkish one, I is not the capital of i.
    query: "select lower('IÄ') as found where lower('IÄ') <> 'iä'",
    told: () => `its locale does not match upper and lower case; ${another}`
  },
  {
    query: "select 'on' as found where current_setting('transaction_read_only') = 'on'",
    told: () => "it is read-only, as a standby is"
  },
  {
    query: "select current_setting('search_path') as found where current_schema() is null",
    told: (searchPath) => `no schema in its search_path exists: ${searchPath}`
  },
  {
    // Since PostgreSQL 15, only the owner may create tables.
    query: `select format('ALTER DATABASE %I OWNER TO %I', current_database(), current_user) as found
      where not has_schema_privilege(current_schema(), 'CREATE')`,
    told: (command) => `its user may not create tables in it; run as a superuser: ${command}`
  },
  {
    // Policies name the user who created the tables, and a dump keeps that name: row-level security hides all rows from others.
    query: `select current_user as found from ${ours("accounts")}
      and not (select rolsuper or rolbypassrls from pg_roles where rolname = current_user)
      and not exists (select from pg_policy p, unnest(p.polroles) role
        where p.polrelid = c.oid and p.polname = 'system' and (role = 0 or pg_has_role(role, 'USAGE')))`,
    told: (user) =>
      `its tables were created by another user than ${user}; connect as that user, and restore a dump as a user of the same name`
  },
  {
    // New tables would be created elsewhere, where a schema named like the user was made after our tables.
    query: `select format('its tables are in the schema %s, but its search_path begins with %I; run: ALTER ROLE %I SET search_path = %1$s',
        c.relnamespace::regnamespace, current_schema(), current_user) as found
      from ${ours("accounts")} and c.relnamespace <> to_regnamespace(quote_ident(current_schema()))`,
    told: (sentence) => sentence
  },
  {
    query: `select c.relnamespace::regnamespace::text as found
      from pg_class c where c.oid = to_regclass(quote_ident(current_schema()) || '.migrations')
        and not exists (select from pg_attribute where attrelid = c.oid and attname = 'checksum')`,
    told: (schema) =>
      `another program has a table called migrations in its schema ${schema}; create a database for Trunkline alone`
  },
  {
    // A restore leaves these indexes out where names that differ in the locale of the original are equal in the new one.
    query: `select name as found from unnest(array['categories_name', 'tags_name']) name, ${ours("tags")} and to_regclass(name) is null`,
    told: (index) =>
      `it was not restored completely: the index ${index} is missing; restore it again, into a database with the locale of the original`
  }
]

const offInCrash = (setting: string): DatabaseCheck => ({
  query: `select '${setting}' as found where current_setting('${setting}') = 'off'`,
  told: () => `The database runs with ${setting} off: a crash of its machine can lose acknowledged tickets.`
})

/** What the operator of a database is warned of. */
export const warnings: ReadonlyArray<DatabaseCheck> = [
  {
    // An older version of the locale, as of another system's C library, sorted the indexes.
    query: `select format('REINDEX DATABASE %1$I; ALTER DATABASE %1$I REFRESH COLLATION VERSION', datname) as found
      from pg_database where datname = current_database() and datcollversion <> pg_database_collation_actual_version(oid)`,
    told: (commands) =>
      `The system that the database runs on sorts text otherwise than the one that made its indexes, so that searches may miss what is there, and two customers may get the same address: stop all nodes and run ${commands}`
  },
  offInCrash("fsync"),
  offInCrash("full_page_writes")
]
