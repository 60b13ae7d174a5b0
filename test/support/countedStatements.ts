import { Context, Effect, Layer } from "effect"
import { IdGenerator } from "../../src/domain/IdGenerator.ts"
import { cuttableDatabase } from "./cuttableDatabase.ts"
import * as TestDatabase from "./TestDatabase.ts"
import { ticketServiceOn } from "./ticketService.ts"

class Wire extends Context.Service<Wire, Effect.Success<typeof cuttableDatabase>>()("trunkline/test/Wire") {}

/** The ticket service on a database whose statements are counted. */
export const countedTicketService = Layer.unwrap(
  Effect.map(Wire, (wire) =>
    Layer.merge(
      ticketServiceOn(Layer.mergeAll(TestDatabase.on(wire.url), IdGenerator.layer)),
      Layer.succeed(Wire, wire)
    )
  )
).pipe(Layer.provide(Layer.effect(Wire, Effect.orDie(cuttableDatabase))))

/**
 * The result of a command, and the number of statements it took: one if everything is as expected, otherwise those of a
 * transaction.
 */
export const statementsOf = Effect.fnUntraced(function* <A, E, R>(command: Effect.Effect<A, E, R>) {
  const wire = yield* Wire
  const before = yield* wire.statements
  const value = yield* command
  return [value, (yield* wire.statements) - before] as const
})
