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

/** https://en.wikipedia.org/wiki/Damerau–Levenshtein_distance of one at most. */
const isOneSlipFrom = (right: string, given: string): boolean => {
  if (Math.abs(right.length - given.length) > 1) return false
  let start = 0
  while (start < right.length && right[start] === given[start]) start++
  const [rest, restGiven] = [right.slice(start), given.slice(start)]
  const isSwapped = rest[0] === restGiven[1] && rest[1] === restGiven[0] && rest.slice(2) === restGiven.slice(2)
  return rest.slice(1) === restGiven || rest === restGiven.slice(1) || rest.slice(1) === restGiven.slice(1) || isSwapped
}
