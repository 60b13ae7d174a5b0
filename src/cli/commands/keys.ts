import { Console, Effect, Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { ask, brandOf } from "../Connection.ts"
import { print, table } from "../output.ts"
import { connected, root } from "./root.ts"

const create = Command.make(
  "create",
  {
    name: Argument.String("name").pipe(Argument.withDescription("What the key is for")),
    brands: Flag.String("for-brand").pipe(
      Flag.withDescription(
        "Limit the key to this brand, by id, slug or name; may be repeated. For a single brand, --brand does the same"
      ),
      Flag.atLeast(0)
    ),
    expires: Flag.String("expires").pipe(
      Flag.withDescription("When the key expires, as an ISO 8601 time"),
      Flag.optional
    )
  },
  Effect.fn(
    function* ({ brands, expires, name }) {
      const { brand, json, test } = yield* root
      const named = brand === undefined ? brands : [...brands, brand]
      const brandIds = yield* Effect.forEach(named, brandOf)
      const key = yield* ask((client) =>
        client.apiKeys.create({
          name,
          mode: test ? "test" : "live",
          ...(brandIds.length === 0 ? {} : { brandIds }),
          ...(Option.isNone(expires) ? {} : { expiresAt: expires.value })
        })
      )
      yield* print(json, key, () => `${key.key}\n\nStore it now: it is not shown again. Its id is ${key.id}.`)
    },
    connected({ anyKey: true })
  )
).pipe(Command.withDescription("Create a key, and show it once"))

const list = Command.make(
  "list",
  {},
  Effect.fn(
    function* () {
      const { json } = yield* root
      const keys = yield* ask((client) => client.apiKeys.list())
      yield* print(json, keys, () =>
        table(
          ["ID", "NAME", "MODE", "BRANDS", "LAST USED", "EXPIRES"],
          keys.map((key) => [
            key.id,
            key.name,
            key.livemode ? "live" : "test",
            key.allBrands ? "all" : key.brandIds.join(" "),
            key.lastUsedAt ?? "never",
            key.expiresAt ?? "never"
          ])
        )
      )
    },
    connected({ anyKey: true })
  )
).pipe(Command.withDescription("List keys"))

const revoke = Command.make(
  "revoke",
  { id: Argument.String("id").pipe(Argument.withDescription("Id of the key, key_…")) },
  Effect.fn(
    function* ({ id }) {
      const { json } = yield* root
      const done = yield* ask((client) => client.apiKeys.revoke(id))
      yield* json ? print(json, done, () => "") : Console.log(`Revoked ${id}.`)
    },
    connected({ anyKey: true })
  )
).pipe(Command.withDescription("Revoke a key immediately"))

export const keys = Command.make("keys").pipe(
  Command.withDescription("API keys"),
  Command.withSubcommands([create, list, revoke])
)
