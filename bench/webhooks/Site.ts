import { execFile } from "node:child_process"
import { randomBytes } from "node:crypto"
import { copyFileSync, existsSync, mkdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import { Effect, type Scope } from "effect"
import type { ServerFailed } from "../ChildServer.ts"
import { launchTrunkline } from "../Contender.ts"
import { callApi } from "../callApi.ts"
import type { Target } from "../load.ts"
import { type PrivatePostgres, startPrivatePostgres } from "../PrivatePostgres.ts"
import { type Receivers, startReceivers } from "./Receivers.ts"

/** A running server: where it is, its first key, and its process. */
export type Node = Target & { readonly pid: number }

/** What a webhook measurement runs on: one database, receivers, and as many servers as it starts. */
export interface Site {
  readonly postgres: PrivatePostgres
  readonly receivers: Receivers
  /** Starts a server on the shared database, the first one by default; it stops with the scope. */
  readonly startNode: (name?: string) => Effect.Effect<Node, ServerFailed, Scope.Scope>
  /** The current process id of PostgreSQL's postmaster. */
  readonly postmaster: Effect.Effect<number>
  /** Runs SQL on the shared database. */
  readonly sql: (text: string) => Effect.Effect<ReadonlyArray<Record<string, unknown>>>
  /** Posts per second that a raw loop of `client` achieves against the receivers, over this many posts or this long. */
  readonly rawLoop: (client: "fetch" | "undici", length: `${number} posts` | `${number} s`) => Effect.Effect<number>
}

/** Name of the shared database. */
const database = "bench_webhooks"
/** Concurrent posts of a raw loop: as many as the windows of twenty busy endpoints add up to. */
const inFlight = 32
/** Name of the first server. */
const first = "node"

/** A site on a fresh database in `folder`. */
export const startSite = Effect.fnUntraced(function* (folder: string) {
  const postgres = yield* startPrivatePostgres(join(folder, "postgres"))
  yield* postgres.run("postgres", `CREATE DATABASE ${database}`)
  const receivers = yield* startReceivers
  const settings = {
    DATABASE_URL: postgres.url(database),
    ENCRYPTION_KEY: randomBytes(32).toString("base64"),
    WEBHOOK_ALLOW_NETWORKS: "127.0.0.0/8"
  }
  const site: Site = {
    postgres,
    receivers,
    startNode: (name = first) =>
      Effect.suspend(() => {
        const [own, common] = [name, first].map((name) => join(folder, name, "credentials.json"))
        mkdirSync(join(folder, name), { recursive: true })
        // The first server created the account; the others are given its key.
        if (own !== undefined && common !== undefined && !existsSync(own) && existsSync(common))
          copyFileSync(common, own)
        return launchTrunkline(join(folder, name), settings)
      }),
    postmaster: Effect.sync(() =>
      Number.parseInt(readFileSync(join(folder, "postgres/postgres/postmaster.pid"), "utf8"), 10)
    ),
    sql: (text) => postgres.run(database, text),
    rawLoop: (client, length) =>
      Effect.promise(async () => {
        const script = join(import.meta.dirname, "postLoop.ts")
        const given = [client, receivers.url("ok", "raw"), length, String(inFlight)]
        const { stdout } = await promisify(execFile)(process.execPath, [script, ...given])
        return Number(stdout)
      })
  }
  return site
})

/** Creates a brand, and returns its id. */
export const makeBrand = (node: Target, name: string) =>
  Effect.map(callApi(node, "POST", "/v1/brands", { name }), ({ id }) => String(id))

/** Creates a webhook of the brand for all events of its tickets. */
export const subscribe = (node: Target, brandId: string, url: string, ordering: "ticket" | "none" = "ticket") =>
  Effect.map(
    callApi(node, "POST", `/v1/brands/${brandId}/webhooks`, {
      url,
      events: ["ticket.created", "ticket.updated"],
      ordering
    }),
    ({ id }) => String(id)
  )

/** Opens a ticket of everyday size, and returns its id. */
export const openTicket = (node: Target, brandId: string, n: number | string) =>
  Effect.map(
    callApi(node, "POST", `/v1/brands/${brandId}/tickets`, {
      title: `Invoice ${n} shows the wrong company`,
      body: "Please correct the address on it. ".repeat(8),
      customerEmail: `customer${Number(n) % 500}@north.example`
    }),
    ({ id }) => String(id)
  )
