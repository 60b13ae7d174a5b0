import type { AppId } from "../../src/domain/Ids.ts"

/** The app that a manifest is for, and how Slack reaches it. */
export interface ManifestOf {
  /** The address at which people and Slack reach this server. */
  readonly publicUrl: string
  /** A brand's own app; the operator's if `undefined`. */
  readonly own: AppId | undefined
  readonly transport: "http" | "socket"
}

/** The template's placeholders for this server's addresses. */
const example = { url: "https://desk.example", host: "desk.example", events: "/v1/channels/slack/events" }

/**
 * The manifest of an app (docs.slack.dev, App manifests): `manifest.yaml` with the addresses of this server, which end with
 * the app's id for a brand's own app. For an app that uses sockets, the request URLs are left out.
 */
export const slackManifest = (template: string, { own, publicUrl, transport }: ManifestOf): string => {
  const events = own === undefined ? example.events : `${example.events}/${own}`
  const named = template
    .replace(/^ *#.*\n/gm, "")
    .replaceAll(`${example.url}${example.events}`, `${publicUrl}${events}`)
    .replaceAll(example.url, publicUrl)
    .replaceAll(example.host, new URL(publicUrl).hostname)
  if (transport === "http") return named
  return named
    .replace(/^ +(?:request_|message_menu_options_)?url: .*\n/gm, "")
    .replace("socket_mode_enabled: false", "socket_mode_enabled: true")
}
