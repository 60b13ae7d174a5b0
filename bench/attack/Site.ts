import { randomBytes } from "node:crypto"
import { join } from "node:path"
import { Effect, type Scope } from "effect"
import { freePort } from "../../src/runtime/freePort.ts"
import type { ServerFailed } from "../ChildServer.ts"
import { launchTrunkline } from "../Contender.ts"
import { callApi } from "../callApi.ts"
import type { Measurement } from "../Figure.ts"
import type { Target } from "../load.ts"
import { startPrivatePostgres } from "../PrivatePostgres.ts"

/** How much load the attacks create. */
export interface Options {
  /** Slow connections per attack. */
  readonly sockets: number
  /** Seconds per flood. */
  readonly seconds: number
}

export type AttackMeasurement = Measurement<Site, Options>

/** A server as it ships, rate limits included, and the paths and addresses to use against it. */
export interface Site extends Target {
  readonly pid: number
  readonly port: number
  readonly smtpPort: number
  /** Path of a ticket, and path of its brand's tickets. */
  readonly ticket: string
  readonly tickets: string
  /** The brand's built-in support address. */
  readonly address: string
}

const inboundDomain = "inbound.example"

export const startSite = Effect.fnUntraced(function* (
  folder: string
): Effect.fn.Return<Site, ServerFailed, Scope.Scope> {
  const postgres = yield* Effect.orDie(startPrivatePostgres(join(folder, "postgres")))
  yield* postgres.run("postgres", "CREATE DATABASE bench_attack")
  const smtpPort = yield* freePort("127.0.0.1")
  const node = yield* launchTrunkline(join(folder, "node"), {
    DATABASE_URL: postgres.url("bench_attack"),
    ENCRYPTION_KEY: randomBytes(32).toString("base64"),
    INBOUND_DOMAIN: inboundDomain,
    SMTP_PORT: String(smtpPort),
    LOG_FORMAT: "json",
    // Nothing listens there, so lookups fail immediately.
    DNS_SERVERS: "127.0.0.1:1"
  })
  const brand = yield* callApi(node, "POST", "/v1/brands", { name: "Attacked" })
  const tickets = `/v1/brands/${brand["id"]}/tickets`
  const ticket = yield* callApi(node, "POST", tickets, { title: "Hello", customerEmail: "ada@north.example" })
  return {
    ...node,
    port: Number(new URL(node.origin).port),
    smtpPort,
    tickets,
    ticket: `${tickets}/${ticket["id"]}`,
    address: `${brand["id"]}@${inboundDomain}`
  }
})
