import { Cause } from "effect"

/**
 * Why the process ended, in one sentence for whoever started it: the error, and the causes that its message does not include.
 * For a defect, which is a bug, it also says how to see the stack, or shows it with `debug`.
 */
export const sentenceOf = (cause: Cause.Cause<unknown>, debug: boolean): string => {
  const text = messagesOf(Cause.squash(cause)).join(": ")
  if (!Cause.hasDies(cause)) return text
  return debug ? Cause.pretty(cause) : `Trunkline stopped because of a bug: ${text}. Set LOG_LEVEL=debug to see where.`
}

/** The message of an error, and those of its causes that add to it. */
const messagesOf = (failure: unknown): ReadonlyArray<string> => {
  if (!(failure instanceof Error)) return [String(failure)]
  const own = failure.message || failure.name
  const beneath = failure.cause instanceof Error ? messagesOf(failure.cause) : []
  return [own, ...beneath.filter((text) => !own.includes(text))]
}
