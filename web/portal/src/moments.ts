/** A moment for people: in UTC, which is said, or without a time zone in the reader's own. */
export const momentText = (at: string, locale: string, timeZone: string | undefined): string =>
  new Intl.DateTimeFormat(locale, {
    dateStyle: "medium",
    timeStyle: "short",
    ...(timeZone === undefined ? {} : { timeZone })
  }).format(new Date(at)) + (timeZone === undefined ? "" : ` ${timeZone}`)
