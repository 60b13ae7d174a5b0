import { createPublicKey, type KeyObject } from "node:crypto"
import { createRequire } from "node:module"
import type { DnsRecords, Resolve } from "../../src/runtime/DnsResolver.ts"

/** Keys that are remembered; the one that was not used for longest makes room. Each takes some 4 KiB. */
const capacity = 1_000
/** Characters of a record whose key is remembered: twice what an RSA key of 4,096 bits takes. */
const longest = 1_500

/** What a record of the DNS says of a public key. */
interface KeyRecord {
  readonly publicKey: string | KeyObject
}

type Question = readonly [
  type: string,
  name: string,
  minBitLength: number | undefined,
  options: { readonly strict?: boolean; readonly hashAlgo?: string }
]

/** What mailauth 7.1.0 keeps inside and does not declare; the tests hold each of these names. */
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

/** What of it reads a message; likewise. Its pieces have no line that ends in LF alone. */
interface MessageParser {
  readonly state: "header" | "body"
  readonly headerBytes: number
  readonly emitHeaders: (header: Buffer) => Promise<void>
  processChunk: (piece: Buffer) => Promise<void>
}

/**
 * mailauth, with a memory for public keys: by itself it has OpenSSL read the key of each signature twice, which is a third of
 * all that checking a mail costs. The DNS is asked for each mail all the same: a key is remembered by what it answers. And
 * the end of a header is looked for at once: by itself it makes an array for each byte of it.
 */
export const loadMailauth = (): Promise<typeof import("mailauth")> => {
  loaded ??= load()
  return loaded
}

/** Loaded with the first mail: a server that takes none pays no memory for it. */
let loaded: Promise<typeof import("mailauth")> | undefined

const load = () => {
  const require = createRequire(import.meta.url)
  // The library's own parts take these functions when they are loaded, so they are exchanged before.
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
      // Some are asked for before anybody waits for them; whoever does gets the error.
      found.catch(() => {})
      return found
    }
  })
}
