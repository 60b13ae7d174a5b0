import { connect, type Socket } from "node:net"

/** Milliseconds between two checks of a connection. */
const interval = 250
/** Milliseconds by which pools have ended an unused connection (`Database`): none without traffic is kept longer. */
const longestStill = 60_000

/**
 * Connects to the database of a libpq URI, and ends the connection if the server owes an answer for longer than `limit`
 * milliseconds. A machine that lost its power or its network says nothing, and TCP waits a quarter of an hour for it:
 * everything that shares the connection would hang as long, though another machine may serve the database by then.
 */
export const watchedSocket = (uri: string, limit: number) => () => watch(connect(addressOf(new URL(uri))), limit)

/** The server of a libpq URI (a host or the folder of a socket, and the port) and its database, if it names one. */
export const databaseOf = ({ hostname, pathname, port, searchParams }: URL) => ({
  host: (searchParams.get("host") ?? decodeURIComponent(hostname.replace(/^\[|\]$/g, ""))) || "localhost",
  port: Number(searchParams.get("port") ?? (port || 5432)),
  database: (searchParams.get("dbname") ?? decodeURIComponent(pathname.slice(1))) || undefined
})

/** Where libpq would connect: a socket in a folder, or a host and its port. */
export const addressOf = (url: URL) => {
  const { host, port } = databaseOf(url)
  return host.startsWith("/")
    ? { path: `${host}/.s.PGSQL.${port}` }
    : { host, port, noDelay: true, keepAlive: true, keepAliveInitialDelay: 30_000 }
}

/** Watches a socket by its byte counters, which are kept under TLS too. */
const watch = (socket: Socket, limit: number): Socket => {
  let [sent, received] = [0, 0]
  /**
   * Checks since the server began to owe an answer, and since anything moved. Elapsed time would not do: an answer that came
   * while this process was stalled, or its machine asleep, is read only after the next check.
   */
  let [owed, still]: [number | undefined, number] = [undefined, 0]

  const count = () => {
    const { bytesRead, bytesWritten } = socket
    if (bytesRead > received) owed = undefined
    // Of the bytes sent and received since the last count, it is unknown which came first.
    else if (bytesWritten > sent) owed ??= 0
    if (bytesRead > received || bytesWritten > sent) still = 0
    ;[sent, received] = [bytesWritten, bytesRead]
  }
  const look = () => {
    count()
    if (owed !== undefined) owed++
    still++
    // Without an error, which nobody would hear of under TLS.
    if ((owed ?? 0) * interval > limit || still * interval > Math.max(limit, longestStill)) socket.destroy()
  }

  // Without TLS, counting around each write tells what came first. Under TLS, writes bypass this method.
  const write = socket.write.bind(socket)
  socket.write = (bytes: string | Uint8Array, ...rest: ReadonlyArray<never>) => {
    count()
    const goesOn = write(bytes, ...rest)
    count()
    return goesOn
  }
  const looking = setInterval(look, interval).unref()
  return socket.once("close", () => clearInterval(looking))
}
