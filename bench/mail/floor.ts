/**
 * The least that a receiver must do for its 250 to be trustworthy, in the same processes as the product: a server that checks
 * where mail comes from, readers in processes of their own, and one commit per mail with its bytes. It has no brands, threads,
 * people, events, limits or files, and sanitizes nothing. The product's cost beyond this is the product's own; the cost of this
 * beyond the sink is the price of SPF, DKIM, DMARC, a commit and readers that may crash.
 *
 * Settings: `PORT` on 127.0.0.1, `DATABASE_URL` (an empty database), `DNS_SERVERS`.
 */
import { type ChildProcess, fork } from "node:child_process"
import { hash } from "node:crypto"
import { promises as dns } from "node:dns"
import { availableParallelism } from "node:os"
import { join } from "node:path"
import { buffer } from "node:stream/consumers"
import { authenticate } from "mailauth"
import pg from "pg"
import { SMTPServer } from "smtp-server"
import { type DnsRecords, remembering } from "../../src/runtime/DnsResolver.ts"
import type { FloorRead } from "./floorReader.ts"

/** The most that the product starts on this machine. */
const readerCount = Math.min(4, availableParallelism())
/** Connections to PostgreSQL. */
const poolSize = 10

const pool = new pg.Pool({ connectionString: process.env["DATABASE_URL"], max: poolSize })
await pool.query(`create table mails (
  id bigint generated always as identity primary key, content bytea not null unique, sender text, subject text, body text,
  verdicts json, raw bytea not null, received_at timestamptz not null default now())`)
const insert = {
  name: "insert",
  text: `insert into mails (content, sender, subject, body, verdicts, raw) values ($1, $2, $3, $4, $5, $6)
    on conflict (content) do nothing`
}

const resolver = new dns.Resolver()
resolver.setServers((process.env["DNS_SERVERS"] ?? "").split(","))
const resolve = remembering((name, type) => resolver.resolve(name, type) as Promise<DnsRecords>) // the requested record type

/** A reader process, and the callers that wait for its results. */
const startReader = () => {
  const child: ChildProcess = fork(join(import.meta.dirname, "floorReader.ts"), [], { serialization: "advanced" })
  const waiting = new Map<number, (read: FloorRead) => void>()
  child.on("message", (read: FloorRead) => {
    waiting.get(read.id)?.(read)
    waiting.delete(read.id)
  })
  return { child, waiting }
}
const readers = Array.from({ length: readerCount }, startReader)
let serial = 0

const read = (bytes: Buffer) =>
  new Promise<FloorRead>((resolve) => {
    const id = ++serial
    const [reader] = readers.toSorted((a, b) => a.waiting.size - b.waiting.size)
    reader?.waiting.set(id, resolve)
    reader?.child.send({ id, bytes })
  })

const server = new SMTPServer({
  name: "floor.example",
  authOptional: true,
  hideSTARTTLS: true,
  disableReverseLookup: true,
  useProxy: ["127.0.0.1"],
  size: 40 * 1024 * 1024,
  logger: false,
  onData: (stream, { envelope: { mailFrom }, hostNameAppearsAs, remoteAddress }, callback) => {
    const take = async () => {
      const raw = await buffer(stream)
      const [{ body, sender, subject, content }, { dkim, dmarc, spf }] = await Promise.all([
        read(raw),
        authenticate(raw, {
          ip: remoteAddress,
          helo: hostNameAppearsAs,
          sender: mailFrom === false ? "" : mailFrom.address,
          mta: "floor.example",
          resolver: resolve,
          disableBimi: true
        })
      ])
      const verdicts = {
        spf: spf === false ? "none" : spf.status.result,
        dkim: dkim.results.map(({ signingDomain, status }) => [signingDomain, status.result]),
        dmarc: dmarc === false ? "none" : dmarc.status.result
      }
      const key = hash("sha256", content, "buffer")
      await pool.query({ ...insert, values: [key, sender, subject, body, JSON.stringify(verdicts), raw] })
    }
    take().then(
      () => callback(null, "accepted"),
      (error: Error) => callback(error)
    )
  }
})
server.on("error", () => {})
server.listen(Number(process.env["PORT"]), "127.0.0.1")
