import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"

const root = join(import.meta.dirname, "..")

// Build first, so that the current sources are measured.
execFileSync(process.execPath, [join(root, "scripts/build.mjs"), "server"], { stdio: "inherit" })

const { scripts }: { readonly scripts: { readonly start: string } } = JSON.parse(
  readFileSync(join(root, "package.json"), "utf8")
)
// What installs and builds precedes it.
const [, ...words] = scripts.start.split(" && ").at(-1)?.split(" ") ?? []

/** The arguments with which `npm start` runs `node`, with the absolute path of the server's file. */
export const serverArguments: ReadonlyArray<string> = [...words.slice(0, -1), join(root, words.at(-1) ?? "")]
