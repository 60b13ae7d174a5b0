import { isIP, type Socket } from "node:net"
import { buildConnector } from "undici"
import type { Egress } from "./Egress.ts"
import { namesFor, type Resolve } from "./resolveNames.ts"

/** Milliseconds. The time limit for one TCP or TLS connection. */
const connectTimeout = 5_000
/** Most addresses of one name that are tried in turn. */
const maxAddresses = 4

/** An address was refused. Nothing was sent to it. */
export class AddressForbidden extends Error {
  readonly code = "ADDRESS_FORBIDDEN"
}

/**
 * Opens every socket of an undici agent, including those to IP literals, and checks the target address. A name is resolved
 * once and refused if any of its addresses is forbidden. The socket connects to the checked address itself, while SNI and
 * certificate verification use the name, so that a hostile DNS server cannot give a second answer (DNS rebinding).
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

/** Makes concurrent lookups of the same name share one. */
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
