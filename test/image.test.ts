import { readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, it } from "@effect/vitest"

const dockerfile = readFileSync("Dockerfile", "utf8")
const compose = readFileSync("docker-compose.yml", "utf8")

/** The last stage is the image. */
const image = dockerfile.slice(dockerfile.lastIndexOf("\nFROM "))
const copied = [...image.matchAll(/^COPY (?:--from=\S+ )?(.+) \S+$/gm)].flatMap(([, sources = ""]) =>
  sources.split(" ").map((source) => source.replace(/^\/app\//, ""))
)

/** What operators run in a container. */
const programs = [
  "src/main.mjs",
  "src/cli/main.mjs",
  "scripts/reseal.ts",
  "scripts/backup/backup.ts",
  "scripts/backup/restore.ts",
  "scripts/channel/check.ts"
]

/** A program's files: itself, and all that it imports, and that those import. */
const filesOf = (file: string, known = new Set<string>()): ReadonlySet<string> => {
  if (known.has(file)) return known
  known.add(file)
  for (const [, path = ""] of readFileSync(file, "utf8").matchAll(/(?:from|import) ?\(?"(\.[^"]+\.m?[jt]s)"/g)) {
    filesOf(join(file, "..", path), known)
  }
  return known
}

for (const program of programs) {
  it(`has every file of ${program} in the image`, () => {
    const missing = [...filesOf(program)].filter((file) => !copied.some((path) => file.startsWith(`${path}/`)))
    assert.deepStrictEqual(missing, [])
  })
}

it("runs as a user that Kubernetes can tell from root, and lets any user of the group 0 write to the volume", () => {
  assert.match(image, /^USER [1-9]\d*$/m)
  assert.match(image, /^RUN mkdir --mode=775 \/data && chown node:root \/data$/m)
})

it("opens the ports of the example on its machine alone, whose passwords everybody knows", () => {
  const ports = [...compose.matchAll(/^ +ports: \[(.+)\]$/gm)].flatMap(([, list = ""]) => list.split(", "))
  assert.isNotEmpty(ports)
  for (const port of ports) assert.match(port, /^"127\.0\.0\.1:/)
})
