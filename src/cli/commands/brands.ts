import { Effect } from "effect"
import { Command } from "effect/cli"
import { ask } from "../Connection.ts"
import { print, table } from "../output.ts"
import { connected, root } from "./root.ts"

export const brands = Command.make(
  "brands",
  {},
  Effect.fn(function* () {
    const { json } = yield* root
    const brands = yield* ask((client) => client.brands.list())
    yield* print(json, brands, () =>
      table(
        ["ID", "SLUG", "NAME", "MODE", "PREFIX", "MAIL"],
        brands.map((one) => [
          one.id,
          one.slug,
          one.name,
          one.livemode ? "live" : "test",
          one.ticketPrefix,
          one.inboundEmail
        ])
      )
    )
  }, connected())
).pipe(Command.withDescription("List brands"))
