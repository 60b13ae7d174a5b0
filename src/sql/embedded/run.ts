import { type SpawnOptions, spawn } from "node:child_process"
import { Effect } from "effect"

/** Characters of output kept: the end, where the reason of a failure is. */
const outputLimit = 16_384

export interface Finished {
  /** Exit code; 127 if the program could not be started. */
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** Runs a program to its end. Kills it if we are interrupted. */
export const run = (program: string, args: ReadonlyArray<string>, options: SpawnOptions = {}) =>
  Effect.callback<Finished>((resume) => {
    const child = spawn(program, args, { ...options, stdio: options.stdio ?? ["ignore", "pipe", "pipe"] })
    let stdout = ""
    let stderr = ""
    child.stdout?.on("data", (chunk) => {
      stdout = `${stdout}${chunk}`.slice(-outputLimit)
    })
    child.stderr?.on("data", (chunk) => {
      stderr = `${stderr}${chunk}`.slice(-outputLimit)
    })
    child.on("error", (error) => resume(Effect.succeed({ code: 127, stdout, stderr: error.message })))
    child.on("close", (code) => resume(Effect.succeed({ code: code ?? 128, stdout, stderr })))
    return Effect.sync(() => child.kill("SIGKILL"))
  })
