// Runs in `npm start` and `npm test`, after install.mjs, and in the Dockerfile: builds the server and every program in
// web/ whose inputs have changed since its dist was built. Plain JavaScript, since the shell that has just installed our
// Node may still find the host's. src/vite.config.ts builds the server into dist; a program in web/ is a folder with a
// vite.config.ts that builds into its own dist. With names as arguments, builds only those.
//
// Each build is made next to its dist, and replaces it once it is complete: after a kill, and for another build or a start
// at the same time, dist is always either the old or the new one.
import { spawnSync } from "node:child_process"
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { brotliCompressSync, constants, gzipSync } from "node:zlib"
import { buildOf, filesIn, hashOf, inputs, isBuilt, names, root, vite } from "./builds.mjs"

/** Bytes below which compression saves no packet. */
const smallest = 1024
const compressible = /\.(?:css|html|js|json|svg|txt)$/
const say = (text) => process.stderr.write(`${text}\n`)
/** Retries, because the Vite of a killed build may still be writing. */
const remove = (folder) => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })

/** Compressed copies next to the files, created once at maximum compression; the server only selects one. */
const compress = (dist) => {
  for (const file of filesIn(dist).filter((file) => compressible.test(file) && statSync(file).size >= smallest)) {
    const bytes = readFileSync(file)
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
    writeFileSync(
      `${file}.br`,
      brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } })
    )
  }
}

/** Our own Node, if npm has installed it: Vite may require a newer one than the host's. */
const node = () => {
  const own = join(root, "node_modules", "node", "bin", process.platform === "win32" ? "node.exe" : "node")
  return existsSync(own) ? own : process.execPath
}

const isRunning = (pid) => {
  try {
    return process.kill(pid, 0)
  } catch ({ code }) {
    return code === "EPERM"
  }
}

/** Removes what killed builds left next to a dist. */
const sweep = (dist) => {
  for (const entry of readdirSync(dirname(dist))) {
    const [, pid] = entry.match(/^dist\.(\d+)(?:\.old)?$/) ?? []
    if (pid !== undefined && !isRunning(Number(pid))) remove(join(dirname(dist), entry))
  }
}

/** Moves a finished build to where its program is loaded from. */
const place = (name, made, dist) => {
  const old = `${made}.old`
  try {
    if (existsSync(dist)) renameSync(dist, old)
    renameSync(made, dist)
  } catch (error) {
    // Another process has built the same in the meantime.
    if (!isBuilt(name)) throw error
  } finally {
    remove(old)
  }
}

/** Builds a program unless it is built already. Returns a sentence that says why it failed. */
const build = (name) => {
  if (isBuilt(name)) return undefined
  const { config, dist, label } = buildOf(name)
  if (!existsSync(vite)) {
    return `Not built: ${label}. The build tools are not installed: run \`npm ci --include=dev\`.`
  }
  say(`Building ${label}…`)
  const made = `${dist}.${process.pid}`
  try {
    sweep(dist)
    mkdirSync(made)
    const hash = hashOf(name)
    const { status } = spawnSync(node(), [vite, "build", config, "--configLoader", "native", "--logLevel", "warn"], {
      cwd: root,
      // Whatever NODE_ENV is here, for example in tests: otherwise, React would be built for debugging.
      env: { ...process.env, NODE_ENV: "production", BUILD_FOLDER: made },
      stdio: ["ignore", "inherit", "inherit"]
    })
    if (status !== 0) return `Not built: ${label}. See the error above.`
    if (name !== "server") compress(made)
    writeFileSync(join(made, inputs), hash)
    if (!isBuilt(name)) place(name, made, dist)
    return undefined
  } catch (error) {
    return ["EACCES", "EPERM", "EROFS"].includes(error.code)
      ? `Not built: ${label}. ${dirname(dist)} cannot be written to (${error.code}): run \`npm run build\` there as its owner.`
      : `Not built: ${label}. ${error.message}`
  } finally {
    remove(made)
  }
}

const asked = process.argv.slice(2)
for (const name of asked.length === 0 ? names() : asked) {
  const problem = build(name)
  if (problem === undefined) continue
  say(problem)
  process.exitCode = 1
  break
}
