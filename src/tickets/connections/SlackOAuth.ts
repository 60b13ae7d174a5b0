import { Context, type Effect, Schema } from "effect"
import type { SlackSettings } from "../../domain/ChannelConnection.ts"
import type { AppId } from "../../domain/Ids.ts"
import type { SlackClientCredentials } from "../../domain/SlackApp.ts"
import type { ConnectionSecrets } from "./ConnectionStore.ts"

/** A brand's own app through which a workspace is connected. */
export interface OwnSlackApp {
  readonly id: AppId
  readonly client: SlackClientCredentials
}

/** A workspace in which the app was installed. */
export interface InstalledWorkspace {
  readonly externalId: string
  readonly name: string
  readonly settings: Omit<SlackSettings, "channels">
  readonly secrets: ConnectionSecrets
}

/** Slack did not install the app; `reason` is a sentence that is safe to show. */
export class InstallRefused extends Schema.TaggedError<InstallRefused>()("InstallRefused", {
  reason: Schema.String
}) {}

/** How to install the app in a workspace; implemented by the chat channel. */
export class SlackOAuth extends Context.Service<
  SlackOAuth,
  {
    /** Whether the operator has registered an app with Slack. */
    readonly isConfigured: boolean
    /**
     * Where to send the browser: Slack's own page or, if the operator's app has the token of its only workspace, straight
     * back. `own` is a brand's app to use instead of the operator's.
     */
    authorizeUrl(state: string, own: OwnSlackApp | undefined): string
    /** Exchanges the code from Slack, which is valid once. */
    exchange(code: string | undefined, own: OwnSlackApp | undefined): Effect.Effect<InstalledWorkspace, InstallRefused>
    /**
     * The app manifest for Slack (YAML): of our app, with this server's URLs, or of a brand's own. With `socket`, Slack
     * calls none of the URLs.
     */
    manifest(own: AppId | undefined, transport: "http" | "socket"): string
    /** Revokes the app's access at Slack. Succeeds if it has none any more. */
    revoke(secrets: ConnectionSecrets): Effect.Effect<void>
  }
>()("trunkline/tickets/SlackOAuth") {}
