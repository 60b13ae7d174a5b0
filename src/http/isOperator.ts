import { createHash, timingSafeEqual } from "node:crypto"
import type { IncomingMessage } from "node:http"
import { Redacted } from "effect"

type Source = Pick<IncomingMessage, "headers"> & { readonly socket: Pick<IncomingMessage["socket"], "remoteAddress"> }

/**
 * Whether who calls runs this installation: with OPERATOR_TOKEN as its credential or, without a credential, from the
 * machine that the server is on and through no proxy.
 */
export const isOperator = (source: Source, token: Redacted.Redacted | undefined): boolean => {
  const { authorization, cookie } = source.headers
  if (authorization === undefined) return cookie === undefined && isFromThisMachine(source)
  const given = /^bearer (\S+)$/i.exec(authorization)?.[1]
  return given !== undefined && token !== undefined && timingSafeEqual(digest(given), digest(Redacted.value(token)))
}

/** What proxies add to a request, each some of it. */
const addedByProxies = ["forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip"]

/** A page whose name was made to lead here (DNS rebinding) runs on this machine too, but asks under its own name. */
const isFromThisMachine = ({ headers, socket }: Source) =>
  /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/.test(socket.remoteAddress ?? "") &&
  /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/i.test(headers.host ?? "") &&
  addedByProxies.every((name) => headers[name] === undefined)

const digest = (text: string) => createHash("sha256").update(text).digest()
