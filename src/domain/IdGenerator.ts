import { Context, Effect, Layer } from "effect"
import { SecureRandom } from "effect/crypto"
import { type Id, idOf, type Kind } from "./Ids.ts"

/** Makes ids. Each id of one process sorts after the one made before it, whatever its kind. */
export class IdGenerator extends Context.Service<
  IdGenerator,
  {
    readonly next: <K extends Kind>(kind: K) => Id<K>
  }
>()("trunkline/domain/IdGenerator") {
  static readonly layer = Layer.effect(
    IdGenerator,
    Effect.gen(function* () {
      const random = yield* SecureRandom.SecureRandom
      const run = Effect.runSyncWith(yield* Effect.context<never>())
      return IdGenerator.of({ next: (kind) => idOf(kind, run(random.uuidV7())) })
    })
  ).pipe(Layer.provide(SecureRandom.layerWebCrypto))
}
