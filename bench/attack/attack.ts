import { fork } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import type { Job } from "./attacker.ts"

/** Starts an attacker, and returns the function that stops it. */
export const attack = (job: Job): (() => Promise<void>) => {
  const child = fork(join(import.meta.dirname, "attacker.ts"), [JSON.stringify(job)], { execArgv: [] })
  return async () => {
    const ended = once(child, "exit")
    child.kill("SIGKILL")
    await ended
  }
}

export const rest = (seconds: number) => sleep(seconds * 1000)
