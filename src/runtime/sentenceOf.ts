import { Cause } from "effect"

/**
 * Why the process ended, in one sentence for whoever started it: what failed and, where that hides it, what lies
 * beneath. A defect, which is a mistake of ours, also names the way to its stack, or shows it with `debug`.
 */
export const sentenceOf = (cause: Cause.Cause<unknown>, debug: boolean): string => {
  const text = messagesOf(Cause.squash(cause)).join(": ")
  if (!Cause.hasDies(cause)) return text
  return debug ? Cause.pretty(cause) : `Trunkline stopped because of a bug: ${text}. Set LOG_LEVEL=debug to see where.`
}

/** What an error says and what its causes add to that. */
const messagesOf = (failure: unknown): ReadonlyArray<string> => {
  if (!(failure instanceof Error)) return [String(failure)]
  const own = failure.message || failure.name
  const beneath = failure.cause instanceof Error ? messagesOf(failure.cause) : []
  return [own, ...beneath.filter((text) => !own.includes(text))]
}
