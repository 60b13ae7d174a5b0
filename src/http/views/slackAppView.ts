import { iso } from "../../domain/iso.ts"
import type { SlackApp } from "../../domain/SlackApp.ts"

/** A brand's own Slack app on the wire, with its addresses on this server. */
export const slackAppView = (publicUrl: string, { createdAt, known, updatedAt, ...app }: SlackApp) => ({
  id: app.id,
  brandId: app.brandId,
  name: app.name,
  clientId: app.clientId,
  hasClientSecret: known.includes("clientSecret"),
  hasSigningSecret: known.includes("signingSecret"),
  hasAppToken: known.includes("appToken"),
  eventsUrl: `${publicUrl}/v1/channels/slack/events/${app.id}`,
  redirectUrl: `${publicUrl}/v1/channels/slack/oauth/callback`,
  createdAt: iso(createdAt),
  updatedAt: iso(updatedAt)
})
