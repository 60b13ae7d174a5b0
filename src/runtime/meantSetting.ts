import { isOneSlipFrom } from "./isOneSlipFrom.ts"

/** Shorter names are too similar to those of other programs, such as HOST and HOME. */
const least = 9

/**
 * The setting that a variable's name is a misspelling of: with one extra, missing, wrong or transposed character, in another
 * case, or with `_FILE` for a setting that cannot come from a file. `undefined` for settings and for unrelated names.
 */
export const meantSetting = (name: string, settings: ReadonlySet<string>): string | undefined => {
  const given = name.toUpperCase()
  if (settings.has(name) || given.replace(/_FILE$/, "").length < least) return undefined
  return [...settings].find((setting) => given === `${setting}_FILE` || isOneSlipFrom(setting, given))
}
