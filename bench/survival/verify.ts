import { join } from "node:path"
import { Effect, Redacted } from "effect"
import pg from "pg"
import { idOf } from "../../src/domain/Ids.ts"
import { runningServer, superuser } from "../../src/sql/embedded/Cluster.ts"
import type { Figure } from "../Figure.ts"
import type { Ledger } from "./Ledger.ts"

/** The private database of a running server's data folder, as its superuser. */
export const databaseOf = async (folder: string): Promise<string> => {
  const url = new URL(Redacted.value(await Effect.runPromise(runningServer(join(folder, "postgres")))))
  url.pathname = superuser
  return url.href
}

const rowsOf = async <Row extends object>(client: pg.Client, text: string) => (await client.query<Row>(text)).rows

export interface TicketRow {
  readonly id: string
  readonly brand_id: string
  readonly number: string
  readonly title: string
  readonly body: string | null
  readonly deleted: boolean
  readonly source_id: string | null
  readonly created: string
  readonly updated: string
}

/** Tickets with their event counts: one for the creation, and one per change of the title. */
const tickets = `select t.id::text, t.brand_id::text, t.number::text, t.title, t.body, t.deleted_at is not null as deleted, t.source_id,
    count(e.id) filter (where e.type = 'ticket.created')::text as created,
    count(e.id) filter (where e.type = 'ticket.updated')::text as updated
  from tickets t left join events e on e.chain_id = t.id group by t.tenant_id, t.id`
const comments = "select body, source_id from comments"
const commentEvents = `select chain_id::text, count(*)::text as count from events where type = 'comment.created' group by chain_id`

/** Compares the database with what was acknowledged. By then every write has been answered. */
export const verify = (ledger: Ledger, databaseUrl: string): Effect.Effect<ReadonlyArray<Figure>> =>
  Effect.promise(async () => {
    const client = new pg.Client(databaseUrl)
    await client.connect()
    try {
      return judge(ledger, {
        tickets: await rowsOf<TicketRow>(client, tickets),
        comments: await rowsOf<{ body: string; source_id: string | null }>(client, comments),
        commentEvents: new Map(
          (await rowsOf<{ chain_id: string; count: string }>(client, commentEvents)).map((row) => [
            row.chain_id,
            Number(row.count)
          ])
        )
      })
    } finally {
      await client.end()
    }
  })

/** What a database holds. */
export interface Found {
  readonly tickets: ReadonlyArray<TicketRow>
  readonly comments: ReadonlyArray<{ readonly body: string; readonly source_id: string | null }>
  /** Number of events, by ticket. */
  readonly commentEvents: ReadonlyMap<string, number>
}

/** What is missing, what exists twice, and what differs from what was acknowledged. */
export const judge = (ledger: Ledger, { commentEvents, comments, tickets }: Found): ReadonlyArray<Figure> => {
  const byId = new Map(tickets.map((row): [string, TicketRow] => [idOf("ticket", row.id), row]))
  const commentTimes = timesOf(comments.map(({ body }) => body))
  const ticketTimes = timesOf(tickets.flatMap(({ body }) => body ?? []))
  const mailTimes = timesOf([...tickets, ...comments].flatMap(({ source_id }) => source_id ?? []))
  const count = { lost: 0, edits: 0, undeleted: 0, events: 0, renumbered: 0 }
  for (const [id, expected] of ledger.tickets) {
    const row = byId.get(id)
    if (row === undefined) {
      count.lost++
      continue
    }
    count.lost += [...expected.comments].filter((body) => !commentTimes.has(body)).length
    if (row.title !== expected.title) count.edits++
    if (row.deleted !== expected.deleted) count.undeleted++
    if (Number(row.number) !== expected.number) count.renumbered++
    const told = [Number(row.created), Number(row.updated), commentEvents.get(row.id) ?? 0]
    const due = [1, expected.edits, expected.comments.size]
    count.events += due.filter((number, index) => number !== told[index]).length
  }
  const mailsLost = [...ledger.mails].filter((id) => !mailTimes.has(id)).length
  const numbers = timesOf(tickets.map(({ brand_id, number }) => `${brand_id} ${number}`))
  const none = { atMost: 0 }
  return [
    { label: "lost: tickets, comments and mails", value: count.lost + mailsLost, unit: "", must: none },
    { label: "lost: changes of a ticket", value: count.edits, unit: "", must: none },
    { label: "deleted, and back", value: count.undeleted, unit: "", must: none },
    { label: "doubled, of one key", value: doubled(ticketTimes) + doubled(commentTimes), unit: "", must: none },
    { label: "doubled, of one message id", value: doubled(mailTimes), unit: "", must: none },
    { label: "numbers used again, or changed", value: doubled(numbers) + count.renumbered, unit: "", must: none },
    { label: "events lost or doubled", value: count.events, unit: "", must: none }
  ]
}

const timesOf = (values: ReadonlyArray<string>) => {
  const times = new Map<string, number>()
  for (const value of values) times.set(value, (times.get(value) ?? 0) + 1)
  return times
}

const doubled = (times: ReadonlyMap<string, number>) => [...times.values()].filter((count) => count > 1).length
