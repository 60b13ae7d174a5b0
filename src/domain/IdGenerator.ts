import { Context, Effect, Layer } from "effect"
import { SecureRandom, WebCrypto } from "effect/crypto"
import { type Id, idOf, type Kind } from "./Ids.ts"

/** Random bytes fetched at once: a system call for each id would cost more than everything else about making one. */
const poolSize = 4096

/** Makes ids. Within a process, each id sorts after the one made before it, whatever its kind. */
export class IdGenerator extends Context.Service<
  IdGenerator,
  {
    readonly next: <K extends Kind>(kind: K) => Id<K>
  }
>()("trunkline/domain/IdGenerator") {
  static readonly layer = Layer.effect(
    IdGenerator,
    Effect.gen(function* () {
      const crypto = yield* WebCrypto.WebCrypto
      const run = Effect.runSyncWith(yield* Effect.context<never>())
      const pool = new Uint8Array(poolSize)
      let used = poolSize
      const random = SecureRandom.make((size) => {
        if (used + size > poolSize) {
          crypto.getRandomValues(pool)
          used = 0
        }
        used += size
        return pool.slice(used - size, used)
      })
      return IdGenerator.of({ next: (kind) => idOf(kind, run(random.uuidV7())) })
    })
  )
}
