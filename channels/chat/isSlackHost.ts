/**
 * Whether a URL is Slack's, so that a workspace's token may be sent there: https at slack.com or a subdomain of it, or the
 * origin of SLACK_API_URL.
 */
export const isSlackHost = (url: URL, apiUrl: string): boolean => {
  if (url.username !== "" || url.password !== "") return false
  const own = new URL(apiUrl)
  if (own.hostname !== "slack.com" && url.origin === own.origin) return true
  return url.protocol === "https:" && url.port === "" && /^(?:[a-z0-9-]+\.)*slack\.com$/.test(url.hostname)
}
