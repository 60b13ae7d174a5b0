#!/usr/bin/env node
// The command line on the Node that this package brings, whatever the host has.
import { spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const own = join(root, "node_modules", "node", "bin", process.platform === "win32" ? "node.exe" : "node")
const { signal, status } = spawnSync(
  existsSync(own) ? own : process.execPath,
  ["--disable-warning=ExperimentalWarning", join(root, "src", "cli", "trunkline.ts"), ...process.argv.slice(2)],
  { stdio: "inherit" }
)
process.exitCode = status ?? (signal === "SIGINT" ? 130 : 1)
