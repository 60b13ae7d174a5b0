import { spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { Effect } from "effect"
import { currentUrl } from "./TestDatabase.ts"

/**
 * Starts a dispatcher in a process of its own on this test's database. It is killed with the scope, whatever state it is in.
 */
export const startProcess = Effect.gen(function* () {
  const url = yield* currentUrl
  const child = yield* Effect.acquireRelease(
    Effect.sync(() =>
      spawn(
        process.execPath,
        ["--disable-warning=ExperimentalWarning", join(import.meta.dirname, "dispatcherNode.ts"), url],
        {
          env: { PATH: process.env["PATH"], NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"] },
          stdio: ["ignore", "pipe", "inherit"]
        }
      )
    ),
    (child) =>
      Effect.promise(async () => {
        if (child.exitCode !== null || child.signalCode !== null) return
        child.kill("SIGKILL")
        await once(child, "exit")
      })
  )
  const exit = once(child, "exit")
  const [line] = yield* Effect.promise(() => once(child.stdout, "data"))
  return {
    /** The node number that its leases carry. */
    node: Number(line),
    signal: (signal: NodeJS.Signals) => Effect.sync(() => void child.kill(signal)),
    /** How it ended: the exit code, or the signal. */
    ended: Effect.map(
      Effect.promise(() => exit),
      ([code, signal]): number | NodeJS.Signals => code ?? signal
    )
  }
})
