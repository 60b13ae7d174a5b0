import { Context, type Option, type Redacted } from "effect"

/** The app as it is registered with Slack, and where Slack is. */
export class SlackAppSettings extends Context.Service<
  SlackAppSettings,
  {
    /** Base of the Web API; the browser's step of an installation is beside it. */
    readonly apiUrl: string
    /** Without it there is no address for Slack's requests. */
    readonly signingSecret: Option.Option<Redacted.Redacted>
    /** Both, so that workspaces can be added by OAuth. */
    readonly client: Option.Option<{ readonly id: string; readonly secret: Redacted.Redacted }>
    /** Of the one workspace that the app is made for; instead of OAuth. */
    readonly botToken: Option.Option<Redacted.Redacted>
    /** With it what happens is told over a socket, and Slack need not reach us. */
    readonly appToken: Option.Option<Redacted.Redacted>
    /** Where people reach this server. */
    readonly publicUrl: string
    /** Where browsers come back to: `PUBLIC_URL/v1/channels/slack/oauth/callback`. */
    readonly redirectUrl: string
  }
>()("trunkline/chat/SlackAppSettings") {}
