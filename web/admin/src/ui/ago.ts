const day = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short" })
const dayAndYear = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short", year: "numeric" })

/** Returns how long ago a moment was, as briefly as possible: `now`, `5m`, `3h`, `2d`, then the date. */
export const agoOf = (moment: Date, now: number): string => {
  const minutes = Math.floor((now - moment.getTime()) / 60_000)
  if (minutes < 1) return "now"
  if (minutes < 60) return `${minutes}m`
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)}h`
  if (minutes < 7 * 24 * 60) return `${Math.floor(minutes / (24 * 60))}d`
  return dayOf(moment, now)
}

/** Returns the date, as briefly as possible. */
export const dayOf = (moment: Date, now: number): string =>
  (new Date(now).getFullYear() === moment.getFullYear() ? day : dayAndYear).format(moment)
