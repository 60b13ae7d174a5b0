import { Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import { Connection } from "../Connection.ts"

const optional = (name: string, description: string) =>
  Flag.String(name).pipe(Flag.withDescription(description), Flag.optional, Flag.map(Option.getOrUndefined))

/** The command itself, with the options of all its subcommands. */
export const root = Command.make("trunkline").pipe(
  Command.withSharedFlags({
    url: optional("url", "URL of the server; default: TRUNKLINE_URL, or the server that was started here"),
    key: optional("key", "API key; default: TRUNKLINE_API_KEY, or the key from the first start here"),
    test: Flag.Boolean("test").pipe(Flag.withDescription("Use test data"), Flag.withDefault(false)),
    brand: optional("brand", "Brand, by id, slug or name; needed if there are several"),
    json: Flag.Boolean("json").pipe(Flag.withDescription("Print JSON"), Flag.withDefault(false))
  }),
  Command.withDescription("Work with a Trunkline server from the command line")
)

/** Connects a command to its server. `alwaysTest`: it writes only test data; `anyKey`: it touches no data. */
export const connected =
  ({ alwaysTest = false, anyKey = false }: { readonly alwaysTest?: boolean; readonly anyKey?: boolean } = {}) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.gen(function* () {
      const { key, test, url } = yield* root
      return yield* Effect.provide(effect, Connection.layer({ key, url, test: test || alwaysTest, anyKey }))
    })
