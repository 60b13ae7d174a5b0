/** The first `units` UTF-16 code units of a text, without splitting a surrogate pair at the end. */
export const beginningOf = (text: string, units: number): string => text.slice(0, units).replace(/[\ud800-\udbff]$/, "")
