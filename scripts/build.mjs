// Runs before `npm start` and `npm test`, after install.mjs, and in the Dockerfile: builds the server and every program in
// web/ whose inputs have changed since its dist was made. Plain JavaScript, since the shell that has just installed our Node
// may still find the host's. The server is built by src/vite.config.ts into dist; a program in web/ is a folder with a
// vite.config.ts that builds into its own dist. With names, it builds those alone.
import { spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { dirname, join, relative } from "node:path"
import { fileURLToPath } from "node:url"
import { brotliCompressSync, constants, gzipSync } from "node:zlib"

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const web = join(root, "web")
const vite = join(root, "node_modules", "vite", "bin", "vite.js")
/** Bytes below which compression saves no packet. */
const smallest = 1024
const compressible = /\.(?:css|html|js|json|svg|txt)$/
const say = (text) => process.stderr.write(`${text}\n`)

/** The files of a folder and of those in it. Node 20.0 does not list them at once. */
const filesIn = (folder) =>
  readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) => {
      const path = join(folder, entry.name)
      return entry.isDirectory() ? filesIn(path) : entry.isFile() ? [path] : []
    })
    .sort()

/** What any build is made of: what programs have in common, the client of the API, and versions: of packages, and of browsers. */
const shared = () => [
  ...[join(web, "customer"), join(web, "message"), join(root, "sdk", "src")].flatMap(filesIn),
  ...[join(web, "browsers.ts"), join(root, "package.json"), join(root, "package-lock.json")],
  fileURLToPath(import.meta.url)
]

/** Where the configuration of a build is, what it makes, and what of. */
const buildOf = (name) => {
  const program = join(web, name)
  return name === "server"
    ? {
        label: "the server",
        config: join(root, "src"),
        dist: join(root, "dist"),
        folders: ["src", "channels", "scripts"].map((name) => join(root, name))
      }
    : { label: `web/${name}`, config: program, dist: join(program, "dist"), folders: [program] }
}

const inputsOf = ({ dist, folders }) => [
  ...folders.flatMap(filesIn).filter((file) => relative(dist, file).startsWith("..")),
  ...shared()
]

const hashOf = (files) => {
  const hash = createHash("sha256")
  for (const file of files) hash.update(relative(root, file)).update("\0").update(readFileSync(file)).update("\0")
  return hash.digest("hex")
}

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

/** Builds a program unless it is built; false when that failed. */
const build = (name) => {
  const { config, dist, label, folders } = buildOf(name)
  const made = join(dist, ".inputs")
  const hash = hashOf(inputsOf({ dist, folders }))
  if (existsSync(made) && readFileSync(made, "utf8") === hash) return true
  if (!existsSync(vite)) {
    say(`Not built: ${label}. What builds it is not installed: run \`npm ci\` without --omit=dev.`)
    return false
  }
  say(`Building ${label} …`)
  const { status } = spawnSync(node(), [vite, "build", config, "--logLevel", "warn"], {
    cwd: root,
    // Whatever it is here, as in tests: React would be built to be debugged.
    env: { ...process.env, NODE_ENV: "production" },
    stdio: ["ignore", "inherit", "inherit"]
  })
  if (status !== 0) return false
  if (name !== "server") compress(dist)
  // Written last: a build that was cut off is made again.
  writeFileSync(made, hash)
  return true
}

const asked = process.argv.slice(2)
const programs = ["server", ...readdirSync(web).filter((name) => existsSync(join(web, name, "vite.config.ts")))]
for (const name of asked.length === 0 ? programs : asked) if (!build(name)) process.exitCode = 1
