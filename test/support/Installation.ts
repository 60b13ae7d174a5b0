import { Context, Effect, Layer, Redacted } from "effect"
import { Accounts } from "../../src/accounts/Accounts.ts"
import { ApiKeys } from "../../src/accounts/ApiKeys.ts"
import { Brands } from "../../src/accounts/Brands.ts"
import { EncryptionKey } from "../../src/accounts/EncryptionKey.ts"
import { makeKeySecret } from "../../src/accounts/KeySecret.ts"
import { Vault } from "../../src/accounts/Vault.ts"
import type { Brand } from "../../src/domain/Brand.ts"
import type { Causation } from "../../src/domain/Causation.ts"
import { IdGenerator } from "../../src/domain/IdGenerator.ts"
import type { Tenant } from "../../src/domain/Tenant.ts"
import * as SqlAccountStore from "../../src/sql/accounts/SqlAccountStore.ts"
import * as SqlApiKeyStore from "../../src/sql/accounts/SqlApiKeyStore.ts"
import * as SqlBrandStore from "../../src/sql/accounts/SqlBrandStore.ts"
import * as SqlReceipts from "../../src/sql/events/SqlReceipts.ts"
import * as TestDatabase from "./TestDatabase.ts"

const Stores = Layer.mergeAll(SqlAccountStore.layer, SqlApiKeyStore.layer, SqlBrandStore.layer, SqlReceipts.layer)

/** Keys, brands and accounts on this database. */
export const accountServices = (database: typeof TestDatabase.layer) =>
  Layer.mergeAll(Accounts.layer, ApiKeys.layer, Brands.layer).pipe(
    Layer.provideMerge(Stores),
    Layer.provideMerge(Layer.mergeAll(database, IdGenerator.layer, Vault.layer)),
    Layer.provideMerge(Layer.succeed(EncryptionKey, Redacted.make([new Uint8Array(32).fill(7)])))
  )

/** Keys, brands and accounts on a database of their own. */
export const AccountServices = accountServices(TestDatabase.layer)

/** One mode of the installation: its tenant, its brand, and a key for all its brands. */
export interface Side {
  readonly tenant: Tenant
  readonly brand: Brand
  readonly key: string
}

/** What the first start created. */
export class Installation extends Context.Service<Installation, { readonly live: Side; readonly test: Side }>()(
  "trunkline/test/Installation"
) {
  static readonly layer = Layer.effect(
    Installation,
    Effect.gen(function* () {
      const accounts = yield* Accounts
      const keys = yield* ApiKeys
      const secrets = { liveKey: makeKeySecret("live"), testKey: makeKeySecret("test") }
      const founded = yield* accounts.bootstrap({ ownerEmail: "owner@localhost", ...secrets }, () => Effect.void)
      const side = Effect.fn(function* (brand: Brand | undefined, secret: Redacted.Redacted) {
        const principal = yield* Effect.flatten(
          Effect.map(keys.authenticate(Redacted.value(secret)), Effect.fromOption)
        )
        if (brand === undefined) return yield* Effect.die("no brand")
        return { tenant: principal.tenant, brand, key: Redacted.value(secret) }
      })
      return {
        live: yield* side(founded.liveBrand, secrets.liveKey),
        test: yield* side(founded.testBrand, secrets.testKey)
      }
    }).pipe(Effect.orDie)
  )
}

/** The causation of a command by no one in particular. */
export const causation: Causation = {
  id: "req_test",
  actor: { type: "system", id: null, name: null, channel: "system" }
}
