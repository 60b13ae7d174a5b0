import { Effect } from "effect"
import { idOf } from "../../src/domain/Ids.ts"
import type { BrandsScope } from "../../src/domain/Principal.ts"
import type { TicketPosition, TicketSort } from "../../src/domain/TicketQuery.ts"
import type { FeedPlace } from "../../src/events/EventLog.ts"
import type { Database } from "../../src/sql/Database.ts"
import { feedStart, sliceStatement } from "../../src/sql/events/feedStatements.ts"
import { maxPageBytes } from "../../src/sql/maxPageBytes.ts"
import { type HitRow, searchStatement } from "../../src/sql/tickets/searchStatement.ts"
import { wordsOf } from "../../src/sql/tickets/searchWords.ts"
import { listStatement, type SearchResult } from "../../src/sql/tickets/ticketList.ts"
import { foundTypes, type SearchQuery } from "../../src/tickets/Search.ts"
import { cpuSeconds } from "../processUsage.ts"
import type { Seeded } from "./seed.ts"

/** A read whose cost should not grow with the brand, as the statement that requests execute. */
export interface Reading {
  readonly name: string
  readonly sql: string
  readonly parameters: ReadonlyArray<unknown>
  /** Whether its buffers are compared with those of the smallest brand. */
  readonly flat: boolean
}

/** What one reading cost. */
export interface Cost {
  readonly name: string
  readonly flat: boolean
  readonly rows: number
  /** 8 kB buffers that PostgreSQL accessed. */
  readonly buffers: number
  /** Milliseconds of processor time of the backend, which other load on the machine hardly affects; 0 without /proc. */
  readonly cpu: number
  /** Milliseconds. */
  readonly p50: number
  readonly p99: number
}

/** Milliseconds over which the tickets are spread (seed.ts). */
const thirtyDays = 29.5 * 86_400_000
/** Page size of the feed. */
const pageSize = 100

/** All readings for a brand with this many tickets. */
export const readings = Effect.fnUntraced(function* (
  database: Database["Service"],
  { accountId, brandId, tenantId }: Seeded,
  tickets: number
) {
  const scope: BrandsScope = {
    tenant: { id: tenantId, accountId: idOf("account", accountId), mode: "live" },
    brands: "all"
  }
  const feed = (name: string, after: FeedPlace, filter = {}) => ({
    name: `feed: ${name}`,
    flat: true,
    ...sliceStatement(scope, filter, after, pageSize + 1, maxPageBytes)
  })
  const search = (name: string, text: string, more: Partial<SearchQuery> = {}, flat = false) => ({
    name: `search: ${name}`,
    flat,
    ...searchStatement(scope, { text, types: foundTypes, limit: 20, ...more }, wordsOf(text), undefined)
  })
  /** The position after this many results, where the next page starts. */
  const deep = Effect.fnUntraced(function* (text: string, results: number) {
    const { parameters, sql } = search("", text, { limit: results })
    const last = (yield* database.reads.unsafe<HitRow>(sql, parameters)).at(results - 1)
    return last === undefined ? undefined : { rank: last.rank, id: idOf(last.type, last.id) }
  })
  const list = (
    name: string,
    after: TicketPosition | undefined,
    sort: TicketSort = "createdAt",
    found?: SearchResult
  ) => ({
    name: `list: ${name}`,
    flat: true,
    ...listStatement(
      { ...scope, brands: new Set([idOf("brand", brandId)]) },
      { spam: "exclude", deleted: "exclude", merged: "exclude", sort, order: "desc", limit: 50, after },
      found
    )
  })
  const end: FeedPlace = { transaction: "4", place: 0, uuid: idAt(Date.now()) }
  const middle: FeedPlace = {
    transaction: "3",
    place: Math.floor(tickets / 2),
    uuid: idAt(Date.now() - thirtyDays / 2)
  }
  const middleOfTime = new Date(Date.now() - thirtyDays / 2).toISOString()
  return [
    feed("first page", feedStart),
    feed("page in the middle", middle),
    // So few buffers that one more index level would show up as growth.
    { ...feed("the end, where followers wait", end), flat: false },
    feed("page in the middle, of one brand", middle, { brandIds: [idOf("brand", brandId)] }),
    list("first page", undefined),
    list("page in the middle", { id: idOf("ticket", middle.uuid), value: null }),
    list("by change, first page", undefined, "updatedAt"),
    list("by change, page in the middle", { id: idOf("ticket", middle.uuid), value: middleOfTime }, "updatedAt"),
    list("with a word that all have", undefined, "createdAt", { ids: [], words: ["delivery"] }),
    list("with two words, half each, in the middle", { id: idOf("ticket", middle.uuid), value: null }, "createdAt", {
      ids: [],
      words: ["left", "upper"]
    }),
    {
      name: "counts: of the account's brands",
      flat: true,
      sql: "select * from ticket_stats($1, null)",
      parameters: [tenantId]
    },
    {
      name: "counts: of the statuses of a brand",
      flat: true,
      sql: "select n.* from tenant_scope($1) s, lateral (select * from status_stats(s.tenant_id, $2) offset 0) n",
      parameters: [tenantId, brandId]
    },
    search("two words that twenty tickets have", "ocelot narwhal", {}, true),
    search(
      "two words that twenty tickets have, page 2",
      "ocelot narwhal",
      { after: yield* deep("ocelot narwhal", 20) },
      true
    ),
    search("two words, half each, a quarter both", "left upper", {}, true),
    search(
      "two words, half each, a quarter both, page 6",
      "left upper",
      { after: yield* deep("left upper", 100) },
      true
    ),
    search("a word that half have", "left", {}, true),
    search("a word that all have", "delivery", {}, true),
    search("a word that all have, page 6", "delivery", { after: yield* deep("delivery", 100) }, true),
    search("a word that nobody has", "ostrich", {}, true),
    search("two words, 10 % and 5 % of tickets", "invoice harbour"),
    search("two words, 1 % and 0.1 %", "zeppelin quokka"),
    search("two words, all and 1 in 100,000", "delivery axolotl"),
    search("two words, 50 % and 1 %, none both", "left zeppelin"),
    search("a word that 1 in 100,000 has", "axolotl"),
    search("a word that 1 in 100 has", "zeppelin"),
    search("two words that half have, none both", "left right"),
    search("two words that 10 % have, none both", "invoice refund"),
    search("the start of two letters", "in"),
    search("part of an address", "c17.", { types: ["customer"] })
  ] satisfies ReadonlyArray<Reading>
})

