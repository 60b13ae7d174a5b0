/** The scopes that the Slack app requests from a workspace, the same as in channels/chat/manifest.yaml. */
export const slackScopes = [
  "app_mentions:read",
  "channels:history",
  "channels:read",
  "groups:history",
  "groups:read",
  "im:history",
  "im:read",
  "im:write",
  "chat:write",
  "chat:write.customize",
  "commands",
  "files:read",
  "files:write",
  "links:read",
  "links:write",
  "reactions:read",
  "reactions:write",
  "users:read",
  "users:read.email",
  "team:read"
] as const
