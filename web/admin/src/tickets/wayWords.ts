/** Names for the API's sources, channels and origins. */
const words: Readonly<Record<string, string>> = {
  api: "API",
  web: "portal or dashboard",
  dashboard: "dashboard",
  portal: "portal",
  email: "email",
  slack: "Slack",
  chat: "Slack",
  sms: "text message",
  custom: "custom channel",
  discord: "Discord",
  instagram: "Instagram",
  twitter: "Twitter",
  whatsapp: "WhatsApp",
  system: "Trunkline"
}

/** Returns the name of a source; an unknown one keeps its API name. */
export const wayOf = (way: string): string => words[way] ?? way
