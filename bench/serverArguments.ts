import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"

const root = join(import.meta.dirname, "..")

// What is measured is what is built of the sources as they are.
execFileSync(process.execPath, [join(root, "scripts/build.mjs"), "server"], { stdio: "inherit" })

const { scripts }: { readonly scripts: { readonly start: string } } = JSON.parse(
  readFileSync(join(root, "package.json"), "utf8")
)
const [, ...words] = scripts.start.split(" ")

/** Arguments of `node` by which `npm start` runs the server, with the whole path of its file. */
export const serverArguments: ReadonlyArray<string> = [...words.slice(0, -1), join(root, words.at(-1) ?? "")]
