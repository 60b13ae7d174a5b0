import { Context, DateTime, Duration, Effect, Exit, Layer, Option, Redacted, Schedule, Stream } from "effect"
import type { ApiKey } from "../domain/ApiKey.ts"
import type { NamedKey } from "../domain/ApiRequest.ts"
import type { Causation } from "../domain/Causation.ts"
import type { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import { IdGenerator } from "../domain/IdGenerator.ts"
import { parseId } from "../domain/Ids.ts"
import { orNotFound } from "../domain/orNotFound.ts"
import type { Principal } from "../domain/Principal.ts"
import {
  type IdempotencyInProgress,
  type IdempotencyKeyReused,
  InvalidInput,
  LimitReached,
  NotFound
} from "../domain/Problems.ts"
import type { Mode, Tenant } from "../domain/Tenant.ts"
import type { Once, ReceiptRequest } from "../events/Receipt.ts"
import { Receipts } from "../events/Receipts.ts"
import * as SteadyCache from "../runtime/SteadyCache.ts"
import { AccountStore } from "./AccountStore.ts"
import { ApiKeyStore } from "./ApiKeyStore.ts"
import { BrandStore } from "./BrandStore.ts"
import { type BrandReachInput, brandReach, newReach } from "./brandReach.ts"
import { hashSecret, hashSecretText, makeKeySecret, parseKeySecret, prefixOf, previewOf } from "./KeySecret.ts"

/** Most keys of an account. */
export const maxKeys = 100
/** Most keys that are cached after their lookup. */
const cacheCapacity = 10_000
/** How long a key is cached, and so how long a revoked key works on a node that missed the notification. */
const cacheTime = Duration.seconds(1)

/** A caller's input for a new key. Without `allBrands` and `brandIds`, the key reaches all brands. */
export interface ApiKeyCreate extends BrandReachInput {
  readonly name: string
  readonly mode?: Mode | undefined
  readonly expiresAt?: DateTime.Utc | undefined
}

export interface ApiKeyWithSecret {
  readonly key: ApiKey
  readonly secret: Redacted.Redacted
}

type WriteProblem = InvalidInput | IdempotencyKeyReused | IdempotencyInProgress | DatabaseUnavailable

/** Creates, scopes and revokes API keys, and authenticates their callers. */
export class ApiKeys extends Context.Service<
  ApiKeys,
  {
    /** The caller with this secret, or none. A wrong checksum is rejected without asking the database. */
    authenticate(secret: string): Effect.Effect<Option.Option<Principal>, DatabaseUnavailable>

    /** The revoked or expired key that this secret belonged to, or none. */
    ended(secret: string): Effect.Effect<Option.Option<NamedKey>, DatabaseUnavailable>

    list(tenant: Tenant): Effect.Effect<ReadonlyArray<ApiKey>, DatabaseUnavailable>

    /** A test key can create only test keys. */
    create(
      tenant: Tenant,
      causation: Causation,
      input: ApiKeyCreate,
      receipt?: ReceiptRequest<ApiKeyWithSecret>
    ): Effect.Effect<Once<ApiKeyWithSecret>, LimitReached | WriteProblem>

    /** The input must name all brands or at least one: an omission never gives a key access to all. */
    rescope(
      tenant: Tenant,
      causation: Causation,
      id: string,
      input: BrandReachInput,
      receipt?: ReceiptRequest<ApiKey>
    ): Effect.Effect<Once<ApiKey>, NotFound | WriteProblem>

    /** The key is refused from the next request on; on other nodes, within a second. */
    revoke(
      tenant: Tenant,
      causation: Causation,
      id: string,
      receipt?: ReceiptRequest<void>
    ): Effect.Effect<Once<void>, NotFound | Exclude<WriteProblem, InvalidInput>>
  }
>()("trunkline/accounts/ApiKeys") {
  static readonly layer = Layer.effect(
    ApiKeys,
    Effect.gen(function* () {
      const ids = yield* IdGenerator
      const store = yield* ApiKeyStore
      const brands = yield* BrandStore
      const accounts = yield* AccountStore
      const receipts = yield* Receipts
      const scope = yield* Effect.scope

      const lookUp = Effect.fnUntraced(function* (hash: string): Effect.fn.Return<Known, DatabaseUnavailable> {
        const found = yield* store.find(Buffer.from(hash, "base64"))
        if (Option.isNone(found)) return unknown
        const { hasEnded, key, tenant } = found.value
        const named: NamedKey = { id: key.id, prefix: key.prefix, tenant }
        if (hasEnded) return { ...unknown, ended: Option.some(named) }
        const now = yield* DateTime.now
        const minute = DateTime.startOf(now, "minute")
        if (key.lastUsedAt === undefined || DateTime.isLessThan(key.lastUsedAt, minute)) {
          // The caller does not wait for it. If it fails, the next lookup tries again.
          yield* Effect.forkIn(Effect.ignore(store.touch(tenant, key.id, minute)), scope)
        }
        const caller = Option.some<Principal>({
          kind: "api_key",
          id: key.id,
          name: key.name,
          key: named,
          tenant,
          brands: key.allBrands ? "all" : new Set(key.brandIds)
        })
        return { ...unknown, caller }
      })
      const callers = yield* SteadyCache.make(lookUp, {
        capacity: cacheCapacity,
        timeToLive: (exit) => (Exit.isSuccess(exit) ? cacheTime : Duration.zero)
      })
      yield* store.changes.pipe(
        Stream.runForEach(() => callers.invalidateAll),
        Effect.retry(Schedule.spaced("1 second")),
        Effect.forkScoped
      )

      const known = (secret: string) =>
        Option.isNone(parseKeySecret(secret)) ? Effect.succeed(unknown) : callers.get(hashSecretText(secret))
      const authenticate = (secret: string) => Effect.map(known(secret), ({ caller }) => caller)
      const ended = (secret: string) => Effect.map(known(secret), ({ ended }) => ended)

      const reachOf = (tenant: Tenant, input: BrandReachInput) =>
        brandReach(input, (wanted) => brands.existing(tenant, wanted), "account and mode")

      const create = Effect.fn("ApiKeys.create")(function* (
        tenant: Tenant,
        causation: Causation,
        input: ApiKeyCreate,
        receipt?: ReceiptRequest<ApiKeyWithSecret>
      ) {
        const mode = input.mode ?? tenant.mode
        if (tenant.mode === "test" && mode === "live") {
          return yield* InvalidInput.of("mode", "not_allowed", "must be test: a test key can only make test keys")
        }
        const now = yield* DateTime.now
        if (input.expiresAt !== undefined && DateTime.isLessThanOrEqualTo(input.expiresAt, now)) {
          return yield* InvalidInput.of("expiresAt", "range", "must be in the future")
        }
        const target = mode === tenant.mode ? tenant : yield* accounts.tenant(tenant.accountId, mode)
        return yield* receipts.once(
          target,
          receipt,
          Effect.gen(function* () {
            if ((yield* store.count(target)) >= maxKeys) {
              return yield* new LimitReached({ limit: maxKeys, what: "API keys in an account" })
            }
            const secret = makeKeySecret(mode)
            const text = Redacted.value(secret)
            const key: ApiKey = {
              id: ids.next("key"),
              mode,
              name: input.name,
              prefix: prefixOf(text),
              preview: previewOf(text),
              ...(yield* reachOf(target, newReach(input))),
              expiresAt: input.expiresAt,
              createdAt: now
            }
            yield* store.insert(target, causation, key, hashSecret(text))
            return { key, secret }
          })
        )
      })

      const rescope = Effect.fn("ApiKeys.rescope")(function* (
        tenant: Tenant,
        causation: Causation,
        id: string,
        input: BrandReachInput,
        receipt?: ReceiptRequest<ApiKey>
      ) {
        const changed = yield* receipts.once(
          tenant,
          receipt,
          Effect.gen(function* () {
            const keyId = yield* keyIdOf(id)
            const reach = yield* reachOf(tenant, input)
            return yield* orNotFound("api_key")(store.rescope(tenant, causation, keyId, reach))
          })
        )
        yield* callers.invalidateAll
        return changed
      })

      const revoke = Effect.fn("ApiKeys.revoke")(function* (
        tenant: Tenant,
        causation: Causation,
        id: string,
        receipt?: ReceiptRequest<void>
      ) {
        const revoked = yield* receipts.once(
          tenant,
          receipt,
          Effect.gen(function* () {
            if (!(yield* store.revoke(tenant, causation, yield* keyIdOf(id)))) {
              return yield* new NotFound({ entity: "api_key" })
            }
          })
        )
        yield* callers.invalidateAll
        return revoked
      })

      return ApiKeys.of({ authenticate, ended, list: store.list, create, rescope, revoke })
    })
  )
}

/** What is known about a secret: its caller, or the key that has ended. */
interface Known {
  readonly caller: Option.Option<Principal>
  readonly ended: Option.Option<NamedKey>
}
const unknown: Known = { caller: Option.none(), ended: Option.none() }

const keyIdOf = (id: string) => orNotFound("api_key")(Effect.succeed(parseId("key", id)))
