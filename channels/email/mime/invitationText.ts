/** Characters of a calendar that are read. */
const maxCalendar = 256 * 1024

/**
 * The text of an invitation (iCalendar, RFC 5545): the title, times, place, organizer and description of its first event,
 * for an email without text of its own. Empty if there is no event. Times stay as written, with the name of their time
 * zone.
 */
export const invitationText = (calendar: string): string => {
  const lines = calendar
    .slice(0, maxCalendar)
    .replace(/\r\n?/g, "\n")
    .replace(/\n[ \t]/g, "")
    .split("\n")
  const begin = lines.findIndex((line) => /^BEGIN:VEVENT\s*$/i.test(line))
  if (begin === -1) return ""
  const method = lines.slice(0, begin).find((line) => /^METHOD:/i.test(line))
  // Up to the end, or to an alarm, which has a description of its own.
  const over = lines.findIndex((line, at) => at > begin && /^(?:BEGIN|END):/i.test(line))
  const event = lines.slice(begin + 1, over === -1 ? lines.length : over)
  const found = (name: string): Property | undefined => {
    const line = event.find(
      (one) => one.slice(0, name.length).toUpperCase() === name && /[;:]/.test(one[name.length] ?? "")
    )
    return line === undefined ? undefined : propertyOf(line)
  }
  const organizer = found("ORGANIZER")
  const head = [
    textOf(found("SUMMARY")),
    /cancel/i.test(method ?? "") ? "Cancelled" : "",
    labelled("Start", timeOf(found("DTSTART"))),
    labelled("End", timeOf(found("DTEND"))),
    labelled("Place", textOf(found("LOCATION"))),
    labelled("From", organizer?.parameters["CN"] ?? textOf(organizer).replace(/^mailto:/i, ""))
  ].filter((line) => line !== "")
  const description = textOf(found("DESCRIPTION"))
  return [head.join("\n"), description].filter((part) => part !== "").join("\n\n")
}

interface Property {
  readonly parameters: Readonly<Record<string, string>>
  readonly value: string
}

/** Parses `NAME;PARAMETER=value;PARAMETER="value: with signs":value`. */
const propertyOf = (line: string): Property => {
  const head = /^[^:"]*(?:"[^"]*"[^:"]*)*/.exec(line)?.[0] ?? ""
  const parameters = [...head.matchAll(/;([\w-]+)=(?:"([^"]*)"|([^;]*))/g)].map(
    ([, name = "", quoted, bare = ""]) => [name.toUpperCase(), (quoted ?? bare).trim()] as const
  )
  return { parameters: Object.fromEntries(parameters), value: line.slice(head.length + 1) }
}

const textOf = (property: Property | undefined): string =>
  (property?.value ?? "").replace(/\\(.)/g, (_, sign: string) => (/n/i.test(sign) ? "\n" : sign)).trim()

const timeOf = (property: Property | undefined): string => {
  const [, year, month, day, hour, minute, utc] =
    /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)\d\d(Z?))?/.exec(property?.value ?? "") ?? []
  if (year === undefined) return ""
  const zone = utc === "Z" ? "UTC" : property?.parameters["TZID"]
  const clock = hour === undefined ? "" : ` ${hour}:${minute}${zone === undefined ? "" : ` (${zone})`}`
  return `${year}-${month}-${day}${clock}`
}

const labelled = (label: string, value: string): string => (value === "" ? "" : `${label}: ${value}`)
