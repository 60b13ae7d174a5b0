import { once } from "node:events"
import { mkdtempSync } from "node:fs"
import { connect, createServer, type Socket } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, Redacted } from "effect"
import { addressOf } from "../../src/sql/watchedSocket.ts"
import { StatementCounter } from "./StatementCounter.ts"
import { freshDatabase } from "./TestDatabase.ts"

/** A database of its own behind a proxy that can break and restore connections as networks do, and that counts statements. */
export const cuttableDatabase = Effect.gen(function* () {
  const url = new URL(Redacted.value(yield* freshDatabase))
  const target = addressOf(url)
  const folder = mkdtempSync(join(tmpdir(), "way-"))
  const sockets = new Set<Socket>()
  const counters: Array<StatementCounter> = []
  let isCut = false
  const server = createServer((near) => {
    if (isCut) return void near.destroy()
    const far = connect(target)
    const counter = new StatementCounter()
    counters.push(counter)
    near.on("data", (bytes) => counter.read(bytes))
    const pairs: ReadonlyArray<readonly [Socket, Socket]> = [
      [near, far],
      [far, near]
    ]
    for (const [socket, other] of pairs) {
      sockets.add(socket)
      socket.pipe(other)
      socket.on("error", () => other.destroy())
      socket.on("close", () => {
        sockets.delete(socket)
        other.destroy()
      })
    }
  })
  const drop = () => {
    for (const socket of sockets) socket.destroy()
  }
  yield* Effect.acquireRelease(
    Effect.promise(async () => {
      server.listen(join(folder, `.s.PGSQL.${url.port}`))
      await once(server, "listening")
    }),
    () =>
      Effect.sync(() => {
        drop()
        server.close()
      })
  )
  url.searchParams.set("host", folder)
  return {
    url: Redacted.make(url.href),
    /** Statements that all connections have sent so far. */
    statements: Effect.sync(() => counters.reduce((sum, { statements }) => sum + statements, 0)),
    cut: Effect.sync(() => {
      isCut = true
      drop()
    }),
    mend: Effect.sync(() => {
      isCut = false
    }),
    /**
     * Existing connections receive nothing more, not even an end, as if the machine had lost power. New connections are served.
     */
    silence: Effect.sync(() => {
      for (const socket of sockets) socket.unpipe().pause()
    })
  }
})
