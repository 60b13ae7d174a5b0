#!/usr/bin/env node
// Runs the command line on the Node in this package, whatever Node the host has.
import { spawn, spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import { constants } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const own = join(root, "node_modules", "node", "bin", process.platform === "win32" ? "node.exe" : "node")
const program = join(root, "dist", "cli.mjs")
// Nothing was started here yet. The output of the build is not part of the command's output.
if (!existsSync(program)) {
  const { status } = spawnSync(process.execPath, [join(root, "scripts", "build.mjs"), "server"], {
    stdio: ["ignore", 2, 2]
  })
  if (status !== 0) process.exit(1)
}
const command = spawn(
  existsSync(own) ? own : process.execPath,
  ["--disable-warning=ExperimentalWarning", program, ...process.argv.slice(2)],
  { stdio: "inherit" }
)
// A signal to this process is meant for the command.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => command.kill(signal))
// npm passes a signal on to its shell alone, and both end: this process goes on with another parent, and nobody to stop it.
const parent = process.ppid
const orphaned = () => process.ppid !== parent && command.kill("SIGTERM")
if (["npx", "trunkline"].includes(process.env.npm_lifecycle_event)) setInterval(orphaned, 500).unref()
command.on("exit", (code, signal) => {
  process.exitCode = code ?? 128 + constants.signals[signal]
})
