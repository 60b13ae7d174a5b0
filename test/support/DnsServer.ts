import { createSocket } from "node:dgram"
import { Context, Effect, Layer } from "effect"
import { DnsResolver } from "../../src/runtime/DnsResolver.ts"

/** A record as tests write it: an address, the strings of a TXT record, an MX record, or the target of a CNAME. */
export type ZoneRecord =
  | { readonly type: "A" | "AAAA"; readonly address: string }
  | { readonly type: "TXT"; readonly strings: ReadonlyArray<string> }
  | { readonly type: "MX"; readonly priority: number; readonly host: string }
  | { readonly type: "CNAME"; readonly host: string }

/**
 * How the server answers for a name: with its records, not at all, or with a server error. Names that begin with `slow` take
 * 1.5 s.
 */
export type Zone = Map<string, ReadonlyArray<ZoneRecord> | "silent" | "SERVFAIL">

const typeCodes = { A: 1, AAAA: 28, CNAME: 5, MX: 15, TXT: 16 } as const
const rcodes = { NOERROR: 0, SERVFAIL: 2, NXDOMAIN: 3 } as const

/** A local DNS server (RFC 1035, over UDP) whose zone the tests write. */
export class DnsServer extends Context.Service<DnsServer, { readonly port: number; readonly zone: Zone }>()(
  "trunkline/test/DnsServer"
) {
  static readonly layer = Layer.effect(
    DnsServer,
    Effect.gen(function* () {
      const zone: Zone = new Map()
      const socket = createSocket("udp4")
      socket.on("message", (query, { address, port }) => {
        const answer = answerTo(query, zone)
        if (answer === undefined) return
        const late = answer.includes("slow") ? 1_500 : 0
        setTimeout(() => socket.send(answer, port, address), late).unref()
      })
      yield* Effect.acquireRelease(
        Effect.callback<void>((resume) => void socket.bind(0, "127.0.0.1", () => resume(Effect.void))),
        () => Effect.callback<void>((resume) => void socket.close(() => resume(Effect.void)))
      )
      return { port: socket.address().port, zone }
    })
  )
}

/** The product's own resolver, asking this server. */
export const resolver = Layer.unwrap(DnsServer.useSync(({ port }) => DnsResolver.layer([`127.0.0.1:${port}`])))

const headerLength = 12

const answerTo = (query: Buffer, zone: Zone): Buffer | undefined => {
  const { end, labels } = readName(query, headerLength)
  const name = labels.join(".").toLowerCase()
  const wanted = query.readUInt16BE(end)
  const question = query.subarray(headerLength, end + 4)
  const found = zone.get(name)
  if (found === "silent") return undefined
  const records = found === "SERVFAIL" ? [] : matching(zone, name, wanted)
  const header = Buffer.alloc(headerLength)
  query.copy(header, 0, 0, 2)
  const rcode = found === "SERVFAIL" ? "SERVFAIL" : found === undefined ? "NXDOMAIN" : "NOERROR"
  header.writeUInt16BE(0x8580 | rcodes[rcode], 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(records.length, 6)
  return Buffer.concat([header, question, ...records])
}

/** The records of a type at a name; a CNAME includes the records of its target. */
const matching = (zone: Zone, name: string, wanted: number): ReadonlyArray<Buffer> => {
  const records = zone.get(name)
  if (records === undefined || typeof records === "string") return []
  return records.flatMap((record) => {
    if (typeCodes[record.type] === wanted) return [encode(name, record)]
    return record.type === "CNAME" ? [encode(name, record), ...matching(zone, record.host, wanted)] : []
  })
}

const encode = (name: string, record: ZoneRecord): Buffer => {
  const data = dataOf(record)
  const fixed = Buffer.alloc(10)
  fixed.writeUInt16BE(typeCodes[record.type], 0)
  fixed.writeUInt16BE(1, 2)
  fixed.writeUInt16BE(data.length, 8)
  return Buffer.concat([encodeName(name), fixed, data])
}

const dataOf = (record: ZoneRecord): Buffer => {
  switch (record.type) {
    case "A":
      return Buffer.from(record.address.split(".").map(Number))
    case "AAAA":
      // Addresses are written in full.
      return Buffer.from(record.address.split(":").flatMap((group) => [...Buffer.from(group.padStart(4, "0"), "hex")]))
    case "TXT":
      return Buffer.concat(record.strings.map((text) => Buffer.concat([Buffer.from([text.length]), Buffer.from(text)])))
    case "MX": {
      const priority = Buffer.alloc(2)
      priority.writeUInt16BE(record.priority)
      return Buffer.concat([priority, encodeName(record.host)])
    }
    case "CNAME":
      return encodeName(record.host)
  }
}

const encodeName = (name: string): Buffer =>
  Buffer.concat([
    ...name.split(".").map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)])),
    Buffer.from([0])
  ])

const readName = (query: Buffer, start: number): { readonly labels: ReadonlyArray<string>; readonly end: number } => {
  const labels: Array<string> = []
  let at = start
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString("latin1", at + 1, at + 1 + length))
    at += 1 + length
  }
  return { labels, end: at + 1 }
}

/** A zone entry from the contract's `records`: a value of several quoted strings is a single text. */
export const zoneRecordOf = (record: {
  readonly type: string
  readonly value: string
  readonly priority?: number
}): ZoneRecord => {
  switch (record.type) {
    case "MX":
      return { type: "MX", priority: record.priority ?? 0, host: record.value }
    case "CNAME":
      return { type: "CNAME", host: record.value }
    default: {
      const strings = [...record.value.matchAll(/"([^"]*)"/g)].map(([, text = ""]) => text)
      return { type: "TXT", strings: strings.length > 0 ? strings : [record.value] }
    }
  }
}

/** Adds records to the zone. */
export const publish = (zone: Zone, name: string, ...records: ReadonlyArray<ZoneRecord>) => {
  const present = zone.get(name)
  zone.set(name, [...(Array.isArray(present) ? present : []), ...records])
}
