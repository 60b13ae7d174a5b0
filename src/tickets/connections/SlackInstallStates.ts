import { Context, type Effect, type Option } from "effect"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"
import type { AppId, SessionId } from "../../domain/Ids.ts"
import type { BrandScope } from "../../domain/Principal.ts"

/** An installation that somebody has begun. */
export interface InstallState {
  readonly scope: BrandScope
  readonly sessionId: SessionId
  /** The brand's own app that is let in; the operator's, where it is left out. */
  readonly app?: AppId | undefined
  readonly redirectUrl?: string | undefined
}

/** Installations on their way to Slack and back. */
export class SlackInstallStates extends Context.Service<
  SlackInstallStates,
  {
    /** Good for ten minutes, once. None when there is no such brand. */
    begin(state: string, begun: InstallState): Effect.Effect<Option.Option<true>, DatabaseUnavailable>
    /** Ends it; none when it is unknown, was used, is too old, or was begun in another session. Crosses tenants. */
    take(state: string, sessionId: SessionId): Effect.Effect<Option.Option<InstallState>, DatabaseUnavailable>
  }
>()("trunkline/tickets/SlackInstallStates") {}
