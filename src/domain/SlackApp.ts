import { type DateTime, type Redacted, Schema } from "effect"
import type { AppId, BrandId } from "./Ids.ts"

/** A Slack app that a brand brought along, beside the operator's: it has addresses and secrets of its own. */
export interface SlackApp {
  readonly id: AppId
  readonly brandId: BrandId
  /** What people know it by. */
  readonly name: string
  /** By which Slack knows the app when a workspace is connected. */
  readonly clientId?: string | undefined
  /** Which of its secrets are known here. */
  readonly known: ReadonlyArray<SlackAppSecret>
  readonly createdAt: DateTime.Utc
  readonly updatedAt: DateTime.Utc
}

/**
 * `clientSecret`: with the client id, by which workspaces are connected and their tokens renewed. `signingSecret`: by which
 * requests are known to be Slack's. `appToken`: by which sockets are opened.
 */
export const slackAppSecrets = ["clientSecret", "signingSecret", "appToken"] as const
export type SlackAppSecret = (typeof slackAppSecrets)[number]

/** The secrets of an app, as they are sealed. */
export const SlackAppSecrets = Schema.Struct({
  clientSecret: Schema.optionalKey(Schema.RedactedFromValue(Schema.String)),
  signingSecret: Schema.optionalKey(Schema.RedactedFromValue(Schema.String)),
  appToken: Schema.optionalKey(Schema.RedactedFromValue(Schema.String))
})
export type SlackAppSecrets = typeof SlackAppSecrets.Type

/** By what workspaces are connected to an app. */
export interface SlackClientCredentials {
  readonly id: string
  readonly secret: Redacted.Redacted
}
