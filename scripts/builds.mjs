// Which builds there are, where, from what, and whether they are current: for build.mjs, which builds them, and install.mjs,
// which installs the build tools if they are needed. Plain JavaScript, since the host's Node may run it.
import { createHash } from "node:crypto"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { dirname, join, relative } from "node:path"
import { fileURLToPath } from "node:url"

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
const web = join(root, "web")
export const vite = join(root, "node_modules", "vite", "bin", "vite.js")

/** The server, and every program in web/ with a vite.config.ts. */
export const names = () => [
  "server",
  ...(existsSync(web) ? readdirSync(web).filter((name) => existsSync(join(web, name, "vite.config.ts"))) : [])
]

/** The files of a folder and its subfolders, except builds. Node 20.0 cannot list them in one call. */
export const filesIn = (folder) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !(entry.isDirectory() && /^dist(?:\.|$)/.test(entry.name)))
    .flatMap((entry) => {
      const path = join(folder, entry.name)
      return entry.isDirectory() ? filesIn(path) : entry.isFile() ? [path] : []
    })
    .sort()

/** Where the configuration of a build is, where it builds to, and the folders that it depends on. */
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

/** What every build depends on: code shared by programs, the API client, and versions of packages and browsers. */
const shared = () => [
  ...[join(web, "customer"), join(web, "message"), join(root, "sdk", "src")].flatMap(filesIn),
  ...[join(web, "browsers.ts"), join(root, "package.json"), join(root, "package-lock.json")],
  ...["build.mjs", "builds.mjs"].map((file) => join(root, "scripts", file))
]

/** The hash of everything that a build depends on. */
export const hashOf = (name) => {
  const hash = createHash("sha256")
  for (const file of [...buildOf(name).folders.flatMap(filesIn), ...shared()]) {
    hash.update(relative(root, file)).update("\0").update(readFileSync(file)).update("\0")
  }
  return hash.digest("hex")
}

/** The file in a build that contains the hash of its inputs. */
export const inputs = ".inputs"

export const isBuilt = (name) => {
  const made = join(buildOf(name).dist, inputs)
  return existsSync(made) && readFileSync(made, "utf8") === hashOf(name)
}
