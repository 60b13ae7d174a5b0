import { Context, Effect, Layer } from "effect"
import { IdGenerator } from "../../src/domain/IdGenerator.ts"
import type { Handoff } from "../../src/events/Handoff.ts"
import * as Database from "../../src/sql/Database.ts"
import * as SqlTicketStore from "../../src/sql/tickets/SqlTicketStore.ts"
import { Comments } from "../../src/tickets/Comments.ts"
import type { TicketStore } from "../../src/tickets/TicketStore.ts"
import { Tickets } from "../../src/tickets/Tickets.ts"
import { silentHandoff } from "./silentHandoff.ts"
import { freshDatabase } from "./TestDatabase.ts"
import { testVault } from "./testVault.ts"

/** The ticket service of one server process. */
export type Node = Context.Context<Tickets | Comments | TicketStore>

/** Two servers on one database: each has its own pools and its own lanes, and they share nothing but PostgreSQL. */
export class TwoNodes extends Context.Service<TwoNodes, { readonly first: Node; readonly second: Node }>()(
  "trunkline/test/TwoNodes"
) {
  static readonly layer: Layer.Layer<TwoNodes | Database.Database | IdGenerator> = Layer.effectContext(
    Effect.gen(function* () {
      const url = yield* freshDatabase
      const open = Effect.orDie(Database.make({ url, poolSize: 4 }))
      const [first, second] = [yield* node(yield* open), yield* node(yield* open)]
      return Context.make(TwoNodes, { first, second }).pipe(
        Context.add(Database.Database, yield* open),
        Context.add(IdGenerator, yield* IdGenerator)
      )
    })
  ).pipe(Layer.provide(IdGenerator.layer))
}

const node = (database: Database.Database["Service"], handoff: Layer.Layer<Handoff> = silentHandoff) =>
  Layer.build(
    Layer.fresh(
      Layer.mergeAll(Tickets.layer, Comments.layer).pipe(
        Layer.provideMerge(SqlTicketStore.layer),
        Layer.provide(Layer.mergeAll(handoff, testVault, IdGenerator.layer, Layer.succeed(Database.Database, database)))
      )
    )
  )

/** Runs even-numbered work on the first node, odd-numbered work on the second. */
export const onNode = <A, E>(n: number, work: Effect.Effect<A, E, Tickets | Comments | TicketStore>) =>
  Effect.flatMap(TwoNodes, ({ first, second }) => Effect.provideContext(work, n % 2 === 0 ? first : second))

/** Runs `count` pieces of work on each node, all concurrently. */
export const onBoth = <A, E>(
  count: number,
  work: (n: number) => Effect.Effect<A, E, Tickets | Comments | TicketStore>
) =>
  Effect.forEach(
    Array.from({ length: 2 * count }, (_, n) => n),
    (n) => onNode(n, work(n)),
    { concurrency: "unbounded" }
  )
