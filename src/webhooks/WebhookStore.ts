import { Context, type Effect, type Option, type Redacted, type Result } from "effect"
import type { Causation } from "../domain/Causation.ts"
import type { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import type { WebhookId } from "../domain/Ids.ts"
import type { BrandScope } from "../domain/Principal.ts"
import type { Webhook } from "../domain/Webhook.ts"

/**
 * Where webhooks are kept, their secrets sealed. Writes are part of the caller's transaction, leave a line in the audit
 * log, and are heard by the dispatcher of every node after the commit.
 */
export class WebhookStore extends Context.Service<
  WebhookStore,
  {
    /** Oldest first; none when there is no such brand. */
    list(scope: BrandScope): Effect.Effect<Option.Option<ReadonlyArray<Webhook>>, DatabaseUnavailable>

    find(scope: BrandScope, id: WebhookId): Effect.Effect<Option.Option<Webhook>, DatabaseUnavailable>

    /** Webhooks of the brand, counted under its lock, so that no two creations share the last place; none: no brand. */
    count(scope: BrandScope): Effect.Effect<Option.Option<number>, DatabaseUnavailable>

    insert(
      scope: BrandScope,
      causation: Causation,
      webhook: Webhook,
      secret: Redacted.Redacted
    ): Effect.Effect<void, DatabaseUnavailable>

    /**
     * Locks the webhook and stores what `change` makes of it, as `event` of the audit log; the same object is not written.
     * What had failed and waits is due at once where the URL is another one, or `receives` says that the receiver works.
     */
    update<E>(
      scope: BrandScope,
      causation: Causation,
      id: WebhookId,
      change: (webhook: Webhook) => Result.Result<Webhook, E>,
      told?: { readonly event?: "webhook.updated" | "webhook.secret_rotated"; readonly receives?: boolean }
    ): Effect.Effect<Option.Option<Webhook>, E | DatabaseUnavailable>

    /** Whether there was such a webhook. */
    delete<E>(
      scope: BrandScope,
      causation: Causation,
      id: WebhookId,
      check: (webhook: Webhook) => Result.Result<unknown, E>
    ): Effect.Effect<boolean, E | DatabaseUnavailable>

    /** Makes `secret` the current one; the one before it signs beside it until `webhook.previousSecretExpiresAt`. */
    rotate(scope: BrandScope, webhook: Webhook, secret: Redacted.Redacted): Effect.Effect<void, DatabaseUnavailable>

    /** The secrets that sign now, the current one first. */
    secrets(scope: BrandScope, id: WebhookId): Effect.Effect<ReadonlyArray<Redacted.Redacted>, DatabaseUnavailable>
  }
>()("trunkline/webhooks/WebhookStore") {}
