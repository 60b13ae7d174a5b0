#!/usr/bin/env node
// The command line on the Node that this package brings, whatever the host has.
import { spawn } from "node:child_process"
import { existsSync } from "node:fs"
import { constants } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const own = join(root, "node_modules", "node", "bin", process.platform === "win32" ? "node.exe" : "node")
const command = spawn(
  existsSync(own) ? own : process.execPath,
  ["--disable-warning=ExperimentalWarning", join(root, "dist", "cli.mjs"), ...process.argv.slice(2)],
  { stdio: "inherit" }
)
// Whoever ends this process means the command.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => command.kill(signal))
command.on("exit", (code, signal) => {
  process.exitCode = code ?? 128 + constants.signals[signal]
})
