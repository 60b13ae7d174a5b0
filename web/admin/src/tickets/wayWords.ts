/** What people call the ways by which something comes, goes, or is done; the API has a word of its own for each. */
const words: Readonly<Record<string, string>> = {
  api: "API",
  web: "portal or dashboard",
  dashboard: "dashboard",
  portal: "portal",
  email: "e-mail",
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

/** A way as it is called; one that is not known yet is called as the API does. */
export const wayOf = (way: string): string => words[way] ?? way
