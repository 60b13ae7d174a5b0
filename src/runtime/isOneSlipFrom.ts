/**
 * Whether `given` is `right`, or differs in one extra, missing, wrong or transposed character: a
 * https://en.wikipedia.org/wiki/Damerau–Levenshtein_distance of at most one.
 */
export const isOneSlipFrom = (right: string, given: string): boolean => {
  if (Math.abs(right.length - given.length) > 1) return false
  let start = 0
  while (start < right.length && right[start] === given[start]) start++
  const [rest, restGiven] = [right.slice(start), given.slice(start)]
  const isSwapped = rest[0] === restGiven[1] && rest[1] === restGiven[0] && rest.slice(2) === restGiven.slice(2)
  return rest.slice(1) === restGiven || rest === restGiven.slice(1) || rest.slice(1) === restGiven.slice(1) || isSwapped
}
