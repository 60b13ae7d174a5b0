// Makes what `trunkline import` takes of the CSV of another desk, which has one message in each row. It needs Node 20 and nothing else.
//   node convert.mjs < messages.csv > old-desk.jsonl
import { text } from "node:stream/consumers"

// Before its numbers: the same number of anything else is another ticket.
const desk = "old-desk"
// What it calls a status and a priority, and the key here; your own statuses have keys too.
const statuses = {
  new: "open",
  open: "open",
  pending: "pending",
  hold: "pending",
  solved: "resolved",
  closed: "closed"
}
const priorities = { low: "low", normal: "normal", high: "high", urgent: "urgent" }

/** The rows of a CSV (RFC 4180): in quotes a field may hold commas, line breaks and doubled quotes. */
const rowsOf = (csv) => {
  const rows = [[]]
  for (const [, quoted, bare, end] of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    rows.at(-1).push(quoted === undefined ? bare : quoted.replaceAll('""', '"'))
    if (end !== ",") rows.push([])
  }
  return rows.filter((row) => row.some((field) => field !== ""))
}

const known = (names, name, { ticket }) => {
  const found = names[name.toLowerCase()]
  if (found === undefined) throw new Error(`Ticket ${ticket}: "${name}" is none of ${Object.keys(names).join(", ")}.`)
  return found
}

const when = ({ ticket, written_at }) => {
  const time = new Date(written_at)
  if (Number.isNaN(time.getTime())) throw new Error(`Ticket ${ticket}: "${written_at}" is no time.`)
  return time.toISOString()
}

const [head = [], ...rows] = rowsOf((await text(process.stdin)).replace(/^\uFEFF/, ""))
const tickets = new Map()
for (const row of rows) {
  const message = Object.fromEntries(head.map((name, index) => [name, row[index] ?? ""]))
  tickets.set(message.ticket, [...(tickets.get(message.ticket) ?? []), message])
}

const lines = []
for (const [id, [first, ...others]] of tickets) {
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
      createdAt: when(first)
    }
  })
  for (const [index, message] of others.entries()) {
    const { author: authorName, author_email, text: body } = message
    lines.push({
      type: "comment",
      data: {
        id: `${desk}-${id}-${index + 1}`,
        body,
        authorType: author_email === customerEmail ? "CUSTOMER" : "AGENT",
        authorName,
        visibility: message.public === "true" ? "public" : "internal",
        createdAt: when(message)
      }
    })
  }
}
for (const line of lines) console.log(JSON.stringify(line))
