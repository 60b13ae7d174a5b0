import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { parseEnv } from "node:util"
import { Console, Context, Effect, Layer, Ref, Schema } from "effect"
import {
  ApiError,
  type Brand,
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

/** Retries of patient work. The client itself waits some seconds before each. */
const patience = 100

/** An error shown to the user without a stack trace. */
export class CommandFailed extends Schema.TaggedError<CommandFailed>()("CommandFailed", { message: Schema.String }) {}

export interface ConnectionOptions {
  readonly url: string | undefined
  readonly key: string | undefined
  /** Uses test data, with the test key of the server's first start. */
  readonly test: boolean
  /** The command touches no data, so a live key is accepted even with `test`. */
  readonly anyKey: boolean
}

/** The server that a command talks to. */
export class Connection extends Context.Service<
  Connection,
  {
    readonly client: Trunkline
    readonly url: string
    /** The brand to use if none is named. */
    readonly brandId: string | undefined
    /** Whether patient work is waiting for the server, and has said so. */
    readonly isAway: Ref.Ref<boolean>
  }
>()("trunkline/cli/Connection") {
  /** From the options, from the environment, or from the credentials of the first start on this machine. */
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

/** The parsed contents of a file, or `undefined` if there is none. Like the server, reads text as Windows may write it. */
const read = <A>(file: string, parse: (text: string) => A) =>
  Effect.try({
    try: () => (existsSync(file) ? parse(decode(readFileSync(file))) : undefined),
    catch: (error) => new CommandFailed({ message: `${file} cannot be read: ${String(error)}` })
  })

const decode = (bytes: Uint8Array) =>
  new TextDecoder(bytes[0] === 0xff && bytes[1] === 0xfe ? "utf-16le" : "utf-8").decode(bytes)

/** An environment variable. An empty one counts as unset, since CI systems pass variables that way. */
const variable = (name: string): string | undefined => process.env[name]?.trim() || undefined

/** Whether this is an http or https URL. */
export const isWebAddress = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)

/** Makes a call; a refusal becomes a sentence that says what is wrong. */
export const ask = <A>(call: (client: Trunkline) => PromiseLike<A>): Effect.Effect<A, CommandFailed, Connection> =>
  Effect.flatMap(Connection, ({ url }) => Effect.mapError(attempt(call), refusalBy(url)))

/**
 * The same for work that has time: retries while the rate limit is exceeded or the server is unavailable. Reports once that
 * it waits, and once that it continues.
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
      Effect.mapError(refusalBy(url))
    )
  })

/** Responses of a server that is starting, or of a proxy in front of one. */
const awayStatuses = new Set([502, 503, 504])

/** Why a server that may soon be back could not be reached, or `undefined` if it responded. */
const awayReason = (error: unknown): string | undefined => {
  const isAway =
    error instanceof ConnectionError ||
    error instanceof TimeoutError ||
    (error instanceof ServerError && awayStatuses.has(error.status))
  return isAway ? error.message.replace(/[.:]$/, "") : undefined
}

/** Prints a line in place of the progress bar. */
const say = (line: string) =>
  Effect.andThen(
    Effect.sync(() => progressOn(process.stderr).clear()),
    Console.error(plain(line))
  )

const attempt = <A>(call: (client: Trunkline) => PromiseLike<A>) =>
  Effect.flatMap(Connection, ({ client }) =>
    Effect.tryPromise({ try: async () => call(client), catch: (error) => error })
  )

/** The first entries of a long list. */
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

/** The brand with this id, slug or name; otherwise that of the first start, or the only one. */
export const brandOf = Effect.fnUntraced(function* (named: string | undefined) {
  const { brandId } = yield* Connection
  if (named?.startsWith("br_") === true) return named
  if (named === undefined && brandId !== undefined) return brandId
  const brands = yield* ask((client) => client.brands.list())
  const found = brands.filter(({ name, slug }) => named === undefined || [name, slug].includes(named))
  const [only, second] = found
  if (only !== undefined && second === undefined) return only.id
  return yield* named === undefined
    ? new CommandFailed({ message: `Specify a brand with --brand: ${slugs(brands)}.` })
    : noBrand(named, brands)
})

/** No brand has this name. */
export const noBrand = (named: string, brands: ReadonlyArray<Brand>): CommandFailed =>
  new CommandFailed({ message: `There is no brand ${JSON.stringify(named)}. The brands are ${slugs(brands)}.` })

const slugs = (brands: ReadonlyArray<Brand>) => brands.map(({ slug }) => slug).join(", ")

/**
 * A failed call in a sentence that says what to change, from the server at `url`. `options` are the command's names of fields
 * that it was given under another name.
 */
export const refusalBy =
  (url: string, options: Options = {}) =>
  (error: unknown): CommandFailed => {
    if (!(error instanceof TrunklineError)) return new CommandFailed({ message: String(error) })
    if (error instanceof ConnectionError)
      return new CommandFailed({
        message: `${error.message}. Start this server, or specify another with --url or TRUNKLINE_URL.`
      })
    const request = error instanceof ApiError && error.requestId !== undefined ? ` (${error.requestId})` : ""
    return new CommandFailed({ message: `${saidBy(url, error, options)}${request}` })
  }

type Options = { readonly [field: string]: string }

const saidBy = (url: string, error: TrunklineError, options: Options): string => {
  if (!(error instanceof ApiError)) return error.message
  if (error.code === "unauthorized")
    return `${url} does not accept the key, which is unknown there, expired or revoked: specify another with --key or TRUNKLINE_API_KEY.`
  // A record is named by its path only.
  const { instance } = error.problem ?? {}
  if (error.status === 404 && instance !== undefined) return `${error.message.replace(/\.$/, "")}: ${instance}`
  if (error.problem === undefined) {
    const other = error.headers.get("location")
    return other === null
      ? `${url} responded with status ${error.status}.`
      : `${url} redirects to ${other}: specify the address that it is served at with --url or TRUNKLINE_URL.`
  }
  const fields = error.errors.map(({ field, message }) => `${options[field] ?? field} ${message}`)
  return fields.length > 0 ? fields.join("; ") : error.message
}
