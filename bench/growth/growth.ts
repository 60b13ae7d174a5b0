import { existsSync, readdirSync, statSync } from "node:fs"
import { join } from "node:path"
import { Duration, Effect } from "effect"
import { callApi } from "../callApi.ts"
import type { Figure, Measurement } from "../Figure.ts"
import { letterOf } from "../mail/corpus.ts"
import { mailLoad } from "../mail/mailLoad.ts"
import { makeBrand, type Site } from "../mail/Site.ts"
import { startReceivers } from "../webhooks/Receivers.ts"
import { openTicket, subscribe } from "../webhooks/Site.ts"

/** Concurrent requests and mails. */
const inFlight = 8
/** Long enough for everything that a commit triggers (mail, deliveries, tallies) to be stored. */
const rest = Duration.seconds(5)

/** Rows in the database, and the bytes of its tables, of its write-ahead log and of the files. */
interface Held {
  readonly rows: number
  /** Tables with their indexes: those that keep rows for good, and those that keep them for 30 days or less. */
  readonly kept: number
  readonly passing: number
  readonly log: number
  readonly files: number
}

export const growth: Measurement<Site & { readonly files: string }, { readonly times: number }> = {
  name: "growth",
  about: `what each of these leaves, with ${inFlight} of them under way at once`,
  measure: Effect.fnUntraced(function* ({ corpus, files, sql, startNode, startSink }, { times }) {
    const relay = yield* startSink
    const receivers = yield* startReceivers
    const node = yield* startNode({
      MAIL_RELAY_URL: `smtp://127.0.0.1:${relay.smtpPort}`,
      WEBHOOK_ALLOW_NETWORKS: "127.0.0.0/8",
      BLOBS_URL: files
    })
    const { address, id: brandId } = yield* makeBrand(node, "Growth")
    const tickets = `/v1/brands/${brandId}/tickets`
    const held = Effect.map(
      sql(heldSql),
      ([row]): Held => ({
        rows: Number(row?.["rows"]),
        kept: Number(row?.["kept"]),
        passing: Number(row?.["passing"]),
        log: Number(row?.["log"]),
        files: bytesIn(files)
      })
    )
    const repeat = <A>(one: (n: number) => Effect.Effect<A>) =>
      Effect.forEach(Array.from({ length: times }), (_, n) => one(n), { concurrency: inFlight })
    const figures: Array<Figure> = []
    /** Records what `work` leaves behind, for each of the `times` that it acts. */
    const of = Effect.fnUntraced(function* <A>(label: string, work: Effect.Effect<A>) {
      const before = yield* held
      const done = yield* work
      yield* Effect.sleep(rest)
      const after = yield* held
      const each = (what: keyof Held) => (after[what] - before[what]) / times
      figures.push(
        { label: `${label}: rows`, value: each("rows"), unit: "" },
        { label: `${label}: tables that keep everything`, value: each("kept") / 1000, unit: "kB" },
        { label: `${label}: tables that keep it for 30 days or less`, value: each("passing") / 1000, unit: "kB" },
        { label: `${label}: write-ahead log`, value: each("log") / 1000, unit: "kB" }
      )
      if (after.files > before.files)
        figures.push({ label: `${label}: files`, value: each("files") / 1000, unit: "kB" })
      return done
    })

    // Allocate the first pages of each table and index before anything is measured.
    yield* repeat((n) => openTicket(node, brandId, n))
    yield* of("nothing, as long as the others rest", Effect.void)
    const opened = yield* of(
      "a ticket by the API",
      repeat((n) => openTicket(node, brandId, n))
    )
    const onEach = (path: string, method: "POST" | "PATCH", body: object) =>
      repeat((n) => callApi(node, method, `${tickets}/${opened[n]}${path}`, body))
    const text = "Thank you, it is on its way to you. ".repeat(8)
    yield* of("a note", onEach("/comments", "POST", { body: text, visibility: "internal" }))
    yield* of("an answer, sent by mail", onEach("/comments", "POST", { body: text, visibility: "public" }))
    yield* of("a change", onEach("", "PATCH", { priority: "high" }))
    yield* of(
      "a mail of 16 kB (in the mean) that opens a ticket",
      mailLoad({
        port: () => node.smtpPort,
        to: () => address,
        inFlight,
        count: times,
        letter: (n) => letterOf(corpus, "growth", n)
      })
    )
    yield* subscribe(node, brandId, receivers.url("ok", "growth"))
    yield* of(
      "a ticket by the API, delivered to a webhook",
      repeat((n) => openTicket(node, brandId, n))
    )
    return figures
  })
}

const heldSql = `
  select (select sum((xpath('/row/c/text()', query_to_xml(format('select count(*) as c from %I', tablename), false, true, '')))[1]::text::bigint)
      from pg_tables where schemaname = 'public') as rows,
    sum(pg_total_relation_size(oid)) filter (where not passing) as kept,
    sum(pg_total_relation_size(oid)) filter (where passing) as passing,
    pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') as log
  from (select oid, relname ~ '^(events|attempts|deliver|receipts|outgoing_mail|tally_changes)' as passing
    from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace) tables`

const bytesIn = (folder: string): number =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)
    : 0
