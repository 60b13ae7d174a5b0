import { isOneSlipFrom } from "./isOneSlipFrom.ts"

/** Names with fewer characters are too near to those of other programs, such as HOST to HOME. */
const least = 9

/**
 * The setting that the name of a variable is a slip of: one character too many, missing, wrong or changed with its neighbour;
 * the other case of letters; or the file of what may not come from one. Undefined for settings, and for what is none of ours.
 */
export const meantSetting = (name: string, settings: ReadonlySet<string>): string | undefined => {
  const given = name.toUpperCase()
  if (settings.has(name) || given.replace(/_FILE$/, "").length < least) return undefined
  return [...settings].find((setting) => given === `${setting}_FILE` || isOneSlipFrom(setting, given))
}
