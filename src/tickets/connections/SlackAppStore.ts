import { Context, type Effect, type Option, type Result, type Stream } from "effect"
import type { AuditEntry } from "../../domain/AuditEntry.ts"
import type { Causation } from "../../domain/Causation.ts"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"
import type { AppId } from "../../domain/Ids.ts"
import type { BrandScope } from "../../domain/Principal.ts"
import type { InvalidState } from "../../domain/Problems.ts"
import type { SlackApp, SlackAppSecrets } from "../../domain/SlackApp.ts"

/** The result of a change to an app. Without an audit entry nothing has changed, and nothing is stored. */
export interface SlackAppChanged {
  readonly app: SlackApp
  readonly secrets: SlackAppSecrets
  readonly audit: AuditEntry | undefined
}

/** An app with its secrets, for use by the channel only. */
export interface RegisteredSlackApp {
  readonly app: SlackApp
  readonly secrets: SlackAppSecrets
}

/**
 * Slack apps that brands registered. Methods with a scope are limited to one brand, and `none` means that there is no
 * such brand or app; the others cross tenants, for calls by Slack and for actors. Every node is notified of a change
 * after the commit.
 */
export class SlackAppStore extends Context.Service<
  SlackAppStore,
  {
    /** Oldest first. */
    list(scope: BrandScope): Effect.Effect<Option.Option<ReadonlyArray<SlackApp>>, DatabaseUnavailable>
    find(scope: BrandScope, id: AppId): Effect.Effect<Option.Option<SlackApp>, DatabaseUnavailable>
    /** The number of the brand's apps, counted while the brand is locked. */
    count(scope: BrandScope): Effect.Effect<Option.Option<number>, DatabaseUnavailable>
    create(
      scope: BrandScope,
      causation: Causation,
      app: SlackApp,
      secrets: SlackAppSecrets,
      audit: AuditEntry
    ): Effect.Effect<void, DatabaseUnavailable>
    /** Locks the app and stores the result of `decide`. */
    change<E>(
      scope: BrandScope,
      causation: Causation,
      id: AppId,
      decide: (app: SlackApp, secrets: SlackAppSecrets) => Result.Result<SlackAppChanged, E>
    ): Effect.Effect<Option.Option<SlackApp>, E | DatabaseUnavailable>
    /** Removes an app if `check` allows it and returns an audit entry. `workspaces` are connected through it. */
    delete(
      scope: BrandScope,
      causation: Causation,
      id: AppId,
      check: (app: SlackApp, workspaces: number) => Result.Result<AuditEntry, InvalidState>
    ): Effect.Effect<Option.Option<SlackApp>, InvalidState | DatabaseUnavailable>

    /** The app with its secrets. Dies if they were sealed under a key that is gone. */
    registered(id: AppId): Effect.Effect<Option.Option<RegisteredSlackApp>, DatabaseUnavailable>
    /** Apps that receive events over sockets: those with an app token. */
    readonly listening: Effect.Effect<ReadonlyArray<RegisteredSlackApp>, DatabaseUnavailable>
    /** Every app that is created, changed or removed, on any node. Fails when the connection to the database is lost. */
    readonly changes: Stream.Stream<AppId, DatabaseUnavailable>
  }
>()("trunkline/tickets/SlackAppStore") {}
