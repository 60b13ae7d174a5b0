import { Context, DateTime, Effect, Layer, Option, Redacted } from "effect"
import { SecureRandom } from "effect/crypto"
import type { Account } from "../domain/Account.ts"
import type { Brand } from "../domain/Brand.ts"
import type { Causation } from "../domain/Causation.ts"
import type { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import { IdGenerator } from "../domain/IdGenerator.ts"
import type { IdempotencyInProgress, IdempotencyKeyReused } from "../domain/Problems.ts"
import type { Tenant } from "../domain/Tenant.ts"
import type { Once, ReceiptRequest } from "../events/Receipt.ts"
import { Receipts } from "../events/Receipts.ts"
import { AccountStore, type FirstAccount, type Foundation } from "./AccountStore.ts"
import { hashSecret, prefixOf, previewOf } from "./KeySecret.ts"
import { newBrand } from "./newBrand.ts"

/** What a first start gives: who owns the installation, and secrets made by `makeKeySecret`. */
export interface Bootstrap {
  readonly ownerEmail: string
  readonly liveKey: Redacted.Redacted
  readonly testKey: Redacted.Redacted
}

/** What the first start made; `first` is true for the one call that made it. */
export interface Founded {
  readonly first: boolean
  readonly account: Account
  readonly ownerEmail: string
  readonly liveBrand: Brand | undefined
  readonly testBrand: Brand | undefined
}

const accountName = "My Account"
const brandName = "My Brand"

/** Accounts, and the one that an installation starts with. */
export class Accounts extends Context.Service<
  Accounts,
  {
    get(tenant: Tenant): Effect.Effect<Account, DatabaseUnavailable>
    rename(
      tenant: Tenant,
      causation: Causation,
      name: string,
      receipt?: ReceiptRequest<Account>
    ): Effect.Effect<Once<Account>, IdempotencyKeyReused | IdempotencyInProgress | DatabaseUnavailable>

    /**
     * Makes the first account with its owner, a brand and a key in each mode, unless there is an account: then the
     * input is not used. Of several nodes at once, one makes it. `beforeCommit` persists the secrets, which are stored
     * nowhere else: the account exists only if it succeeds.
     */
    bootstrap<E, R>(
      input: Bootstrap,
      beforeCommit: (founded: Founded) => Effect.Effect<void, E, R>
    ): Effect.Effect<Founded, E | DatabaseUnavailable, R>
  }
>()("trunkline/accounts/Accounts") {
  static readonly layer = Layer.effect(
    Accounts,
    Effect.gen(function* () {
      const ids = yield* IdGenerator
      const random = yield* SecureRandom.SecureRandom
      const store = yield* AccountStore
      const receipts = yield* Receipts

      const rename = Effect.fn("Accounts.rename")(
        (tenant: Tenant, causation: Causation, name: string, receipt?: ReceiptRequest<Account>) =>
          receipts.once(tenant, receipt, store.rename(tenant, causation, name))
      )

      const foundation = Effect.fn("Accounts.foundation")(function* (input: Bootstrap) {
        const now = yield* DateTime.now
        const account: Account = { id: ids.next("account"), name: accountName, createdAt: now, updatedAt: now }
        const mode = Effect.fnUntraced(function* (mode: Tenant["mode"], secret: Redacted.Redacted) {
          const tenant: Tenant = { id: yield* random.uuidV7(), accountId: account.id, mode }
          const text = Redacted.value(secret)
          return {
            tenant,
            brand: newBrand(ids.next, tenant, { name: brandName }, now),
            key: {
              id: ids.next("key"),
              mode,
              name: "First key",
              prefix: prefixOf(text),
              preview: previewOf(text),
              allBrands: true,
              brandIds: [],
              createdAt: now
            },
            keyHash: hashSecret(text)
          }
        })
        return {
          account,
          owner: { id: ids.next("member"), email: input.ownerEmail.toLowerCase() },
          modes: [yield* mode("live", input.liveKey), yield* mode("test", input.testKey)]
        } satisfies Foundation
      })

      const bootstrap = Effect.fn("Accounts.bootstrap")(function* <E, R>(
        input: Bootstrap,
        beforeCommit: (founded: Founded) => Effect.Effect<void, E, R>
      ) {
        const known = yield* store.first
        if (Option.isSome(known)) return founded(known.value, false)
        const made = yield* foundation(input)
        const facts: Founded = {
          first: true,
          account: made.account,
          ownerEmail: made.owner.email,
          liveBrand: made.modes[0]?.brand.brand,
          testBrand: made.modes[1]?.brand.brand
        }
        if (yield* store.found(made, beforeCommit(facts))) return facts
        // Another node was faster.
        return yield* Effect.flatMap(store.first, (first) =>
          Option.isSome(first) ? Effect.succeed(founded(first.value, false)) : Effect.die("no account after bootstrap")
        )
      })

      return Accounts.of({ get: store.find, rename, bootstrap })
    })
  ).pipe(Layer.provide(SecureRandom.layerWebCrypto))
}

const founded = (account: FirstAccount, first: boolean): Founded => ({ first, ...account })
