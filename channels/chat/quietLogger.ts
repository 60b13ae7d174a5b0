import { type Logger, LogLevel } from "@slack/web-api"

const nothing = () => {}

/**
 * Discards what Slack's libraries log: they repeat failures that are returned to us and handled, including message bodies,
 * which are never logged.
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
