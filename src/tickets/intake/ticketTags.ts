/** Maximum number of tags to read from one subject. */
const maxTags = 3

/** The tickets that a subject names, such as `[ACME-1042]`, by prefix and number. */
export const ticketTags = (subject: string): ReadonlyArray<{ readonly prefix: string; readonly number: number }> =>
  [...subject.matchAll(/\[([A-Z0-9]{1,10})-(\d{1,12})\]/gi)]
    .slice(0, maxTags)
    .map(([, prefix = "", number = ""]) => ({ prefix: prefix.toUpperCase(), number: Number(number) }))
