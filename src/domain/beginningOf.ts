/** The first `units` code units of a text, and not half of a character at their end. */
export const beginningOf = (text: string, units: number): string => text.slice(0, units).replace(/[\ud800-\udbff]$/, "")
