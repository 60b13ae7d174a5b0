import { connect, type Socket } from "node:net"

/** Milliseconds between two looks at a connection. */
const interval = 250
/** Milliseconds after which a pool ends a connection that nobody used: no longer is one kept on which nothing moves. */
const longestStill = 60_000

/**
 * Makes connections to the database of a libpq URI that end when the server owes an answer for longer than `limit`
 * milliseconds. A machine that lost its power or its network says nothing, and TCP waits a quarter of an hour for it: as
 * long would everything hang that shares the connection, though another machine serves the database since.
 */
export const watchedSocket = (uri: string, limit: number) => () => watch(connect(addressOf(new URL(uri))), limit)

/** The database of a libpq URI, where it names one, and its server: a host, or the folder of a socket, and the port. */
export const databaseOf = ({ hostname, pathname, port, searchParams }: URL) => ({
  host: (searchParams.get("host") ?? decodeURIComponent(hostname.replace(/^\[|\]$/g, ""))) || "localhost",
  port: Number(searchParams.get("port") ?? (port || 5432)),
  database: (searchParams.get("dbname") ?? decodeURIComponent(pathname.slice(1))) || undefined
})

/** Where libpq would go: a socket in a folder, or a host and its port. */
export const addressOf = (url: URL) => {
  const { host, port } = databaseOf(url)
  return host.startsWith("/")
    ? { path: `${host}/.s.PGSQL.${port}` }
    : { host, port, noDelay: true, keepAlive: true, keepAliveInitialDelay: 30_000 }
}

/** What was sent and came back is counted by the system, under TLS too. */
const watch = (socket: Socket, limit: number): Socket => {
  let [sent, received] = [0, 0]
  /**
   * Looks since the server owes an answer, and since nothing moves. Time itself would not do: an answer that came while this
   * process stood still, or its machine slept, is read only after the look that follows.
   */
  let [owed, still]: [number | undefined, number] = [undefined, 0]

  const count = () => {
    const { bytesRead, bytesWritten } = socket
    if (bytesRead > received) owed = undefined
    // Of what was sent and what came since it was last counted, nobody knows which was first.
    else if (bytesWritten > sent) owed ??= 0
    if (bytesRead > received || bytesWritten > sent) still = 0
    ;[sent, received] = [bytesWritten, bytesRead]
  }
  const look = () => {
    count()
    if (owed !== undefined) owed++
    still++
    // Without an error: under TLS nobody would hear of it.
    if ((owed ?? 0) * interval > limit || still * interval > Math.max(limit, longestStill)) socket.destroy()
  }

  // Without TLS it is known what was first. Under it, writes go by the system alone.
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
