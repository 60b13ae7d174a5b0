import { Option } from "effect"
import type { Values } from "./AppConfig.ts"
import { InvalidSetting } from "./runtime/Setting.ts"

/** The first setting that is missing beside one that does nothing, or not what it is for, without it. */
export const unmetNeed = (values: Values): InvalidSetting | undefined => {
  const { slackAppToken, slackBotToken, slackClientId, slackClientSecret, slackSigningSecret } = values
  const [clientId, clientSecret] = [Option.isSome(slackClientId), Option.isSome(slackClientSecret)]
  const hasAccess = clientId || Option.isSome(slackBotToken)
  const [isCalled, listens] = [Option.isSome(slackSigningSecret), Option.isSome(slackAppToken)]
  const needs: ReadonlyArray<readonly [isUnmet: boolean, name: string, because: string]> = [
    [clientId && !clientSecret, "SLACK_CLIENT_SECRET", "Slack gives a client's id and secret together"],
    [clientSecret && !clientId, "SLACK_CLIENT_ID", "Slack gives a client's id and secret together"],
    [
      (isCalled || listens) && !hasAccess,
      "SLACK_CLIENT_ID",
      `${isCalled ? "SLACK_SIGNING_SECRET" : "SLACK_APP_TOKEN"} is of an app that no workspace can be connected to without it (or SLACK_BOT_TOKEN)`
    ],
    [
      hasAccess && !isCalled && !listens,
      "SLACK_SIGNING_SECRET",
      "without it (or SLACK_APP_TOKEN) nothing that happens in Slack comes here"
    ],
    [
      Option.isSome(values.smtpRelayAuthservId) && values.smtpRelays.length === 0,
      "SMTP_RELAYS",
      "SMTP_RELAY_AUTHSERV_ID says what servers of yours write, and none is listed"
    ]
  ]
  const unmet = needs.find(([isUnmet]) => isUnmet)
  return unmet === undefined ? undefined : new InvalidSetting({ name: unmet[1], must: `be set too: ${unmet[2]}` })
}
