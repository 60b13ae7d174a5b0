import type { AppId } from "../../src/domain/Ids.ts"

/** Whose manifest it is, and how Slack reaches the app. */
export interface ManifestOf {
  /** Where people and Slack reach this server. */
  readonly publicUrl: string
  /** A brand's own app; the operator's, where it is left out. */
  readonly own: AppId | undefined
  readonly transport: "http" | "socket"
}

/** What stands in the template for this server. */
const example = { url: "https://desk.example", host: "desk.example", events: "/v1/channels/slack/events" }

/**
 * The manifest of an app (docs.slack.dev, App manifests): `manifest.yaml` with the addresses of this server, which of a
 * brand's own app have its id at their end. An app that is heard over sockets names none at which it is called.
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
