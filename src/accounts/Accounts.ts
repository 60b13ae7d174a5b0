import { Context, DateTime, Effect, Layer, Option, Redacted } from "effect"
import { SecureRandom } from "effect/crypto"
import type { Account } from "../domain/Account.ts"
import type { Brand } from "../domain/Brand.ts"
import type { Causation } from "../domain/Causation.ts"
import type { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import { IdGenerator } from "../domain/IdGenerator.ts"
import type { BrandsScope } from "../domain/Principal.ts"
import type { IdempotencyInProgress, IdempotencyKeyReused } from "../domain/Problems.ts"
import type { Tenant } from "../domain/Tenant.ts"
import type { Once, ReceiptRequest } from "../events/Receipt.ts"
import { Receipts } from "../events/Receipts.ts"
import { AccountStore, type AccountUsage, type FirstAccount, type Foundation } from "./AccountStore.ts"
import { hashSecret, prefixOf, previewOf } from "./KeySecret.ts"
import { newAccount } from "./newAccount.ts"
import { newBrand } from "./newBrand.ts"

/** The input of a first start: the owner of the installation, and secrets made by `makeKeySecret`. */
export interface Bootstrap {
  readonly ownerEmail: string
  readonly liveKey: Redacted.Redacted
  readonly testKey: Redacted.Redacted
}

/** What the first start created. `first` is true only for the call that created it. */
export interface Founded {
  readonly first: boolean
  readonly isDeleted: boolean
  readonly account: Account
  readonly ownerEmail: string
  readonly liveBrand: Brand | undefined
  readonly testBrand: Brand | undefined
}

const brandName = "My Brand"

/** Accounts, including the first account of an installation. */
export class Accounts extends Context.Service<
  Accounts,
  {
    get(tenant: Tenant): Effect.Effect<Account, DatabaseUnavailable>
    /** Whether this is the operator's account, which the first start created (docs/decisions/0044). */
    operates(tenant: Tenant): Effect.Effect<boolean, DatabaseUnavailable>
    /** Usage of the visible brands; months are in UTC. */
    usage(scope: BrandsScope): Effect.Effect<AccountUsage, DatabaseUnavailable>
    rename(
      tenant: Tenant,
      causation: Causation,
      name: string,
      receipt?: ReceiptRequest<Account>
    ): Effect.Effect<Once<Account>, IdempotencyKeyReused | IdempotencyInProgress | DatabaseUnavailable>

    /**
     * Creates the first account with its owner, and a brand and a key in each mode, unless there is already an account;
     * then the input is ignored. If several nodes start at once, one creates it. `beforeCommit` persists the secrets,
     * which are stored nowhere else; the account exists only if it succeeds.
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
      const context = yield* Effect.context<IdGenerator | SecureRandom.SecureRandom>()
      const store = yield* AccountStore
      const receipts = yield* Receipts

      /** The tenant whose audit log records changes of the account itself. */
      const liveOf = (tenant: Tenant) =>
        tenant.mode === "live" ? Effect.succeed(tenant) : store.tenant(tenant.accountId, "live")

      const rename = Effect.fn("Accounts.rename")(
        (tenant: Tenant, causation: Causation, name: string, receipt?: ReceiptRequest<Account>) =>
          receipts.once(
            tenant,
            receipt,
            Effect.flatMap(liveOf(tenant), (live) => store.rename(live, causation, name))
          )
      )

      const usage = Effect.fn("Accounts.usage")((scope: BrandsScope) =>
        Effect.flatMap(DateTime.now, (now) => store.usage(scope, DateTime.startOf(now, "month")))
      )

      const foundation = Effect.fn("Accounts.foundation")(function* (input: Bootstrap) {
        const made = yield* Effect.provideContext(newAccount, context)
        const { createdAt } = made.account
        const mode = (tenant: Tenant, secret: Redacted.Redacted) => {
          const text = Redacted.value(secret)
          return {
            tenant,
            brand: newBrand(ids.next, tenant, { name: brandName }, createdAt),
            key: {
              id: ids.next("key"),
              mode: tenant.mode,
              name: "First key",
              prefix: prefixOf(text),
              preview: previewOf(text),
              allBrands: true,
              brandIds: [],
              createdAt
            },
            keyHash: hashSecret(text)
          }
        }
        return {
          ...made,
          ownerEmail: input.ownerEmail.toLowerCase(),
          modes: [mode(made.tenants.live, input.liveKey), mode(made.tenants.test, input.testKey)]
        } satisfies Foundation
      })

      const bootstrap = Effect.fn("Accounts.bootstrap")(function* <E, R>(
        input: Bootstrap,
        beforeCommit: (founded: Founded) => Effect.Effect<void, E, R>
      ) {
        const known = yield* store.first
        if (Option.isSome(known)) return afterFirst(known.value)
        const made = yield* foundation(input)
        const facts: Founded = {
          first: true,
          isDeleted: false,
          account: made.account,
          ownerEmail: made.ownerEmail,
          liveBrand: made.modes[0]?.brand.brand,
          testBrand: made.modes[1]?.brand.brand
        }
        if (yield* store.found(made, beforeCommit(facts))) return facts
        // Another node was faster.
        return yield* Effect.flatMap(store.first, (first) =>
          Option.isSome(first) ? Effect.succeed(afterFirst(first.value)) : Effect.die("no account after bootstrap")
        )
      })

      return Accounts.of({
        get: store.find,
        operates: ({ accountId }) => store.operates(accountId),
        usage,
        rename,
        bootstrap
      })
    })
  ).pipe(Layer.provide(SecureRandom.layerWebCrypto))
}

const afterFirst = (account: FirstAccount): Founded => ({ first: false, ...account })
