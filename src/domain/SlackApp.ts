import { type DateTime, type Redacted, Schema } from "effect"
import type { AppId, BrandId } from "./Ids.ts"

/** A brand's own Slack app, used instead of the operator's, with its own URLs and secrets. */
export interface SlackApp {
  readonly id: AppId
  readonly brandId: BrandId
  /** The name that people see. */
  readonly name: string
  /** Identifies the app to Slack when a workspace is connected. */
  readonly clientId?: string | undefined
  /** Which of its secrets are stored. */
  readonly known: ReadonlyArray<SlackAppSecret>
  readonly createdAt: DateTime.Utc
  readonly updatedAt: DateTime.Utc
}

/**
 * `clientSecret`, with the client id, connects workspaces and renews their tokens. `signingSecret` verifies that requests
 * come from Slack. `appToken` opens Socket Mode connections.
 */
export const slackAppSecrets = ["clientSecret", "signingSecret", "appToken"] as const
export type SlackAppSecret = (typeof slackAppSecrets)[number]

/** The secrets of an app, in the form in which they are sealed. */
export const SlackAppSecrets = Schema.Struct({
  clientSecret: Schema.optionalKey(Schema.RedactedFromValue(Schema.String)),
  signingSecret: Schema.optionalKey(Schema.RedactedFromValue(Schema.String)),
  appToken: Schema.optionalKey(Schema.RedactedFromValue(Schema.String))
})
export type SlackAppSecrets = typeof SlackAppSecrets.Type

/** The credentials that connect workspaces to an app. */
export interface SlackClientCredentials {
  readonly id: string
  readonly secret: Redacted.Redacted
}
