// Runs before `npm start` and `npm test`, after install.mjs, and in the Dockerfile: builds the server and every program in
// web/ whose inputs have changed since its dist was made. Plain JavaScript, since the shell that has just installed our Node
// may still find the host's. The server is built by src/vite.config.ts into dist; a program in web/ is a folder with a
// vite.config.ts that builds into its own dist. With names, it builds those alone.
//
// A build is made beside its dist and takes its place once it is whole: whoever is killed meanwhile, builds it as well, or
// starts from it, finds the one or the other.
import { spawnSync } from "node:child_process"
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { brotliCompressSync, constants, gzipSync } from "node:zlib"
import { buildOf, filesIn, hashOf, inputs, isBuilt, names, root, vite } from "./builds.mjs"

/** Bytes below which compression saves no packet. */
const smallest = 1024
const compressible = /\.(?:css|html|js|json|svg|txt)$/
const say = (text) => process.stderr.write(`${text}\n`)
/** Also where a Vite whose build was killed still writes. */
const remove = (folder) => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })

/** Compressed copies beside the files, made once and as small as they get: the server only picks one. */
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

/** Our own Node, where npm has installed it: Vite may ask for a newer one than the host's. */
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

/** Removes what builds that were killed have left beside a dist. */
const sweep = (dist) => {
  for (const entry of readdirSync(dirname(dist))) {
    const [, pid] = entry.match(/^dist\.(\d+)(?:\.old)?$/) ?? []
    if (pid !== undefined && !isRunning(Number(pid))) remove(join(dirname(dist), entry))
  }
}

/** Puts what was made where its program looks for it. */
const place = (name, made, dist) => {
  const old = `${made}.old`
  try {
    if (existsSync(dist)) renameSync(dist, old)
    renameSync(made, dist)
  } catch (error) {
    // Somebody who built the same was between.
    if (!isBuilt(name)) throw error
  } finally {
    remove(old)
  }
}

/** Builds a program unless it is built; otherwise the sentence that says why not. */
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
      // Whatever NODE_ENV is here, as in tests: React would be built to be debugged.
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
