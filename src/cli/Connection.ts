import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { parseEnv } from "node:util"
import { Console, Context, Effect, Layer, Ref, Schema } from "effect"
import {
  ConnectionError,
  type Page,
  type Pages,
  RateLimitedError,
  ServerError,
  TimeoutError,
  Trunkline,
  TrunklineError
} from "../../sdk/src/index.ts"
import { plain } from "./output.ts"
import { progressOn } from "./transfer/Progress.ts"

/** Times that work is begun again which was told to wait; the client has waited some seconds each time before. */
const patience = 100

/** What is said to whoever runs a command, without a stack. */
export class CommandFailed extends Schema.TaggedError<CommandFailed>()("CommandFailed", { message: Schema.String }) {}

export interface ConnectionOptions {
  readonly url: string | undefined
  readonly key: string | undefined
  /** Test data: with the test key of the server's first start. */
  readonly test: boolean
  /** What is done touches no data, so that a live key will do where `test` is said. */
  readonly anyKey: boolean
}

/** The server that a command is about. */
export class Connection extends Context.Service<
  Connection,
  {
    readonly client: Trunkline
    readonly url: string
    /** The brand that is meant when none is named. */
    readonly brandId: string | undefined
    /** Whether patient work waits for the server, and has said so. */
    readonly isAway: Ref.Ref<boolean>
  }
>()("trunkline/cli/Connection") {
  /** From what was said, from the environment, or from what the server here wrote at its first start. */
  static readonly layer = (options: ConnectionOptions) =>
    Layer.effect(
      Connection,
      Effect.gen(function* () {
        const written = yield* credentials
        const baseUrl = options.url ?? variable("TRUNKLINE_URL") ?? written?.apiUrl
        const apiKey =
          options.key ?? variable("TRUNKLINE_API_KEY") ?? (options.test ? written?.testKey : written?.liveKey)
        if (baseUrl === undefined || apiKey === undefined)
          return yield* new CommandFailed({
            message:
              "No server found: start one here with npm start, or specify one with --url and --key, or with TRUNKLINE_URL and TRUNKLINE_API_KEY."
          })
        if (!isWebAddress(baseUrl))
          return yield* new CommandFailed({
            message: `The server's address is ${JSON.stringify(baseUrl)}, but must be like https://desk.example.`
          })
        if (!/^[!-~]+$/.test(apiKey))
          return yield* new CommandFailed({
            message: "The key contains characters that no key has: copy all of it, without spaces and …"
          })
        if (options.test && !options.anyKey && apiKey.startsWith("sk_live_"))
          return yield* new CommandFailed({
            message:
              "This needs a test key, and the key is a live key: specify a test key (sk_test_…) with --key or TRUNKLINE_API_KEY."
          })
        const isOwn = apiKey === written?.liveKey || apiKey === written?.testKey
        const brandId = apiKey === written?.testKey ? written?.testBrandId : written?.brandId
        return {
          client: new Trunkline({ baseUrl, apiKey }),
          url: baseUrl,
          brandId: isOwn ? brandId : undefined,
          isAway: yield* Ref.make(false)
        }
      })
    )
}

interface Written {
  readonly apiUrl: string
  readonly liveKey: string
  readonly testKey: string
  readonly brandId: string
  readonly testBrandId: string
}

const credentials = Effect.gen(function* () {
  const dataDir = variable("DATA_DIR") ?? (yield* read(".env", parseEnv))?.["DATA_DIR"]
  return yield* read(join(dataDir || "data", "credentials.json"), (text) => JSON.parse(text) as Written)
})

/** What a file says; undefined where there is none. */
const read = <A>(file: string, parse: (text: string) => A) =>
  Effect.try({
    try: () => (existsSync(file) ? parse(readFileSync(file, "utf8")) : undefined),
    catch: (error) => new CommandFailed({ message: `${file} cannot be read: ${String(error)}` })
  })

/** A variable of the environment. An empty one is unset: CI systems pass variables on that way. */
const variable = (name: string): string | undefined => process.env[name]?.trim() || undefined

/** Whether requests can be sent there. */
export const isWebAddress = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)

