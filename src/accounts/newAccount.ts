import { DateTime, Effect } from "effect"
import { SecureRandom } from "effect/crypto"
import { IdGenerator } from "../domain/IdGenerator.ts"
import type { Tenant } from "../domain/Tenant.ts"
import type { NewAccount } from "./AccountStore.ts"

/** The name until the owner changes it. */
const accountName = "My Account"

/** Makes an account with its two tenants and the id of its owner. Nothing is stored yet. */
export const newAccount: Effect.Effect<NewAccount, never, IdGenerator | SecureRandom.SecureRandom> = Effect.gen(
  function* () {
    const ids = yield* IdGenerator
    const random = yield* SecureRandom.SecureRandom
    const now = yield* DateTime.now
    const account = { id: ids.next("account"), name: accountName, createdAt: now, updatedAt: now }
    const tenant = (mode: Tenant["mode"]) =>
      Effect.map(random.uuidV7(), (id): Tenant => ({ id, accountId: account.id, mode }))
    return {
      account,
      ownerId: ids.next("member"),
      tenants: { live: yield* tenant("live"), test: yield* tenant("test") }
    }
  }
)
