import { once } from "node:events"
import { readFileSync } from "node:fs"
import { type AddressInfo, connect, createServer, type Socket } from "node:net"
import { join } from "node:path"
import { TLSSocket } from "node:tls"
import * as PgClient from "@effect/sql-pg/PgClient"
import { assert, it } from "@effect/vitest"
import { Effect, Logger, Option, Redacted } from "effect"
import * as Reactivity from "effect/reactivity/Reactivity"
import { inject } from "vitest"
import { connectDatabase } from "../../src/sql/connectDatabase.ts"
import { Database } from "../../src/sql/Database.ts"
import { addressOf } from "../../src/sql/watchedSocket.ts"
import { alterDatabase, emptyDatabase, freshDatabase } from "../support/TestDatabase.ts"

it.live("A configured database is migrated and opened, without a data folder", () =>
  Effect.gen(function* () {
    const databaseUrl = Option.some(yield* freshDatabase)
    const rows = yield* Database.use(({ reads }) => reads`SELECT 1 AS one`).pipe(
      Effect.provide(Database.layer({ databaseUrl, dataDir: "/nowhere", poolSize: 2 }))
    )
    assert.deepStrictEqual(rows, [{ one: 1 }])
  })
)

it.live("A database that refuses us is reported with the server's reason at once, and without the password", () =>
  Effect.gen(function* () {
    const url = new URL(inject("templateUrl"))
    url.password = "hunter2"
    const error = yield* Effect.flip(connectDatabase(Redacted.make(url.href)))
    assert.match(
      error.message,
      /^The database on .* cannot be used \(password authentication failed for user "\w+"\): /
    )
    assert.notInclude(error.message, "hunter2")
  })
)

const pem = (name: string) => readFileSync(join(import.meta.dirname, "../fixtures/tls", `${name}.pem`), "utf8")

/** A server that is not PostgreSQL: it answers the first bytes of every client. */
const listening = (answer: (socket: Socket) => void) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const server = createServer((socket) => {
        socket.on("error", () => {})
        socket.once("data", () => answer(socket))
      })
      await once(server.listen(0, "127.0.0.1"), "listening")
      return server
    }),
    (server) => Effect.sync(() => void server.close())
  )

/** The start of a PostgreSQL connection: accepts a request for TLS (S), and shows a certificate that no one issued. */
const startUntrusted = listening((socket) => {
  socket.write("S")
  new TLSSocket(socket, { isServer: true, key: pem("key"), cert: pem("selfsigned") }).on("error", () => {})
})

it.live("A database with an untrusted certificate is not waited for, and the error says how to trust it", () =>
  Effect.gen(function* () {
    const { port } = (yield* startUntrusted).address() as AddressInfo
    const url = Redacted.make(`postgres://desk:hunter2@127.0.0.1:${port}/desk?sslmode=require`)
    const error = yield* Effect.flip(Effect.timeout(connectDatabase(url), "5 seconds"))
    assert.match(
      error.message,
      /^The database on 127\.0\.0\.1 cannot be used \(.*certificate.*NODE_EXTRA_CA_CERTS.*\): check DATABASE_URL/
    )
    assert.notInclude(error.message, "hunter2")
  })
)

/** Replies that it has no TLS (N), as a PostgreSQL without a certificate does. */
const startPlain = listening((socket) => socket.write("N"))

