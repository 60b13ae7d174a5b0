// Runs npm for install.mjs and install-browser.mjs. Plain JavaScript, since the host's Node may run it.
import { spawnSync } from "node:child_process"
import { basename } from "node:path"

/** Shows what programs print, and asks no questions. */
export const output = ["ignore", "inherit", "inherit"]

/**
 * Settings of npm with which no installation here could pass: packages are made for the Node that is one of them, and not for
 * the host's; and which versions they have is in the lockfile.
 */
const needed = { npm_config_engine_strict: "false", npm_config_package_lock: "true" }

/**
 * Runs npm in a folder: the one that started this script; the host's if that was a shell, or another program for packages, such
 * as pnpm, which also names itself in npm_execpath. Returns whether it succeeded.
 */
export const npm = (cwd, ...args) => {
  const options = { cwd, stdio: output, env: { ...process.env, ...needed } }
  const { npm_execpath = "" } = process.env
  return basename(npm_execpath).startsWith("npm")
    ? spawnSync(process.execPath, [npm_execpath, ...args], options).status === 0
    : spawnSync(["npm", ...args].join(" "), { ...options, shell: true }).status === 0
}
