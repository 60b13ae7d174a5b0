import { isIP, type Socket } from "node:net"
import { buildConnector } from "undici"
import type { Egress } from "./Egress.ts"
import { namesFor, type Resolve } from "./resolveNames.ts"

/** Milliseconds for one TCP or TLS connection. */
const connectTimeout = 5_000
/** Addresses of one name that are tried in turn. */
const maxAddresses = 4

/** The guard refused an address: nothing was sent to it. */
export class AddressForbidden extends Error {
  readonly code = "ADDRESS_FORBIDDEN"
}

/**
 * Makes every socket of an undici agent, IP literals included, and judges the address that it will lead to. A name is
 * looked up once, is refused if any of its addresses is forbidden, and the judged address itself is dialled, while
 * certificate and SNI keep the name: a second answer of a hostile DNS server is never asked for.
 */
export const guardedConnector = (
  egress: Egress["Service"],
  resolve: Resolve = namesFor(egress)
): buildConnector.connector => {
  const connect = buildConnector({ timeout: connectTimeout, allowH2: false })
  const addressesOf = shared(resolve)

  return (options, callback) => {
    const encrypted = options.protocol === "https:"
    const host = options.hostname.replace(/^\[|\]$/g, "")
    const forbid = (address: string) => callback(new AddressForbidden(`${address} is forbidden`), null)

    const dial = (addresses: ReadonlyArray<string>, index: number): void =>
      connect({ ...options, hostname: addresses[index] ?? "" }, (...[error, socket]) => {
        if (error !== null) {
          if (index + 1 < addresses.length) dial(addresses, index + 1)
          else callback(error, null)
        } else if (!egress.allowsAddress(socket.remoteAddress ?? "", encrypted)) {
          refuse(socket)
          forbid(String(socket.remoteAddress))
        } else callback(null, socket)
      })

    if (isIP(host) !== 0) {
      if (egress.allowsAddress(host, encrypted)) dial([host], 0)
      else forbid(host)
      return
    }
    addressesOf(host, (error, found) => {
      if (error !== null) return callback(error, null)
      const addresses = found.map(({ address }) => address)
      const forbidden = addresses.find((address) => !egress.allowsAddress(address, encrypted))
      if (forbidden !== undefined || addresses.length === 0) return forbid(forbidden ?? host)
      dial(addresses.slice(0, maxAddresses), 0)
    })
  }
}

const refuse = (socket: Socket) => socket.destroy()

/** Look-ups of one name at a time share one. */
const shared = (resolve: Resolve): Resolve => {
  const waiting = new Map<string, Array<Parameters<Resolve>[1]>>()
  return (host, found) => {
    const others = waiting.get(host)
    if (others !== undefined) return void others.push(found)
    waiting.set(host, [found])
    resolve(host, (error, addresses) => {
      const callers = waiting.get(host) ?? []
      waiting.delete(host)
      for (const caller of callers) caller(error, addresses)
    })
  }
}
