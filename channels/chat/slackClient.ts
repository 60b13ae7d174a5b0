import { WebClient, type WebClientOptions } from "@slack/web-api"
import { Redacted } from "effect"
import { quietLogger } from "./quietLogger.ts"

/** Milliseconds. The timeout of a request to Slack. */
const patience = 10_000

/**
 * Options for calling the Web API: without retries, because what has to be retried waits in our tables, and never at a URL
 * that Slack supplies. Each client needs options of its own: the library writes a workspace's token into them.
 */
export const slackOptions = (apiUrl: string): WebClientOptions => ({
  slackApiUrl: apiUrl,
  retryConfig: { retries: 0 },
  rejectRateLimitedCalls: true,
  timeout: patience,
  allowAbsoluteUrls: false,
  logger: quietLogger
})

/** A client for one workspace. */
export const slackClient = (apiUrl: string, token: Redacted.Redacted): WebClient =>
  new WebClient(Redacted.value(token), slackOptions(apiUrl))
