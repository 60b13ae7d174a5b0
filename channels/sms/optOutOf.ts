import type { IncomingText } from "./twilioMessages.ts"

/** What a text message that is only a carrier keyword asks for. */
export type OptOut = "out" | "in" | "help"

const outs = new Set(["stop", "stopall", "unsubscribe", "cancel", "end", "quit", "revoke", "optout"])
const ins = new Set(["start", "unstop", "yes"])
const helps = new Set(["help", "info"])
const told = { STOP: "out", START: "in", HELP: "help" } as const

/**
 * The keyword that a text consists of, to which Twilio itself responds; Twilio's own verdict wins. From people who have not
 * opted out, "yes" and "start" are ordinary replies.
 */
export const optOutOf = (
  { body, optOut }: Pick<IncomingText, "body" | "optOut">,
  isOut: boolean
): OptOut | undefined => {
  if (optOut !== undefined) return told[optOut]
  const word = body.trim().toLowerCase()
  if (outs.has(word)) return "out"
  if (helps.has(word)) return "help"
  return isOut && ins.has(word) ? "in" : undefined
}
