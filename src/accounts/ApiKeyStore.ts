import { Context, type DateTime, type Effect, type Option, type Stream } from "effect"
import type { ApiKey } from "../domain/ApiKey.ts"
import type { Causation } from "../domain/Causation.ts"
import type { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import type { KeyId } from "../domain/Ids.ts"
import type { Tenant } from "../domain/Tenant.ts"
import type { BrandReach } from "./brandReach.ts"

/** Stores API keys, with the SHA-256 of each secret and never the secret. Writes join the caller's transaction. */
export class ApiKeyStore extends Context.Service<
  ApiKeyStore,
  {
    /** The key with this hash and its tenant. `hasEnded`: it was revoked or has expired. */
    find(
      hash: Uint8Array
    ): Effect.Effect<
      Option.Option<{ readonly key: ApiKey; readonly tenant: Tenant; readonly hasEnded: boolean }>,
      DatabaseUnavailable
    >
    /** Newest first. */
    list(tenant: Tenant): Effect.Effect<ReadonlyArray<ApiKey>, DatabaseUnavailable>
    /** Number of the account's keys, in both modes. */
    count(tenant: Tenant): Effect.Effect<number, DatabaseUnavailable>
    insert(
      tenant: Tenant,
      causation: Causation,
      key: ApiKey,
      hash: Uint8Array
    ): Effect.Effect<void, DatabaseUnavailable>
    rescope(
      tenant: Tenant,
      causation: Causation,
      id: KeyId,
      reach: BrandReach
    ): Effect.Effect<Option.Option<ApiKey>, DatabaseUnavailable>
    /** Returns whether there was such a key. Every node is notified through `changes`. */
    revoke(tenant: Tenant, causation: Causation, id: KeyId): Effect.Effect<boolean, DatabaseUnavailable>
    /** Records that the key was used. */
    touch(tenant: Tenant, id: KeyId, minute: DateTime.Utc): Effect.Effect<void, DatabaseUnavailable>
    /** Emits whenever a key of any tenant was revoked or changed on any node. Fails when the connection is lost. */
    readonly changes: Stream.Stream<void, DatabaseUnavailable>
  }
>()("trunkline/accounts/ApiKeyStore") {}
