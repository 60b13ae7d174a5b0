import { type Logger, LogLevel } from "@slack/web-api"

const nothing = () => {}

/**
 * What Slack's libraries log by themselves. They repeat failures that are returned to us and handled, with the bodies of
 * messages in them; those are never logged.
 */
export const quietLogger: Logger = {
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: nothing,
  setLevel: nothing,
  getLevel: () => LogLevel.ERROR,
  setName: nothing
}
