import { createPublicKey, type KeyObject } from "node:crypto"
import { createRequire } from "node:module"
import type { DnsRecords, Resolve } from "../../src/runtime/DnsResolver.ts"

/** Cached keys; the least recently used one makes room. Each takes some 4 KiB. */
const capacity = 1_000
/** Characters of a record whose key is cached: twice what an RSA key of 4,096 bits takes. */
const longest = 1_500

/** A public key from a DNS record. */
interface KeyRecord {
  readonly publicKey: string | KeyObject
}

type Question = readonly [
  type: string,
  name: string,
  minBitLength: number | undefined,
  options: { readonly strict?: boolean; readonly hashAlgo?: string }
]

/** Undeclared internals of mailauth 7.1.0; the tests check each of these names. */
interface Tools {
  createKeyCache: (resolver: Resolve) => {
    readonly resolver: Resolve
    readonly get: (...question: Question) => Promise<KeyRecord>
  }
  readonly getPublicKey: (
    type: Question[0],
    name: Question[1],
    minBitLength: Question[2],
    resolver: Resolve,
    options: Question[3]
  ) => Promise<KeyRecord>
  readonly toALabel: (name: string) => string
}

/** Its message parser, likewise undeclared. The chunks passed to it contain no line that ends in LF alone. */
interface MessageParser {
  readonly state: "header" | "body"
  readonly headerBytes: number
  readonly emitHeaders: (header: Buffer) => Promise<void>
  processChunk: (piece: Buffer) => Promise<void>
}

/**
 * mailauth with a cache for public keys: on its own, it has OpenSSL parse the key of each signature twice, which is a third
 * of the cost of checking an email. DNS is still queried for each email: the cache is keyed by the response. The end of the
 * header is found in one search; on its own, mailauth allocates an array for each byte of it.
 */
export const loadMailauth = (): Promise<typeof import("mailauth")> => {
  loaded ??= load()
  return loaded
}

/** Loaded with the first email, so that a server that receives none spends no memory on it. */
let loaded: Promise<typeof import("mailauth")> | undefined

const load = () => {
  const require = createRequire(import.meta.url)
  // The library's modules capture these functions when loaded, so they are replaced first.
  const tools = require("mailauth/lib/tools") as Tools
  tools.createKeyCache = keyCache(tools)
  findHeader(
    (require("mailauth/lib/dkim/message-parser") as { MessageParser: { prototype: MessageParser } }).MessageParser
  )
  return import("mailauth")
}

const findHeader = ({ prototype }: { readonly prototype: MessageParser }) => {
  const byteByByte = prototype.processChunk
  prototype.processChunk = async function (piece) {
    const end = this.state === "header" && this.headerBytes === 0 ? piece.indexOf("\r\n\r\n") : -1
    // A message that begins with an empty line has no header.
    if (end === -1 || piece[0] === 13) return byteByByte.call(this, piece)
    await this.emitHeaders(piece.subarray(0, end + 4))
    await byteByByte.call(this, piece.subarray(end + 4))
  }
}

const keyCache = ({ getPublicKey, toALabel }: Tools): Tools["createKeyCache"] => {
  const known = new Map<string, KeyRecord>()

  const find = async (resolve: Resolve, ...[type, name, minBitLength, options]: Question): Promise<KeyRecord> => {
    const answer: DnsRecords = await resolve(toALabel(name), "TXT")
    const text = JSON.stringify([answer, minBitLength, options])
    const found = known.get(text) ?? (await read(answer, type, name, minBitLength, options))
    known.delete(text)
    if (text.length <= longest) known.set(text, found)
    for (const oldest of known.keys()) {
      if (known.size <= capacity) break
      known.delete(oldest)
    }
    return found
  }
  const read = async (answer: DnsRecords, ...[type, name, minBitLength, options]: Question): Promise<KeyRecord> => {
    const record = await getPublicKey(type, name, minBitLength, async () => answer, options)
    return { ...record, publicKey: createPublicKey(record.publicKey as string) }
  }

  return (resolver) => ({
    resolver,
    get: (...question) => {
      const found = find(resolver, ...question)
      // Some lookups start before anybody awaits them; whoever does gets the error.
      found.catch(() => {})
      return found
    }
  })
}
