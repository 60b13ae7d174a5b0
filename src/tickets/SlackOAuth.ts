import { Context, type Effect, Schema } from "effect"
import type { SlackSettings } from "../domain/ChannelConnection.ts"
import type { ConnectionSecrets } from "./ConnectionStore.ts"

/** A workspace that has let the app in. */
export interface InstalledWorkspace {
  readonly externalId: string
  readonly name: string
  readonly settings: Omit<SlackSettings, "channels">
  readonly secrets: ConnectionSecrets
}

/** Slack did not let the app in; `reason` is a sentence that is safe to show. */
export class InstallRefused extends Schema.TaggedError<InstallRefused>()("InstallRefused", {
  reason: Schema.String
}) {}

/** How a workspace lets the app in; the chat channel knows. */
export class SlackOAuth extends Context.Service<
  SlackOAuth,
  {
    /** Whether the operator has registered an app with Slack. */
    readonly isConfigured: boolean
    /** Where the browser goes: Slack's own page, or straight back where the app has the token of its one workspace. */
    authorizeUrl(state: string): string
    /** What Slack's code is worth; it is good once. */
    exchange(code: string | undefined): Effect.Effect<InstalledWorkspace, InstallRefused>
    /** Takes the app's access away at Slack; that it has none any more is no failure. */
    revoke(secrets: ConnectionSecrets): Effect.Effect<void>
  }
>()("trunkline/tickets/SlackOAuth") {}
