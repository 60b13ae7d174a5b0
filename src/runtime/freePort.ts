import { createServer } from "node:net"
import { Effect, Random } from "effect"

/** Ports below the ephemeral ranges, from which systems assign ports to outgoing connections and to listeners on port 0. */
const range = [10_000, 32_767] as const
const attempts = 100

/**
 * A port of the host that nobody listens on, so that URLs can contain it before the listener starts. It is 0 if none was
 * found, or if listening on the host fails, which the listener itself will report.
 */
export const freePort = (host: string): Effect.Effect<number> =>
  Random.nextIntBetween(...range).pipe(
    Effect.flatMap((port) => Effect.as(canListen(host, port), port)),
    Effect.retry({ times: attempts }),
    Effect.orElseSucceed(() => 0)
  )

const canListen = (host: string, port: number) =>
  Effect.callback<void, NodeJS.ErrnoException>((resume) => {
    const probe = createServer()
    probe.once("error", (error) => resume(Effect.fail(error)))
    probe.listen(port, host, () => probe.close(() => resume(Effect.void)))
  })
