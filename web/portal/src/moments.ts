/** Formats a moment in the given time zone, which it names, or else in the reader's own. */
export const momentText = (at: string, locale: string, timeZone: string | undefined): string =>
  new Intl.DateTimeFormat(locale, {
    dateStyle: "medium",
    timeStyle: "short",
    ...(timeZone === undefined ? {} : { timeZone })
  }).format(new Date(at)) + (timeZone === undefined ? "" : ` ${timeZone}`)
