import { Duration } from "effect"

/** The text of a mail with a link that signs somebody in; `purpose` says where. */
export const signInText = (purpose: string, link: string, lifetime: Duration.Duration): string =>
  [
    `Open this link to ${purpose}:`,
    "",
    link,
    "",
    `It works once, within ${Duration.toMinutes(lifetime)} minutes. A newer link replaces it.`,
    "If you did not ask for it, ignore this email. Nobody is signed in until the link is used.",
    ""
  ].join("\n")
