// What is built here, where and of what, and whether it is: for build.mjs, which builds it, and install.mjs, which installs
// what builds it where it is needed. Plain JavaScript, since the host's Node may run it.
import { createHash } from "node:crypto"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { dirname, join, relative } from "node:path"
import { fileURLToPath } from "node:url"

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
const web = join(root, "web")
export const vite = join(root, "node_modules", "vite", "bin", "vite.js")

/** The server, and every program in web/ that has a vite.config.ts. */
export const names = () => [
  "server",
  ...(existsSync(web) ? readdirSync(web).filter((name) => existsSync(join(web, name, "vite.config.ts"))) : [])
]

/** The files of a folder and of those in it, but for what is built there. Node 20.0 does not list them at once. */
export const filesIn = (folder) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !(entry.isDirectory() && /^dist(?:\.|$)/.test(entry.name)))
    .flatMap((entry) => {
      const path = join(folder, entry.name)
      return entry.isDirectory() ? filesIn(path) : entry.isFile() ? [path] : []
    })
    .sort()

/** Where the configuration of a build is, what it makes, and what of. */
export const buildOf = (name) => {
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

/** What any build is made of: what programs have in common, the client of the API, and versions: of packages, and of browsers. */
const shared = () => [
  ...[join(web, "customer"), join(web, "message"), join(root, "sdk", "src")].flatMap(filesIn),
  ...[join(web, "browsers.ts"), join(root, "package.json"), join(root, "package-lock.json")],
  ...["build.mjs", "builds.mjs"].map((file) => join(root, "scripts", file))
]

/** Of all that goes into a build. */
export const hashOf = (name) => {
  const hash = createHash("sha256")
  for (const file of [...buildOf(name).folders.flatMap(filesIn), ...shared()]) {
    hash.update(relative(root, file)).update("\0").update(readFileSync(file)).update("\0")
  }
  return hash.digest("hex")
}

/** The file in a build that says what it is made of. */
export const inputs = ".inputs"

export const isBuilt = (name) => {
  const made = join(buildOf(name).dist, inputs)
  return existsSync(made) && readFileSync(made, "utf8") === hashOf(name)
}
