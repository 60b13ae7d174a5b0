import { Option } from "effect"
import type { Values } from "./AppConfig.ts"
import { InvalidSetting } from "./runtime/Setting.ts"

/** The first missing setting without which another setting has no effect, or not the intended one. */
export const unmetNeed = (values: Values): InvalidSetting | undefined => {
  const { slackAppToken, slackBotToken, slackClientId, slackClientSecret, slackSigningSecret } = values
  const [clientId, clientSecret] = [Option.isSome(slackClientId), Option.isSome(slackClientSecret)]
  const hasAccess = clientId || Option.isSome(slackBotToken)
  const [isCalled, listens] = [Option.isSome(slackSigningSecret), Option.isSome(slackAppToken)]
  const needs: ReadonlyArray<readonly [isUnmet: boolean, name: string, because: string]> = [
    [clientId && !clientSecret, "SLACK_CLIENT_SECRET", "Slack issues a client ID and its secret together"],
    [clientSecret && !clientId, "SLACK_CLIENT_ID", "Slack issues a client ID and its secret together"],
    [
      (isCalled || listens) && !hasAccess,
      "SLACK_CLIENT_ID",
      `${isCalled ? "SLACK_SIGNING_SECRET" : "SLACK_APP_TOKEN"} belongs to a Slack app, and without it (or SLACK_BOT_TOKEN) no workspace can be connected to that app`
    ],
    [
      hasAccess && !isCalled && !listens,
      "SLACK_SIGNING_SECRET",
      "without it (or SLACK_APP_TOKEN) no events from Slack arrive here"
    ],
    [
      Option.isSome(values.smtpRelayAuthservId) && values.smtpRelays.length === 0,
      "SMTP_RELAYS",
      "SMTP_RELAY_AUTHSERV_ID applies to the mail servers listed there"
    ]
  ]
  const unmet = needs.find(([isUnmet]) => isUnmet)
  return unmet === undefined ? undefined : new InvalidSetting({ name: unmet[1], must: `be set too: ${unmet[2]}` })
}
