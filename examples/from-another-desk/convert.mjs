// Converts the CSV of another help desk, with one message per row, for `trunkline import`. Needs only Node 20 or later.
//   node convert.mjs < messages.csv > old-desk.jsonl
import { text } from "node:stream/consumers"

// Prefix of its ticket numbers: the same number with another prefix is another ticket.
const desk = "old-desk"
// Its names of statuses and priorities, and the keys here; your own statuses have keys too.
const statuses = {
  new: "open",
  open: "open",
  pending: "pending",
  hold: "pending",
  solved: "resolved",
  closed: "closed"
}
const priorities = { low: "low", normal: "normal", high: "high", urgent: "urgent" }
const visibilities = { true: "public", false: "internal" }
const columns =
  "ticket,subject,status,priority,tags,requester,requester_email,author,author_email,public,written_at,text".split(",")

/** The rows of a CSV (RFC 4180): a quoted field may contain commas, line breaks and doubled quotes. */
const rowsOf = (csv) => {
  const rows = [[]]
  // A quoted piece, or everything up to the end of a field; made of pieces, a field may have any length.
  const piece = /"([^"]*)"|([^",\r\n]*)(,|\r?\n|$)/y
  let field
  while (piece.lastIndex <= csv.length) {
    const found = piece.exec(csv)
    const [, quoted, bare = "", end] = found ?? []
    if (found === null || (field !== undefined && bare !== ""))
      throw new Error(
        `Row ${rows.length}: a quote is not closed, or stands beside one or inside a field without quotes.`
      )
    if (quoted !== undefined) field = field === undefined ? quoted : `${field}"${quoted}`
    else {
      rows.at(-1).push(field ?? bare)
      field = undefined
      if (end === "") break
      if (end !== ",") rows.push([])
    }
  }
  return rows
}

const known = (names, name, { ticket }) => {
  if (Object.hasOwn(names, name.toLowerCase())) return names[name.toLowerCase()]
  throw new Error(`Ticket ${ticket}: "${name}" is none of ${Object.keys(names).join(", ")}.`)
}

/** Accepts only unambiguous times: 01/02 is in January in some countries and in February in others. */
const when = ({ ticket, written_at }) => {
  const time = new Date(written_at)
  if (/^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:\d\d)$/.test(written_at) && !Number.isNaN(time.getTime()))
    return time.toISOString()
  throw new Error(
    `Ticket ${ticket}: "${written_at}" is no time such as 2024-03-01T09:00:00Z or 2024-03-01T09:00:00+02:00.`
  )
}

const [head, ...rows] = rowsOf((await text(process.stdin)).replace(/^\uFEFF/, ""))
const missing = columns.filter((name) => !head.includes(name))
if (missing.length > 0)
  throw new Error(`The first row must name the columns, between commas. These are not there: ${missing.join(", ")}.`)
const tickets = new Map()
for (const [index, row] of rows.entries()) {
  if (row.every((field) => field === "")) continue
  if (row.length !== head.length)
    throw new Error(`Row ${index + 2} has ${row.length} fields, and the first has ${head.length}.`)
  const message = Object.fromEntries(head.map((name, place) => [name, row[place]]))
  tickets.set(message.ticket, [...(tickets.get(message.ticket) ?? []), { ...message, createdAt: when(message) }])
}

const lines = []
for (const [id, messages] of tickets) {
  const [first, ...others] = messages.toSorted((one, other) => one.createdAt.localeCompare(other.createdAt))
  const { requester_email: customerEmail, requester, subject: title, text: body } = first
  const tags = first.tags.split(" ").filter((name) => name !== "")
  lines.push({
    type: "ticket",
    data: {
      id: `${desk}-${id}`,
      title,
      body,
      customerEmail,
      ...(requester === "" ? {} : { customerName: requester }),
      status: known(statuses, first.status, first),
      priority: known(priorities, first.priority, first),
      tags: tags.map((name) => ({ name })),
      createdAt: first.createdAt
    }
  })
  for (const [index, message] of others.entries()) {
    const { author: authorName, author_email, text: body } = message
    lines.push({
      type: "comment",
      data: {
        id: `${desk}-${id}-${index + 1}`,
        body,
        authorType: author_email.toLowerCase() === customerEmail.toLowerCase() ? "CUSTOMER" : "AGENT",
        authorName,
        visibility: known(visibilities, message.public, message),
        createdAt: message.createdAt
      }
    })
  }
}
for (const line of lines) console.log(JSON.stringify(line))
