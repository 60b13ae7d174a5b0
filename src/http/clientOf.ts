import type { IncomingMessage } from "node:http"
import { isIP } from "node:net"
import type { Client } from "../domain/Causation.ts"

type Source = Pick<IncomingMessage, "headers"> & { readonly socket: Pick<IncomingMessage["socket"], "remoteAddress"> }

/** Characters that are kept of what a client calls itself. */
const maxUserAgent = 200

/**
 * Who is at the other end: the connection's peer or, behind so many `proxies` that each add their peer to
 * `X-Forwarded-For`, whom the outermost of them names. What stands before that in the header, the client itself wrote:
 * it is not believed, and neither is a header with fewer addresses than there are proxies.
 */
export const clientOf = ({ headers, socket }: Source, proxies: number): Client => ({
  address: bare(forwardedFor(headers["x-forwarded-for"], proxies) ?? socket.remoteAddress ?? ""),
  userAgent: headers["user-agent"]?.slice(0, maxUserAgent)
})

const forwardedFor = (header: string | ReadonlyArray<string> | undefined, proxies: number): string | undefined => {
  if (proxies === 0 || header === undefined) return undefined
  const named = String(header).split(",").at(-proxies)?.trim() ?? ""
  // Some proxies add the port, and brackets around an address of IPv6.
  const address = /^\[(.+)\](?::\d+)?$/.exec(named)?.[1] ?? /^([\d.]+):\d+$/.exec(named)?.[1] ?? named
  return isIP(address) === 0 ? undefined : address
}

/** An IPv4 address as such, where a socket of IPv6 has it inside one. */
const bare = (address: string) => /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address
