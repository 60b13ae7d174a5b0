import { Context, type Effect, type Option, type Result, type Stream } from "effect"
import type { AuditEntry } from "../../domain/AuditEntry.ts"
import type { Causation } from "../../domain/Causation.ts"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"
import type { AppId } from "../../domain/Ids.ts"
import type { BrandScope } from "../../domain/Principal.ts"
import type { InvalidState } from "../../domain/Problems.ts"
import type { SlackApp, SlackAppSecrets } from "../../domain/SlackApp.ts"

/** What a change makes of an app. Without an audit entry nothing has changed, and nothing is stored. */
export interface SlackAppChanged {
  readonly app: SlackApp
  readonly secrets: SlackAppSecrets
  readonly audit: AuditEntry | undefined
}

/** An app with its secrets, for the channel alone. */
export interface RegisteredSlackApp {
  readonly app: SlackApp
  readonly secrets: SlackAppSecrets
}

/**
 * The Slack apps that brands brought along. Methods that take a scope are of one brand, and `none` is no such brand or app;
 * the others cross tenants, for Slack that calls and for actors. After a commit every node hears of a change.
 */
export class SlackAppStore extends Context.Service<
  SlackAppStore,
  {
    /** Oldest first. */
    list(scope: BrandScope): Effect.Effect<Option.Option<ReadonlyArray<SlackApp>>, DatabaseUnavailable>
    find(scope: BrandScope, id: AppId): Effect.Effect<Option.Option<SlackApp>, DatabaseUnavailable>
    /** Apps of the brand, counted under its lock. */
    count(scope: BrandScope): Effect.Effect<Option.Option<number>, DatabaseUnavailable>
    create(
      scope: BrandScope,
      causation: Causation,
      app: SlackApp,
      secrets: SlackAppSecrets,
      audit: AuditEntry
    ): Effect.Effect<void, DatabaseUnavailable>
    /** Locks the app and stores what `decide` makes of it. */
    change<E>(
      scope: BrandScope,
      causation: Causation,
      id: AppId,
      decide: (app: SlackApp, secrets: SlackAppSecrets) => Result.Result<SlackAppChanged, E>
    ): Effect.Effect<Option.Option<SlackApp>, E | DatabaseUnavailable>
    /** Removes it, if `check` agrees and words the audit entry; `workspaces` are connected by it. */
    delete(
      scope: BrandScope,
      causation: Causation,
      id: AppId,
      check: (app: SlackApp, workspaces: number) => Result.Result<AuditEntry, InvalidState>
    ): Effect.Effect<Option.Option<SlackApp>, InvalidState | DatabaseUnavailable>

    /** The app, and its secrets. A defect where they were sealed under a key that is gone. */
    registered(id: AppId): Effect.Effect<Option.Option<RegisteredSlackApp>, DatabaseUnavailable>
    /** Apps that are heard over sockets: those with a token of their own. */
    readonly listening: Effect.Effect<ReadonlyArray<RegisteredSlackApp>, DatabaseUnavailable>
    /** Every app that was made, changed or removed, on any node. Fails when the connection to the database is lost. */
    readonly changes: Stream.Stream<AppId, DatabaseUnavailable>
  }
>()("trunkline/tickets/SlackAppStore") {}
