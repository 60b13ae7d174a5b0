import { readFileSync } from "node:fs"

interface Locked {
  readonly dev?: boolean
  readonly optional?: boolean
  readonly devOptional?: boolean
  readonly dependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>
}

const read = (file: string): unknown => JSON.parse(readFileSync(file, "utf8"))
export const manifest = read("package.json") as {
  readonly dependencies: Readonly<Record<string, string>>
  readonly optionalDependencies: Readonly<Record<string, string>>
  readonly devDependencies: Readonly<Record<string, string>>
}
const locked = (read("package-lock.json") as { readonly packages: Readonly<Record<string, Locked>> }).packages

/** Every package that the server is installed with, except PostgreSQL, by its place. */
export const production = Object.entries(locked)
  .filter(([place, { dev, devOptional, optional }]) => place !== "" && !dev && !devOptional && !optional)
  .map(([place]) => place)

/** Where Node resolves `name` from a package at `place`: beside it, or further up. */
const found = (place: string, name: string): string | undefined => {
  const own = `${place === "" ? "" : `${place}/`}node_modules/${name}`
  if (own in locked) return own
  return place === "" ? undefined : found(place.slice(0, Math.max(0, place.lastIndexOf("/node_modules/"))), name)
}

/** These packages with all their dependencies. */
export const withTheirs = (names: ReadonlyArray<string>): ReadonlySet<string> => {
  const reached = new Set<string>()
  const open = names.map((name) => found("", name))
  while (open.length > 0) {
    const place = open.pop()
    if (place === undefined || reached.has(place)) continue
    reached.add(place)
    const { dependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} } = locked[place] ?? {}
    const peers = Object.keys(peerDependencies).filter((name) => peerDependenciesMeta[name]?.optional !== true)
    for (const name of [...Object.keys(dependencies), ...peers]) open.push(found(place, name))
  }
  return reached
}