/** What a call answers; a refusal becomes a sentence that names what is wrong. */
export const ask = <A>(call: (client: Trunkline) => PromiseLike<A>): Effect.Effect<A, CommandFailed, Connection> =>
  Effect.mapError(attempt(call), failed)

/**
 * The same of work that has time: it is asked again while others have taken what may be asked of the server, and while that is
 * away, which whoever waits is told once, and once more when it goes on.
 */
export const askPatiently = <A>(
  call: (client: Trunkline) => PromiseLike<A>
): Effect.Effect<A, CommandFailed, Connection> =>
  Effect.flatMap(Connection, ({ isAway, url }) => {
    const tell = (away: boolean, line: string) =>
      Effect.flatMap(Ref.getAndSet(isAway, away), (before) => (before === away ? Effect.void : say(line)))
    return attempt(call).pipe(
      Effect.tapError((error) =>
        awayReason(error) === undefined
          ? Effect.void
          : tell(true, `${url} is not available (${awayReason(error)}): waiting for it.`)
      ),
      Effect.retry({
        while: (error) => error instanceof RateLimitedError || awayReason(error) !== undefined,
        times: patience
      }),
      Effect.tap(() => tell(false, `${url} is available again: continuing.`)),
      Effect.mapError(failed)
    )
  })

/** Answers of a server that is being started, or of a proxy before one. */
const awayStatuses = new Set([502, 503, 504])

/** What was heard in place of an answer by a server that may be back in a while; undefined where it gave one. */
const awayReason = (error: unknown): string | undefined => {
  const isAway =
    error instanceof ConnectionError ||
    error instanceof TimeoutError ||
    (error instanceof ServerError && awayStatuses.has(error.status))
  return isAway ? error.message.replace(/[.:]$/, "") : undefined
}

/** A line to whoever waits, in place of how far the work is. */
const say = (line: string) =>
  Effect.andThen(
    Effect.sync(() => progressOn(process.stderr).clear()),
    Console.error(plain(line))
  )

const attempt = <A>(call: (client: Trunkline) => PromiseLike<A>) =>
  Effect.flatMap(Connection, ({ client }) =>
    Effect.tryPromise({ try: async () => call(client), catch: (error) => error })
  )

/** As many entries of a long list as are wanted. */
export const askSome = <A>(
  call: (client: Trunkline) => Pages<A>,
  limit: number
): Effect.Effect<ReadonlyArray<A>, CommandFailed, Connection> =>
  ask(async (client) => {
    const found: Array<A> = []
    for (let page: Page<A> | undefined = await call(client); page !== undefined; page = await page.next()) {
      found.push(...page.data)
      if (found.length >= limit) break
    }
    return found.slice(0, limit)
  })

/** The brand that was named, by id, slug or name; otherwise the first start's, or the only one. */
export const brandOf = Effect.fnUntraced(function* (named: string | undefined) {
  const { brandId } = yield* Connection
  if (named?.startsWith("br_") === true) return named
  if (named === undefined && brandId !== undefined) return brandId
  const brands = yield* ask((client) => client.brands.list())
  const found = brands.filter(({ name, slug }) => named === undefined || [name, slug].includes(named))
  const [only, second] = found
  if (only !== undefined && second === undefined) return only.id
  const known = brands.map(({ slug }) => slug).join(", ")
  return yield* new CommandFailed({
    message:
      named === undefined
        ? `Specify a brand with --brand: ${known}.`
        : `There is no brand ${JSON.stringify(named)}. The brands are ${known}.`
  })
})

const failed = (error: unknown): CommandFailed => {
  if (!(error instanceof TrunklineError)) return new CommandFailed({ message: String(error) })
  const fields = "errors" in error ? (error.errors as ReadonlyArray<{ field: string; message: string }>) : []
  const said = fields.length > 0 ? fields.map(({ field, message }) => `${field} ${message}`).join("; ") : error.message
  const request = "requestId" in error && error.requestId !== undefined ? ` (${String(error.requestId)})` : ""
  return new CommandFailed({ message: `${said}${request}` })
}
