import { randomBytes } from "node:crypto"
import { mkdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { Effect, Schema, type Scope } from "effect"
import { request } from "undici"
import { freePort } from "../src/runtime/freePort.ts"
import { type ServerFailed, startChildServer } from "./ChildServer.ts"
import type { Target } from "./load.ts"
import type { PrivatePostgres } from "./PrivatePostgres.ts"
import { serverArguments } from "./serverArguments.ts"

/** A server under load. All contenders serve the same paths, so one load works for each of them. */
export interface Contender extends Target {
  readonly name: "reference" | "floor" | "trunkline"
  /** Its process id. */
  readonly pid: number
  /** Its database on the shared PostgreSQL server. */
  readonly database: string
}

/** The root of the repository. */
const root = join(import.meta.dirname, "..")

/** The file that Trunkline leaves in DATA_DIR for scripts; its other members are not needed here. */
const Credentials = Schema.fromJsonString(Schema.Struct({ liveKey: Schema.String }))

/**
 * Starts the hand-written program of `reference/` on a fresh database: as the reference, or as the floor, whose writes also
 * store what Trunkline's writes store.
 */
export const startReference = (
  postgres: PrivatePostgres,
  folder: string,
  name: "reference" | "floor"
): Effect.Effect<Contender, ServerFailed, Scope.Scope> =>
  Effect.gen(function* () {
    const key = `sk_live_${randomBytes(24).toString("hex")}`
    const database = `bench_${name}`
    yield* postgres.run("postgres", `CREATE DATABASE ${database}`)
    for (const script of name === "floor" ? ["schema.sql", "floor.sql"] : ["schema.sql"])
      yield* postgres.run(database, readFileSync(join(root, "bench/reference", script), "utf8"))
    yield* postgres.run(
      database,
      `INSERT INTO accounts (name) VALUES ('Bench'); INSERT INTO api_keys VALUES (sha256('${key}'), 1)`
    )
    const port = yield* freePort("127.0.0.1")
    const origin = `http://127.0.0.1:${port}`
    const pid = yield* startChildServer(
      {
        command: process.execPath,
        args: [join(root, "bench/reference/server.ts")],
        env: {
          PORT: String(port),
          DATABASE_URL: postgres.url(database),
          NODE_ENV: "production",
          KEEPS: name === "floor" ? "all" : "tickets"
        },
        log: join(folder, `${name}.log`)
      },
      answersOk(`${origin}/v1/health`)
    )
    return { name, origin, key, pid, database }
  })

/** Starts Trunkline on a fresh database of the shared PostgreSQL server. */
export const startTrunkline = (
  postgres: PrivatePostgres,
  folder: string
): Effect.Effect<Contender, ServerFailed, Scope.Scope> =>
  Effect.gen(function* () {
    yield* postgres.run("postgres", "CREATE DATABASE bench_trunkline")
    const { key, origin, pid } = yield* launchTrunkline(join(folder, "trunkline"), {
      DATABASE_URL: postgres.url("bench_trunkline"),
      ENCRYPTION_KEY: randomBytes(32).toString("base64")
    })
    return { name: "trunkline", origin, key, pid, database: "bench_trunkline" }
  })

/** Starts Trunkline as `npm start` does, with `folder` as its DATA_DIR. It is up once a call with its own key returns 200. */
export const launchTrunkline = (
  folder: string,
  env: Readonly<Record<string, string>>
): Effect.Effect<Target & { readonly pid: number }, ServerFailed, Scope.Scope> =>
  Effect.gen(function* () {
    mkdirSync(folder, { recursive: true })
    const port = yield* freePort("127.0.0.1")
    const origin = `http://127.0.0.1:${port}`
    const credentials = Effect.try(() => readFileSync(join(folder, "credentials.json"), "utf8")).pipe(
      Effect.flatMap(Schema.decodeEffect(Credentials))
    )
    const pid = yield* startChildServer(
      {
        command: process.execPath,
        args: serverArguments,
        env: {
          DATA_DIR: folder,
          HOST: "127.0.0.1",
          PORT: String(port),
          SMTP_PORT: "0",
          RATE_LIMIT_PER_MINUTE: "10000000",
          ...env
        },
        log: `${folder}.log`
      },
      credentials.pipe(Effect.flatMap(({ liveKey }) => answersOk(`${origin}/v1/brands`, liveKey)))
    )
    const { liveKey } = yield* Effect.orDie(credentials)
    return { name: "trunkline", origin, key: liveKey, pid }
  })

/** Succeeds when the URL returns 200. */
const answersOk = (url: string, key?: string) =>
  Effect.tryPromise(async (signal) => {
    const headers = key === undefined ? {} : { authorization: `Bearer ${key}` }
    const { body, statusCode } = await request(url, { headers, signal })
    await body.dump()
    if (statusCode !== 200) throw new Error(`answered ${statusCode}`)
  })
