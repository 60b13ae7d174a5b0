import { createHash } from "node:crypto"
import { realpathSync, rmSync } from "node:fs"
import { connect, createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, Schema } from "effect"

/** Another process uses this data folder. */
export class DataFolderInUse extends Schema.TaggedError<DataFolderInUse>()("DataFolderInUse", {
  dataDir: Schema.String
}) {
  override get message() {
    return `Another Trunkline is using the data folder ${this.dataDir}: stop it first, or set DATA_DIR to another folder.`
  }
}

/**
 * Holds a data folder for this process until the scope closes. The lock is a listening socket whose name is derived from the
 * folder, so it vanishes with the process, however that ends: an abstract socket on Linux, a named pipe on Windows; elsewhere a
 * socket file, which is replaced if nobody answers on it.
 */
export const holdFolder = Effect.fn("ProcessLock.holdFolder")(function* (dataDir: string) {
  const digest = createHash("sha256").update(realpathSync(dataDir)).digest("hex").slice(0, 32)
  const name = `trunkline-${digest}`
  const inUse = new DataFolderInUse({ dataDir })
  if (process.platform === "linux") return yield* listen(`\0${name}`, inUse)
  if (process.platform === "win32") return yield* listen(`\\\\.\\pipe\\${name}`, inUse)
  const file = join(tmpdir(), `${name}.lock`)
  yield* listen(file, inUse).pipe(
    Effect.catch((error) =>
      Effect.flatMap(answers(file), (alive) => {
        if (alive) return Effect.fail(error)
        rmSync(file, { force: true })
        return listen(file, inUse)
      })
    )
  )
})

const listen = (path: string, inUse: DataFolderInUse) =>
  Effect.acquireRelease(
    Effect.callback<ReturnType<typeof createServer>, DataFolderInUse>((resume) => {
      const server = createServer((socket) => socket.destroy())
      server.unref()
      server.once("error", () => resume(Effect.fail(inUse)))
      server.listen(path, () => resume(Effect.succeed(server)))
    }),
    (server) => Effect.callback<void>((resume) => void server.close(() => resume(Effect.void)))
  )

const answers = (path: string) =>
  Effect.callback<boolean>((resume) => {
    const socket = connect(path)
    socket.once("connect", () => {
      socket.destroy()
      resume(Effect.succeed(true))
    })
    socket.once("error", () => resume(Effect.succeed(false)))
  })
