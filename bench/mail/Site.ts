import { randomBytes } from "node:crypto"
import { join } from "node:path"
import { Context, Effect, Layer, type Scope } from "effect"
import { freePort } from "../../src/runtime/freePort.ts"
import { DnsServer, publish } from "../../test/support/DnsServer.ts"
import { type ServerFailed, startChildServer } from "../ChildServer.ts"
import { launchTrunkline } from "../Contender.ts"
import { callApi } from "../callApi.ts"
import type { Target } from "../load.ts"
import { type PrivatePostgres, startPrivatePostgres } from "../PrivatePostgres.ts"
import { type Corpus, makeCorpus } from "./corpus.ts"
import { MailClient } from "./MailClient.ts"

/** A running server: where its API and its mail listener are, its first key, and its process. */
export type Node = Target & { readonly pid: number; readonly smtpPort: number }

/** What a mail measurement runs on: a database, a DNS server that knows the senders, and the mail to send. */
export interface Site {
  readonly postgres: PrivatePostgres
  readonly corpus: Corpus
  /** Starts the server on the site's database; it stops with the scope. */
  readonly startNode: (settings?: Readonly<Record<string, string>>) => Effect.Effect<Node, ServerFailed, Scope.Scope>
  /**
   * Starts what the server is compared with: the sink, which stores nothing, and the floor, the least that keeps every mail.
   */
  readonly startSink: Effect.Effect<Pick<Node, "pid" | "smtpPort">, ServerFailed, Scope.Scope>
  readonly startFloor: Effect.Effect<Pick<Node, "pid" | "smtpPort">, ServerFailed, Scope.Scope>
  /** Runs SQL on the site's database. */
  readonly sql: (text: string) => Effect.Effect<ReadonlyArray<Record<string, unknown>>>
}

/** Names of the site's database and of the floor's. */
const database = "bench_mail"
const floorDatabase = "bench_mail_floor"
export const inboundDomain = "inbound.example"
/** Number of senders: enough for each to stay below the hourly limit per sender. */
const senders = 1_000

/** A site on a fresh database in `folder`. */
export const startSite = Effect.fnUntraced(function* (folder: string) {
  const postgres = yield* startPrivatePostgres(join(folder, "postgres"))
  yield* postgres.run("postgres", `CREATE DATABASE ${database}`)
  const corpus = yield* Effect.promise(() => makeCorpus(senders))
  const dns = Context.get(yield* Layer.build(DnsServer.layer), DnsServer)
  for (const [name, text] of corpus.records)
    publish(dns.zone, name, { type: "TXT", strings: text.match(/.{1,255}/g) ?? [] })
  const common = {
    DATABASE_URL: postgres.url(database),
    ENCRYPTION_KEY: randomBytes(32).toString("base64"),
    INBOUND_DOMAIN: inboundDomain,
    SMTP_PROXIES: "127.0.0.1",
    DNS_SERVERS: `127.0.0.1:${dns.port}`
  }
  const startOther = Effect.fnUntraced(function* (name: "sink" | "floor", env: Readonly<Record<string, string>> = {}) {
    const smtpPort = yield* freePort("127.0.0.1")
    const pid = yield* startChildServer(
      {
        command: process.execPath,
        args: [join(import.meta.dirname, `${name}.ts`)],
        env: { NODE_ENV: "production", PORT: String(smtpPort), ...env },
        log: join(folder, `${name}.log`)
      },
      answers(smtpPort)
    )
    return { pid, smtpPort }
  })
  const site: Site = {
    postgres,
    corpus,
    startNode: Effect.fnUntraced(function* (settings = {}) {
      const smtpPort = yield* freePort("127.0.0.1")
      const node = yield* launchTrunkline(join(folder, "node"), {
        ...common,
        SMTP_PORT: String(smtpPort),
        ...settings
      })
      return { ...node, smtpPort }
    }),
    startSink: startOther("sink"),
    startFloor: Effect.gen(function* () {
      yield* postgres.run("postgres", `CREATE DATABASE ${floorDatabase}`)
      return yield* startOther("floor", {
        DATABASE_URL: postgres.url(floorDatabase),
        DNS_SERVERS: common.DNS_SERVERS
      })
    }),
    sql: (text) => postgres.run(database, text)
  }
  return site
})

/** Succeeds once a mail server sends its greeting. */
const answers = (port: number) =>
  Effect.tryPromise(async () => {
    const client = new MailClient(port)
    try {
      await client.ask("NOOP", "198.51.100.1")
    } finally {
      client.close()
    }
  })

/** Creates a brand; returns it with its built-in support address. */
export const makeBrand = (node: Target, name: string, settings: object = {}) =>
  Effect.map(callApi(node, "POST", "/v1/brands", { name, ...settings }), ({ id }) => ({
    id: String(id),
    address: `${id}@${inboundDomain}`
  }))
