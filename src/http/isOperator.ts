import { createHash, timingSafeEqual } from "node:crypto"
import type { IncomingMessage } from "node:http"
import { Redacted } from "effect"

type Source = Pick<IncomingMessage, "headers"> & { readonly socket: Pick<IncomingMessage["socket"], "remoteAddress"> }

/**
 * Whether the caller runs this installation: it sends OPERATOR_TOKEN or, without any credential, calls from the server's own
 * machine and through no proxy.
 */
export const isOperator = (source: Source, token: Redacted.Redacted | undefined): boolean => {
  const { authorization, cookie } = source.headers
  if (authorization === undefined) return cookie === undefined && isFromThisMachine(source)
  const given = /^bearer (\S+)$/i.exec(authorization)?.[1]
  return given !== undefined && token !== undefined && timingSafeEqual(digest(given), digest(Redacted.value(token)))
}

/** Headers that proxies add, each of them some. */
const addedByProxies = ["forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip"]

/** A page whose name resolves to this machine (DNS rebinding) also calls from it, but under its own name. */
const isFromThisMachine = ({ headers, socket }: Source) =>
  /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/.test(socket.remoteAddress ?? "") &&
  /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/i.test(headers.host ?? "") &&
  addedByProxies.every((name) => headers[name] === undefined)

const digest = (text: string) => createHash("sha256").update(text).digest()
