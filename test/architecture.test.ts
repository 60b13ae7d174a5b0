import { globSync, readFileSync } from "node:fs"
import { basename, dirname, normalize } from "node:path"
import { assert, it } from "@effect/vitest"

/** All that the server is made of. */
const parts = [
  ...["domain", "runtime", "events", "tickets", "webhooks", "accounts", "api", "http", "sql", "blobs", "system"].map(
    (folder) => `src/${folder}`
  ),
  ...["email", "chat", "sms", "custom"].map((channel) => `channels/${channel}`)
]

/** Who may import whom. Every folder may import itself; one that is not listed as a target is nobody's to import. */
const allowed: Record<string, ReadonlyArray<string>> = {
  "src/domain": [],
  "src/runtime": [],
  "src/events": ["src/domain"],
  // What the team writes is read in mail as in the pages.
  "src/tickets": ["src/domain", "src/events", "src/runtime", "web/message"],
  "src/webhooks": ["src/domain", "src/events", "src/runtime"],
  "src/accounts": ["src/domain", "src/events", "src/runtime"],
  // How the installation is, for who runs it.
  "src/system": ["src/domain", "src/tickets", "src/runtime"],
  "src/api": ["src/domain"],
  "src/http": [
    ...["src/api", "src/domain", "src/tickets", "src/accounts", "src/webhooks", "src/events", "src/runtime"],
    "src/system"
  ],
  "src/sql": ["src/domain", "src/events", "src/tickets", "src/accounts", "src/webhooks", "src/system", "src/runtime"],
  "src/blobs": ["src/domain", "src/tickets", "src/runtime"],
  // Copies of an installation that works on the embedded database.
  "src/backup": ["src/sql", "src/runtime"],
  "channels/email": ["src/domain", "src/tickets", "src/runtime"],
  "channels/chat": ["src/domain", "src/tickets", "src/runtime"],
  "channels/sms": ["src/domain", "src/tickets", "src/runtime"],
  "channels/custom": ["src/domain", "src/tickets", "src/runtime"],
  // The command line is a client of the API like any other; it signs what it forwards as the dispatcher does, and
  // judges texts as the server does.
  "src/cli": ["src/domain", "src/webhooks", "sdk/src"],
  // What App.ts puts together, area by area; AppConfig.ts is beside it.
  "src/wiring": [...parts, "src"],
  // App.ts and what stands beside it wire everything.
  src: [...parts, "src/wiring"]
}

const folderOf = (file: string): string => {
  const [top = "", second = "", ...rest] = file.split("/")
  return rest.length === 0 ? top : `${top}/${second}`
}

const files = globSync("{src,channels}/**/*.ts")

for (const file of files) {
  it(`${file} imports only what its folder may`, () => {
    const from = folderOf(file)
    for (const [, path] of readFileSync(file, "utf8").matchAll(/(?:from|import) ?\(?"(\.[^"]+\.ts)"/g)) {
      const to = folderOf(normalize(`${dirname(file)}/${path}`))
      assert.isTrue(to === from || allowed[from]?.includes(to) === true, `${from} must not import ${to} (${path})`)
    }
  })
}

/** How messages are shown, and for which browsers, is the same for everybody; what customers read is the customers' programs' alone. */
const sharedBy = (program: string) => [
  ...(/^web\/(admin|customer|portal|widget)$/.test(program) ? ["web/message/", "web/browsers.ts"] : []),
  ...(/^web\/(portal|widget)$/.test(program) ? ["web/customer/"] : [])
]

for (const program of globSync("web/*/").filter((folder) => !folder.includes("."))) {
  it(`${program} imports nothing of ours but the client`, () => {
    for (const file of globSync(`${program}/**/*.{ts,tsx}`)) {
      for (const [, path] of readFileSync(file, "utf8").matchAll(/(?:from|import) ?\(?"(\.[^"]+)"/g)) {
        const target = normalize(`${dirname(file)}/${path}`)
        const may = [`${program}/`, "sdk/src/", ...sharedBy(program)]
        assert.isTrue(
          may.some((folder) => target.startsWith(folder)),
          `${file}: ${path}`
        )
      }
    }
  })
}

it("gives every source file a name of its own", () => {
  const names = files.map((file) => file.slice(file.lastIndexOf("/") + 1))
  const doubled = names.filter((name, index) => names.indexOf(name) !== index && name !== "README.md")
  assert.deepStrictEqual(doubled, [])
})

it("keeps a port and its store in rooms of one name", () => {
  const roomOf = (path: string) =>
    path
      .split("/")
      .slice(1, -1)
      .findLast((folder) => folder !== "sql") ?? ""
  const ports = new Map(
    files
      .filter((file) => /^src\/(accounts|events|system|tickets|webhooks)\//.test(file))
      .map((file) => [basename(file), roomOf(file)])
  )
  const stores = files.filter((file) => /^src\/sql\/(.+\/)?Sql[A-Z]\w+\.ts$/.test(file))
  assert.isNotEmpty(stores)
  assert.deepStrictEqual(
    stores.map((file) => [file, roomOf(file)]),
    stores.map((file) => [file, ports.get(basename(file).replace(/^Sql/, "")) ?? "no port"])
  )
})

it("hides nothing behind barrels and vague names", () => {
  const vague = files.filter((file) =>
    /(^|\/)(index|utils?|helpers?|common|misc|manager|[A-Za-z]*(Impl|Live))\.ts$/.test(file)
  )
  assert.deepStrictEqual(vague, [])
})

it("makes no path of a file's address, in which a space or a letter of another alphabet is percent-encoded", () => {
  const programs = globSync("{bench,channels,examples,scripts,sdk,src,test,web}/**/*.{ts,tsx,mjs}", {
    exclude: ["**/node_modules/**", "**/dist/**"]
  })
  assert.deepStrictEqual(
    programs.filter((file) => /import\.meta\.url\)\.pathname/.test(readFileSync(file, "utf8"))),
    []
  )
})
