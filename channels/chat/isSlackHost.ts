/**
 * Whether an address is Slack's, so that a workspace's token may go there: https at slack.com or below it, or where
 * SLACK_API_URL says that Slack is.
 */
export const isSlackHost = (url: URL, apiUrl: string): boolean => {
  if (url.username !== "" || url.password !== "") return false
  const own = new URL(apiUrl)
  if (own.hostname !== "slack.com" && url.origin === own.origin) return true
  return url.protocol === "https:" && url.port === "" && /^(?:[a-z0-9-]+\.)*slack\.com$/.test(url.hostname)
}
