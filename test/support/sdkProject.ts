import { execFileSync } from "node:child_process"
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"

const npm = (cwd: string, ...args: ReadonlyArray<string>) =>
  execFileSync("npm", [...args, "--offline", "--no-audit", "--no-fund", "--loglevel=error"], { cwd, encoding: "utf8" })

/** Builds and packs the client in a folder; returns the tarball that others install. */
export const packedSdk = (folder: string): string => {
  const built = join(folder, "sdk")
  execFileSync(process.execPath, ["--disable-warning=ExperimentalWarning", "scripts/build-sdk.ts", built])
  const [packed] = JSON.parse(npm(built, "pack", "--json", `--pack-destination=${folder}`)) as [{ filename: string }]
  return join(folder, packed.filename)
}

/** A new project with the packed package installed, containing these files. */
export const projectWith = (path: string, tarball: string, files: Readonly<Record<string, string>>): string => {
  mkdirSync(path)
  writeFileSync(join(path, "package.json"), JSON.stringify({ name: "project", private: true }))
  npm(path, "install", tarball)
  for (const [file, text] of Object.entries(files)) writeFileSync(join(path, file), text)
  return path
}
