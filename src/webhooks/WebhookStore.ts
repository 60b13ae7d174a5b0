import { Context, type Effect, type Option, type Redacted, type Result } from "effect"
import type { Causation } from "../domain/Causation.ts"
import type { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import type { WebhookId } from "../domain/Ids.ts"
import type { BrandScope } from "../domain/Principal.ts"
import type { Webhook } from "../domain/Webhook.ts"

/**
 * Stores webhooks, with their secrets sealed. Writes join the caller's transaction, are recorded in the audit log, and
 * notify the dispatcher of every node after the commit.
 */
export class WebhookStore extends Context.Service<
  WebhookStore,
  {
    /** Oldest first, or none if there is no such brand. */
    list(scope: BrandScope): Effect.Effect<Option.Option<ReadonlyArray<Webhook>>, DatabaseUnavailable>

    find(scope: BrandScope, id: WebhookId): Effect.Effect<Option.Option<Webhook>, DatabaseUnavailable>

    /** Counts the brand's webhooks under its row lock, so that creations cannot exceed the limit. None if there is no brand. */
    count(scope: BrandScope): Effect.Effect<Option.Option<number>, DatabaseUnavailable>

    insert(
      scope: BrandScope,
      causation: Causation,
      webhook: Webhook,
      secret: Redacted.Redacted
    ): Effect.Effect<void, DatabaseUnavailable>

    /**
     * Locks the webhook's row, applies `change`, and records it in the audit log as `event`. Returning the same object writes
     * nothing. Failed deliveries become due at once if the URL changed, or if `receives` says that the receiver works.
     */
    update<E>(
      scope: BrandScope,
      causation: Causation,
      id: WebhookId,
      change: (webhook: Webhook) => Result.Result<Webhook, E>,
      told?: { readonly event?: "webhook.updated" | "webhook.secret_rotated"; readonly receives?: boolean }
    ): Effect.Effect<Option.Option<Webhook>, E | DatabaseUnavailable>

    /** Deletes it if `check` succeeds. Returns whether it existed. */
    delete<E>(
      scope: BrandScope,
      causation: Causation,
      id: WebhookId,
      check: (webhook: Webhook) => Result.Result<unknown, E>
    ): Effect.Effect<boolean, E | DatabaseUnavailable>

    /** Makes `secret` the current one. The previous one signs too until `webhook.previousSecretExpiresAt`. */
    rotate(scope: BrandScope, webhook: Webhook, secret: Redacted.Redacted): Effect.Effect<void, DatabaseUnavailable>

    /** The secrets that sign now, the current one first. */
    secrets(scope: BrandScope, id: WebhookId): Effect.Effect<ReadonlyArray<Redacted.Redacted>, DatabaseUnavailable>
  }
>()("trunkline/webhooks/WebhookStore") {}