it.live("A TLS file named in the URL is not silently ignored", () =>
  Effect.gen(function* () {
    const url = Redacted.make("postgres://desk@127.0.0.1:1/desk?sslmode=verify-full&sslrootcert=/etc/rds.pem")
    const error = yield* Effect.flip(connectDatabase(url))
    assert.match(
      error.message,
      /^The database on 127\.0\.0\.1 cannot be used \(sslrootcert is not supported; .*NODE_EXTRA_CA_CERTS/
    )
  })
)

it.live("A client certificate is not silently left out", () =>
  Effect.gen(function* () {
    const url = Redacted.make("postgres://desk@127.0.0.1:1/desk?sslmode=require&sslcert=/etc/desk.pem")
    assert.include(
      (yield* Effect.flip(connectDatabase(url))).message,
      "(sslcert is not supported; use a password instead of a client certificate): check"
    )
  })
)

/** Replies as PostgreSQL does to a session that its rules admit only with TLS, in whatever language. */
const startEncryptedOnly = listening((socket) => {
  const fields = "SFATAL\0VFATAL\0C28000\0Mkein pg_hba.conf-Eintrag, keine Verschlüsselung\0\0"
  const bytes = Buffer.from(fields)
  const head = Buffer.alloc(5, "E")
  head.writeInt32BE(4 + bytes.length, 1)
  socket.end(Buffer.concat([head, bytes]))
})

it.live("A database that admits nobody without TLS is reported with how to ask for it", () =>
  Effect.gen(function* () {
    const { port } = (yield* startEncryptedOnly).address() as AddressInfo
    const url = Redacted.make(`postgres://desk:hunter2@127.0.0.1:${port}/desk`)
    assert.include(
      (yield* Effect.flip(connectDatabase(url))).message,
      "(kein pg_hba.conf-Eintrag, keine Verschlüsselung; if it requires TLS, add ?sslmode=require): check"
    )
  })
)

it.live("A URL that the client cannot use, or a server without the TLS that it asks for, is not waited for", () =>
  Effect.gen(function* () {
    const { port } = (yield* startPlain).address() as AddressInfo
    const objections = [
      ["127.0.0.1:1/desk?sslmode=nonsense", /\(Unrecognized sslmode in URL: "nonsense"\): check DATABASE_URL/],
      ["127.0.0.1:1/desk?connect_timeout=soon", /\(Invalid connect_timeout in URL: "soon"\)/],
      ["127.0.0.1:1/desk%ZZ", /\(Invalid percent-encoding in URL database\)/],
      // Ignored, the first would mean no TLS, and the second that tables are created elsewhere.
      ["127.0.0.1:1/desk?ssl=true", /\(its parameter ssl is unknown; leave it out, or use one of host, .*sslmode/],
      [
        "127.0.0.1:1/desk?schema=support",
        /\(its parameter schema is unknown; leave it out, or use one of host, .*options/
      ],
      ["127.0.0.1:1/desk?hunter2@db/desk", /\(a parameter is unknown; leave it out, or use one of host/],
      ["10.0.0.1,10.0.0.2/desk", /\(several hosts are not supported; name one that always leads to the primary\)/],
      ["127.0.0.1/desk?host=/run/a,/run/b", /\(several hosts are not supported/],
      [`127.0.0.1:${port}/desk?sslmode=require`, /\(The server does not support TLS\)/]
    ] as const
    for (const [address, told] of objections) {
      const url = Redacted.make(`postgres://desk:hunter2@${address}`)
      const error = yield* Effect.flip(Effect.timeout(connectDatabase(url), "5 seconds"))
      assert.match(error.message, told)
      assert.notInclude(error.message, "hunter2")
    }
  })
)

it.live("A URL as hosting providers and other clients write it is accepted, if what it asks for is so anyway", () =>
  Effect.gen(function* () {
    const url = new URL(Redacted.value(yield* freshDatabase))
    for (const [name, value] of Object.entries({
      channel_binding: "require",
      connect_timeout: "15",
      pgbouncer: "true",
      sslnegotiation: "postgres",
      target_session_attrs: "read-write",
      uselibpqcompat: "true"
    }))
      url.searchParams.set(name, value)
    yield* connectDatabase(Redacted.make(url.href))
  })
)

it.live("A URL without a host is reported as the one of this machine", () =>
  Effect.gen(function* () {
    const error = yield* Effect.flip(connectDatabase(Redacted.make("postgres:///desk?schema=support")))
    assert.include(error.message, "The database on localhost cannot be used (its parameter schema is unknown;")
  })
)

/** A proxy to the database that replaces the setting with which the first connection starts, as poolers that drop it do. */
const pooled = Effect.gen(function* () {
  const url = new URL(Redacted.value(yield* freshDatabase))
  const target = addressOf(url)
  const server = createServer((near) => {
    const far = connect(target)
    near.once("data", (bytes) => {
      far.write(Buffer.from(bytes.toString("latin1").replace("trunkline.start", "trunkline.stray"), "latin1"))
      near.pipe(far)
    })
    far.pipe(near)
    for (const socket of [near, far]) socket.on("error", () => {})
    near.on("close", () => far.destroy())
  })
  yield* Effect.acquireRelease(
    Effect.promise(async () => void (await once(server.listen(0, "127.0.0.1"), "listening"))),
    () => Effect.sync(() => void server.close())
  )
  url.searchParams.delete("host")
  url.port = String((server.address() as AddressInfo).port)
  return Redacted.make(url.href)
})

/** Replies as PgBouncer does to a setting that it is not told to ignore. */
const startPooler = listening((socket) => {
  const fields = "SFATAL\0VFATAL\0C08P01\0Munsupported startup parameter: trunkline.start\0\0"
  const head = Buffer.alloc(5, "E")
  head.writeInt32BE(4 + fields.length, 1)
  socket.end(Buffer.concat([head, Buffer.from(fields)]))
})

it.live("A pooler is detected before anything is written through it", () =>
  Effect.gen(function* () {
    const { port } = (yield* startPooler).address() as AddressInfo
    for (const url of [yield* pooled, Redacted.make(`postgres://desk:hunter2@127.0.0.1:${port}/desk`)]) {
      const error = yield* Effect.flip(connectDatabase(url))
      assert.match(
        error.message,
        /^The database on .* cannot be used \(.*point it at PostgreSQL itself, not at a pooler such as/
      )
      assert.notInclude(error.message, "hunter2")
    }
  })
)

it.live("A database that cannot be written to is reported with advice", () =>
  Effect.gen(function* () {
    const url = new URL(Redacted.value(yield* freshDatabase))
    const sql = yield* PgClient.makeClient({ url: Redacted.make(url.href) }).pipe(Effect.provide(Reactivity.layer))
    const name = url.pathname.slice(1)
    yield* sql`CREATE ROLE ${sql(name)} LOGIN PASSWORD 'hunter2'`
    const user = Object.assign(new URL(url), { username: name, password: "hunter2" })
    const refused = (at: URL) =>
      Effect.map(Effect.flip(connectDatabase(Redacted.make(at.href))), ({ message }) => message)
    assert.include(
      yield* refused(user),
      `(its user may not create tables in it; run as a superuser: ALTER DATABASE ${name} OWNER TO ${name}): check DATABASE_URL`
    )
    yield* sql`ALTER DATABASE ${sql(name)} OWNER TO ${sql(name)}`
    assert.include(
      yield* refused(user),
      `(its tables were created by another user than ${name}; connect as that user, and restore a dump as a user of the same name)`
    )
    yield* sql`ALTER POLICY system ON accounts TO CURRENT_USER, ${sql(name)}`
    yield* connectDatabase(Redacted.make(user.href))
    yield* sql`ALTER POLICY system ON accounts TO CURRENT_USER`
    yield* sql`ALTER DATABASE ${sql(name)} SET default_transaction_read_only = on`
    assert.include(yield* refused(user), "(it is read-only, as a standby is): check DATABASE_URL")
    yield* sql`ALTER DATABASE ${sql(name)} OWNER TO CURRENT_USER`
    yield* sql`DROP ROLE ${sql(name)}`
  })
)

it.live(
  "A database whose encoding or locale cannot store what people write is reported before anything is created in it",
  () =>
    Effect.gen(function* () {
      const url = new URL(Redacted.value(yield* freshDatabase))
      const sql = yield* PgClient.makeClient({ url: Redacted.make(url.href) }).pipe(Effect.provide(Reactivity.layer))
      const name = `${url.pathname.slice(1)}_other`
      const refused = Effect.fnUntraced(function* (kind: string) {
        yield* sql`CREATE DATABASE ${sql(name)} TEMPLATE template0 ${sql.literal(kind)}`
        const at = Object.assign(new URL(url), { pathname: name })
        const { message } = yield* Effect.flip(connectDatabase(Redacted.make(at.href)))
        yield* sql`DROP DATABASE ${sql(name)} WITH (FORCE)`
        return message
      })
      const other =
        "create one with TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C.UTF-8', or another UTF-8 locale): check"
      for (const encoding of ["SQL_ASCII", "LATIN1", "WIN1251"])
        assert.include(
          yield* refused(`ENCODING '${encoding}' LOCALE_PROVIDER libc LOCALE 'C'`),
          `cannot be used (its encoding is ${encoding}; ${other}`
        )
      for (const locale of ["LOCALE_PROVIDER libc LOCALE 'C'", "LOCALE_PROVIDER icu ICU_LOCALE 'tr-TR' LOCALE 'C'"])
        assert.include(
          yield* refused(`ENCODING 'UTF8' ${locale}`),
          `(its locale does not match upper and lower case; ${other}`
        )
    })
)

it.live("A short limit that the database sets for all statements does not end a start", () =>
  Effect.gen(function* () {
    const url = yield* freshDatabase
    const sql = yield* PgClient.makeClient({ url }).pipe(Effect.provide(Reactivity.layer))
    yield* alterDatabase(sql, { statement_timeout: "1ms", lock_timeout: "1ms", idle_session_timeout: "1ms" })
    yield* connectDatabase(url)
  })
)

it.live("A search_path that leads nowhere is reported as such", () =>
  Effect.gen(function* () {
    const url = new URL(Redacted.value(yield* freshDatabase))
    url.searchParams.set("options", "-c search_path=nowhere")
    const error = yield* Effect.flip(connectDatabase(Redacted.make(url.href)))
    assert.include(error.message, "(no schema in its search_path exists: nowhere): check DATABASE_URL")
  })
)

it.live("A schema that hides our tables is reported, instead of getting new ones", () =>
  Effect.gen(function* () {
    const database = yield* freshDatabase
    const sql = yield* PgClient.makeClient({ url: database }).pipe(Effect.provide(Reactivity.layer))
    yield* sql`CREATE SCHEMA newer`
    const url = new URL(Redacted.value(database))
    url.searchParams.set("options", "-c search_path=newer,public")
    const error = yield* Effect.flip(connectDatabase(Redacted.make(url.href)))
    const { username } = url
    assert.include(
      error.message,
      `(its tables are in the schema public, but its search_path begins with newer; run: ALTER ROLE ${username} SET search_path = public): check`
    )
    url.searchParams.set("options", "-c search_path=public,newer")
    yield* connectDatabase(Redacted.make(url.href))
  })
)

it.live("The database of another program is reported, and its table of migrations left as it is", () =>
  Effect.gen(function* () {
    const { sql, url } = yield* emptyDatabase
    yield* sql`CREATE TABLE migrations (id int, migration text)`
    assert.include(
      (yield* Effect.flip(connectDatabase(url))).message,
      "(another program has a table called migrations in its schema public; create a database for Trunkline alone): check"
    )
  })
)

it.live("An incomplete restore is reported, instead of going on without what keeps names apart", () =>
  Effect.gen(function* () {
    const url = yield* freshDatabase
    const sql = yield* PgClient.makeClient({ url }).pipe(Effect.provide(Reactivity.layer))
    yield* sql`DROP INDEX tags_name`
    assert.include(
      (yield* Effect.flip(connectDatabase(url))).message,
      "(it was not restored completely: the index tags_name is missing; restore it again, into a database with the locale of the original): check"
    )
  })
)

it.live("Indexes that another version of the locale has sorted are warned about", (context) =>
  Effect.gen(function* () {
    const url = yield* freshDatabase
    const sql = yield* PgClient.makeClient({ url }).pipe(Effect.provide(Reactivity.layer))
    const name = new URL(Redacted.value(url)).pathname.slice(1)
    const aged = yield* sql`UPDATE pg_database SET datcollversion = 'aged'
      WHERE datname = ${name} AND pg_database_collation_actual_version(oid) IS NOT NULL RETURNING datname`
    if (aged.length === 0) return context.skip("its locale has no versions")
    const told: Array<string> = []
    yield* connectDatabase(url).pipe(
      Effect.provide(Logger.layer([Logger.make(({ message }) => void told.push(String(message)))]))
    )
    assert.deepStrictEqual(
      told.filter((text) => text.includes("indexes")),
      [
        `The system that the database runs on sorts text otherwise than the one that made its indexes, so that searches may miss what is there, and two customers may get the same address: stop all nodes and run REINDEX DATABASE ${name}; ALTER DATABASE ${name} REFRESH COLLATION VERSION`
      ]
    )
  })
)

it.live.skipIf(process.env["TEST_DATABASE_URL"] !== undefined)(
  "A database that a crash could make lose acknowledged data is warned about at the start",
  () =>
    Effect.gen(function* () {
      const told: Array<unknown> = []
      // The run's own server is one: it trades durability for speed.
      yield* connectDatabase(Redacted.make(inject("templateUrl"))).pipe(
        Effect.provide(Logger.layer([Logger.make(({ message }) => void told.push(String(message)))]))
      )
      assert.deepStrictEqual(
        told.toSorted(),
        ["fsync", "full_page_writes"].map(
          (name) => `The database runs with ${name} off: a crash of its machine can lose acknowledged tickets.`
        )
      )
    })
)
