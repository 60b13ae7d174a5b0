import type { IncomingMessage } from "node:http"
import { isIP } from "node:net"
import type { Client } from "../domain/Causation.ts"

type Source = Pick<IncomingMessage, "headers"> & { readonly socket: Pick<IncomingMessage["socket"], "remoteAddress"> }

/** Characters kept of the user agent. */
const maxUserAgent = 200

/**
 * The client: the connection's peer or, behind `proxies` that each append their peer to `X-Forwarded-For`, the address that
 * the outermost of them appended. The client itself wrote everything before that, which is not trusted, and neither is a
 * header with fewer addresses than proxies.
 */
export const clientOf = ({ headers, socket }: Source, proxies: number): Client => ({
  address: bare(forwardedFor(headers["x-forwarded-for"], proxies) ?? socket.remoteAddress ?? ""),
  userAgent: headers["user-agent"]?.slice(0, maxUserAgent)
})

const forwardedFor = (header: string | ReadonlyArray<string> | undefined, proxies: number): string | undefined => {
  if (proxies === 0 || header === undefined) return undefined
  const named = String(header).split(",").at(-proxies)?.trim() ?? ""
  // Some proxies add the port, and brackets around an IPv6 address.
  const address = /^\[(.+)\](?::\d+)?$/.exec(named)?.[1] ?? /^([\d.]+):\d+$/.exec(named)?.[1] ?? named
  return isIP(address) === 0 ? undefined : address
}

/** The IPv4 address inside an IPv4-mapped IPv6 address. */
const bare = (address: string) => /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address
