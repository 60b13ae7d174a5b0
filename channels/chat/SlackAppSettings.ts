import { Context, type Option, type Redacted } from "effect"

/** The app as it is registered with Slack, and Slack's address. */
export class SlackAppSettings extends Context.Service<
  SlackAppSettings,
  {
    /** Base URL of the Web API; the authorization page of OAuth is on the same host. */
    readonly apiUrl: string
    /** Without it, the endpoint for Slack's requests responds with 404. */
    readonly signingSecret: Option.Option<Redacted.Redacted>
    /** Id and secret, both of which are needed to add workspaces by OAuth. */
    readonly client: Option.Option<{ readonly id: string; readonly secret: Redacted.Redacted }>
    /** The token of the app's only workspace, used instead of OAuth. */
    readonly botToken: Option.Option<Redacted.Redacted>
    /** With it, events arrive over a socket, and Slack need not be able to reach us. */
    readonly appToken: Option.Option<Redacted.Redacted>
    /** The address at which people reach this server. */
    readonly publicUrl: string
    /** The redirect URL of OAuth: `PUBLIC_URL/v1/channels/slack/oauth/callback`. */
    readonly redirectUrl: string
  }
>()("trunkline/chat/SlackAppSettings") {}
