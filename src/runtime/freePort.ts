import { createServer } from "node:net"
import { Effect, Random } from "effect"

/** Ports that no system gives by itself to outgoing connections, or to listeners that leave the choice to it. */
const range = [10_000, 32_767] as const
const attempts = 100

/**
 * A port of the host that nobody listens on, so that addresses can name it before it is listened on; 0 when none was
 * found, or the host cannot be listened on, which the listener itself will say.
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
