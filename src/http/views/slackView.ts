import type { SlackConnection } from "../../domain/ChannelConnection.ts"
import { iso } from "../../domain/iso.ts"
import { slackScopes } from "../../domain/slackScopes.ts"
import { isoOr } from "./moments.ts"

/** A Slack workspace on the wire. */
export const slackInstallationView = ({ settings, ...connection }: SlackConnection) => {
  const missing = slackScopes.filter((scope) => !settings.scopes.includes(scope))
  return {
    id: connection.id,
    brandId: connection.brandId,
    teamId: settings.teamId,
    enterpriseId: settings.enterpriseId,
    teamName: connection.name,
    botUserId: settings.botUserId,
    appId: settings.app,
    status: connection.status,
    channels: settings.channels,
    reactions: settings.reactions,
    missingScopes: missing.length === 0 ? undefined : missing,
    lastInboundAt: isoOr(connection.lastInboundAt),
    lastOutboundAt: isoOr(connection.lastOutboundAt),
    lastError: connection.lastError,
    createdAt: iso(connection.createdAt),
    updatedAt: iso(connection.updatedAt)
  }
}
