import type { IncomingText } from "./twilioMessages.ts"

/** What somebody asks for with a text message that is nothing but a keyword of carriers'. */
export type OptOut = "out" | "in" | "help"

const outs = new Set(["stop", "stopall", "unsubscribe", "cancel", "end", "quit", "revoke", "optout"])
const ins = new Set(["start", "unstop", "yes"])
const helps = new Set(["help", "info"])
const told = { STOP: "out", START: "in", HELP: "help" } as const

/**
 * The keyword that a text is, which Twilio answers itself; what it says of it wins. "Yes" and "start" are an answer like
 * any other from who has not opted out.
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
