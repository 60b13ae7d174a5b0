import { Context, type Effect, Schema } from "effect"
import type { SlackSettings } from "../../domain/ChannelConnection.ts"
import type { AppId } from "../../domain/Ids.ts"
import type { SlackClientCredentials } from "../../domain/SlackApp.ts"
import type { ConnectionSecrets } from "./ConnectionStore.ts"

/** A brand's own app, by which a workspace is connected. */
export interface OwnSlackApp {
  readonly id: AppId
  readonly client: SlackClientCredentials
}

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
    /**
     * Where the browser goes: Slack's own page, or straight back where the operator's app has the token of its one workspace.
     * `own`: a brand's app in the operator's place.
     */
    authorizeUrl(state: string, own: OwnSlackApp | undefined): string
    /** What Slack's code is worth to the app; it is good once. */
    exchange(code: string | undefined, own: OwnSlackApp | undefined): Effect.Effect<InstalledWorkspace, InstallRefused>
    /**
     * What an app is made of at Slack (YAML): ours, with this server's addresses, those of a brand's app. By `socket` Slack
     * calls none of them.
     */
    manifest(own: AppId | undefined, transport: "http" | "socket"): string
    /** Takes the app's access away at Slack; that it has none any more is no failure. */
    revoke(secrets: ConnectionSecrets): Effect.Effect<void>
  }
>()("trunkline/tickets/SlackOAuth") {}
