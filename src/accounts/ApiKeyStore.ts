import { Context, type DateTime, type Effect, type Option, type Stream } from "effect"
import type { ApiKey } from "../domain/ApiKey.ts"
import type { Causation } from "../domain/Causation.ts"
import type { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import type { KeyId } from "../domain/Ids.ts"
import type { Tenant } from "../domain/Tenant.ts"
import type { BrandReach } from "./brandReach.ts"

/** Where keys are kept: the SHA-256 of each secret, never the secret. Writes are part of the caller's transaction. */
export class ApiKeyStore extends Context.Service<
  ApiKeyStore,
  {
    /** The key of a secret's hash with the tenant that it speaks for, and whether it has ended: was revoked, or is over. */
    find(
      hash: Uint8Array
    ): Effect.Effect<
      Option.Option<{ readonly key: ApiKey; readonly tenant: Tenant; readonly hasEnded: boolean }>,
      DatabaseUnavailable
    >
    /** Newest first. */
    list(tenant: Tenant): Effect.Effect<ReadonlyArray<ApiKey>, DatabaseUnavailable>
    /** Keys of the account, in both modes. */
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
    /** Whether there was such a key. Every node hears of it in `changes`. */
    revoke(tenant: Tenant, causation: Causation, id: KeyId): Effect.Effect<boolean, DatabaseUnavailable>
    /** Notes when the key was used. */
    touch(tenant: Tenant, id: KeyId, minute: DateTime.Utc): Effect.Effect<void, DatabaseUnavailable>
    /** Fires whenever a key of any tenant was revoked or changed on any node. Fails when the connection is lost. */
    readonly changes: Stream.Stream<void, DatabaseUnavailable>
  }
>()("trunkline/accounts/ApiKeyStore") {}
