import type { AddressInfo } from "node:net"
import { createServer, type Server, type Socket } from "node:net"
import { Effect } from "effect"

/** ClamAV's daemon on a real socket, limited to INSTREAM: a file that starts with `X5O!P%` is infected. */
export class FakeClamd {
  /** Most bytes that it accepts of one file. */
  streamMaxLength = 1_000_000
  /** Accepts everything and never replies. */
  silent = false
  /** The bytes of each file that it received completely. */
  readonly scanned: Array<Buffer> = []
  #server: Server | undefined
  #port = 0
  readonly #sockets = new Set<Socket>()

  /** A daemon that runs until the scope closes. */
  static readonly scoped = Effect.acquireRelease(
    Effect.tap(
      Effect.sync(() => new FakeClamd()),
      (clamd) => clamd.start
    ),
    (clamd) => clamd.stop
  )

  get address() {
    return { host: "127.0.0.1", port: this.#port }
  }

  readonly start = Effect.promise(async () => {
    const server = createServer((socket) => this.#serve(socket))
    this.#server = server
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    // The address of a server that listens on TCP is an AddressInfo.
    this.#port = (server.address() as AddressInfo).port
  })

  readonly stop = Effect.promise(async () => {
    for (const socket of this.#sockets) socket.destroy()
    const server = this.#server
    if (server !== undefined) await new Promise((resolve) => server.close(resolve))
  })

  #serve(socket: Socket) {
    this.#sockets.add(socket)
    socket.on("error", () => socket.destroy()).on("close", () => this.#sockets.delete(socket))
    let received = Buffer.alloc(0)
    let file = Buffer.alloc(0)
    let command = ""
    socket.on("data", (data: Buffer) => {
      received = Buffer.concat([received, data])
      if (command === "") {
        const end = received.indexOf(0)
        if (end < 0) return
        command = received.subarray(0, end).toString()
        received = received.subarray(end + 1)
        if (command !== "zINSTREAM") return void socket.end("UNKNOWN COMMAND\0")
      }
      while (received.length >= 4) {
        const length = received.readUInt32BE()
        if (length === 0) {
          this.scanned.push(file)
          if (this.silent) return
          return void socket.end(
            file.toString("latin1").startsWith("X5O!P%") ? "stream: Eicar-Signature FOUND\0" : "stream: OK\0"
          )
        }
        if (received.length < 4 + length) return
        file = Buffer.concat([file, received.subarray(4, 4 + length)])
        received = received.subarray(4 + length)
        if (file.length > this.streamMaxLength) return void socket.end("INSTREAM size limit exceeded. ERROR\0")
      }
    })
  }
}
