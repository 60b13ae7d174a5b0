/** Returns a count with its noun, such as `1 ticket` and `2 tickets`. */
export const numberOf = (count: number, what: string): string => `${count} ${what}${count === 1 ? "" : "s"}`