/** Runs a reading as requests do, many times, and once more under EXPLAIN. */
export const measure = (database: Database["Service"], reading: Reading, times: number) =>
  Effect.gen(function* () {
    const connection = yield* database.reads.reserve
    const run = (sql: string, parameters: ReadonlyArray<unknown>) => connection.execute(sql, parameters, undefined)
    // One row, one column: the backend's process id.
    const [{ pid }] = (yield* run("select pg_backend_pid() as pid", [])) as [{ pid: number }]
    const took: Array<number> = []
    let rows = 0
    let busy = 0
    for (let n = 0; n < times + 2; n++) {
      if (n === 2) busy = cpuSeconds(pid)
      const began = performance.now()
      rows = (yield* run(reading.sql, reading.parameters)).length
      // The first two runs fill the caches.
      if (n >= 2) took.push(performance.now() - began)
    }
    const cpu = ((cpuSeconds(pid) - busy) * 1000) / times
    const [explained] = yield* run(
      `explain (analyze, buffers, timing off, format json) ${reading.sql}`,
      reading.parameters
    )
    took.sort((a, b) => a - b)
    const at = (share: number) => took[Math.min(took.length - 1, Math.floor(took.length * share))] ?? 0
    return {
      name: reading.name,
      flat: reading.flat,
      rows,
      buffers: buffersOf(explained),
      cpu,
      p50: at(0.5),
      p99: at(0.99)
    } satisfies Cost
  }).pipe(Effect.scoped)

/** The buffers of the topmost node, which include those of all nodes below it and of functions. */
const buffersOf = (row: unknown): number => {
  // PostgreSQL's own format: one row, one column, a list with one plan.
  const [plan] = (row as { "QUERY PLAN": ReadonlyArray<{ Plan: Record<string, number> }> })["QUERY PLAN"]
  return (plan?.Plan["Shared Hit Blocks"] ?? 0) + (plan?.Plan["Shared Read Blocks"] ?? 0)
}

/** The smallest event id of a moment, given in milliseconds since 1970. */
const idAt = (moment: number): string => {
  const hex = Math.floor(moment).toString(16).padStart(12, "0")
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}
