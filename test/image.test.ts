import { readFileSync } from "node:fs"
import { join, relative } from "node:path"
import { assert, it } from "@effect/vitest"
import server from "../src/vite.config.ts"

const dockerfile = readFileSync("Dockerfile", "utf8")
const compose = readFileSync("docker-compose.yml", "utf8")

const stages = dockerfile.split(/^(?=FROM )/m)
/** The last stage is the image. */
const image = stages.at(-1) ?? ""
const builder = stages.find((stage) => / AS build$/m.test(stage)) ?? ""

const copiedTo = (stage: string) =>
  [...stage.matchAll(/^COPY (?:--from=\S+ )?(.+) \S+$/gm)].flatMap(([, sources = ""]) =>
    sources.split(" ").map((source) => source.replace(/^\/app\//, ""))
  )

/** Programs that operators run in a container, directly or built from these files. */
const programs: ReadonlyArray<readonly [file: string, stage: string]> = [
  ["scripts/channel/check.ts", image],
  ["scripts/trunkline.mjs", image],
  ["scripts/build.mjs", builder],
  ...Object.values(server.build?.rolldownOptions?.input ?? {}).map((file) => [relative("", file), builder] as const)
]

/** The files of a program: itself, and everything that it imports, transitively. */
const filesOf = (file: string, known = new Set<string>()): ReadonlySet<string> => {
  if (known.has(file)) return known
  known.add(file)
  for (const [, path = ""] of readFileSync(file, "utf8").matchAll(/(?:from|import) ?\(?"(\.[^"]+\.m?[jt]s)"/g)) {
    filesOf(join(file, "..", path), known)
  }
  return known
}

for (const [program, stage] of programs) {
  it(`has every file of ${program} in the stage where it is ${stage === image ? "run" : "built"}`, () => {
    const copied = copiedTo(stage)
    const missing = [...filesOf(program)].filter((file) => !copied.some((path) => file.startsWith(`${path}/`)))
    assert.deepStrictEqual(missing, [])
  })
}

it("has what is built, and what that reads from its location", () => {
  assert.includeMembers(copiedTo(image), ["dist", "web", "src", "channels", "node_modules", "package.json"])
})

it("runs as a user that Kubernetes can tell from root, and lets any user of group 0 write to the volume", () => {
  assert.match(image, /^USER [1-9]\d*$/m)
  assert.match(image, /^RUN mkdir --mode=775 \/data && chown node:root \/data$/m)
})

it("publishes the ports of the example, whose passwords are public, on its machine only", () => {
  const ports = [...compose.matchAll(/^ +ports: \[(.+)\]$/gm)].flatMap(([, list = ""]) => list.split(", "))
  assert.isNotEmpty(ports)
  for (const port of ports) assert.match(port, /^"127\.0\.0\.1:/)
})
