import { WebClient, type WebClientOptions } from "@slack/web-api"
import { Redacted } from "effect"
import { quietLogger } from "./quietLogger.ts"

/** Milliseconds after which an answer of Slack's is not waited for any more. */
const patience = 10_000

/**
 * How the Web API is called: once, because what is to be tried again waits in our tables; and never at an address that
 * Slack names. Each client has options of its own: the library writes a workspace's token into what it is given.
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
