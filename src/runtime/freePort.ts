import { type AddressInfo, createServer } from "node:net"
import { Effect } from "effect"

/** The port to listen on: `port`, or for 0 one that is free at the moment, so that addresses can name it beforehand. */
export const freePort = (host: string, port: number): Effect.Effect<number> =>
  port !== 0
    ? Effect.succeed(port)
    : Effect.callback((resume) => {
        const probe = createServer()
        // What is wrong with the host, the listener itself will say.
        probe.once("error", () => resume(Effect.succeed(0)))
        probe.listen(0, host, () => {
          const { port } = probe.address() as AddressInfo
          probe.close(() => resume(Effect.succeed(port)))
        })
      })
