import { Context, type Effect, type Option } from "effect"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"
import type { AppId, SessionId } from "../../domain/Ids.ts"
import type { BrandScope } from "../../domain/Principal.ts"

/** An installation that was started. */
export interface InstallState {
  readonly scope: BrandScope
  readonly sessionId: SessionId
  /** The brand's own app to install; the operator's, if left out. */
  readonly app?: AppId | undefined
  readonly redirectUrl?: string | undefined
}

/** Installations that are under way at Slack. */
export class SlackInstallStates extends Context.Service<
  SlackInstallStates,
  {
    /** Stores a state that is valid once, for ten minutes. `none` if there is no such brand. */
    begin(state: string, begun: InstallState): Effect.Effect<Option.Option<true>, DatabaseUnavailable>
    /** Consumes the state; `none` if it is unknown, was used, has expired or belongs to another session. Crosses tenants. */
    take(state: string, sessionId: SessionId): Effect.Effect<Option.Option<InstallState>, DatabaseUnavailable>
  }
>()("trunkline/tickets/SlackInstallStates") {}
