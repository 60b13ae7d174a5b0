import { globSync, readFileSync } from "node:fs"
import { basename, dirname, normalize } from "node:path"
import { assert, it } from "@effect/vitest"

/** All parts of the server. */
const parts = [
  ...["domain", "runtime", "events", "tickets", "webhooks", "accounts", "api", "http", "sql", "blobs", "system"].map(
    (folder) => `src/${folder}`
  ),
  ...["email", "chat", "sms", "custom"].map((channel) => `channels/${channel}`)
]

/** Who may import whom. Every folder may import itself; a folder that is not listed as a target may not be imported. */
const allowed: Record<string, ReadonlyArray<string>> = {
  "src/domain": [],
  "src/runtime": [],
  "src/events": ["src/domain"],
  // Text by the team is parsed in mail as it is in the pages.
  "src/tickets": ["src/domain", "src/events", "src/runtime", "web/message"],
  "src/webhooks": ["src/domain", "src/events", "src/runtime"],
  "src/accounts": ["src/domain", "src/events", "src/runtime"],
  // The state of the installation, for its operator.
  "src/system": ["src/domain", "src/tickets", "src/runtime"],
  "src/api": ["src/domain"],
  "src/http": [
    ...["src/api", "src/domain", "src/tickets", "src/accounts", "src/webhooks", "src/events", "src/runtime"],
    "src/system"
  ],
  "src/sql": ["src/domain", "src/events", "src/tickets", "src/accounts", "src/webhooks", "src/system", "src/runtime"],
  "src/blobs": ["src/domain", "src/tickets", "src/runtime"],
  // Backups of an installation with the embedded database.
  "src/backup": ["src/sql", "src/runtime"],
  "channels/email": ["src/domain", "src/tickets", "src/runtime"],
  "channels/chat": ["src/domain", "src/tickets", "src/runtime"],
  "channels/sms": ["src/domain", "src/tickets", "src/runtime"],
  "channels/custom": ["src/domain", "src/tickets", "src/runtime"],
  // The command line is an API client like any other; it signs what it forwards as the dispatcher does, and validates texts as
  // the server does.
  "src/cli": ["src/domain", "src/webhooks", "sdk/src"],
  // The areas that App.ts wires together, with AppConfig.ts beside it.
  "src/wiring": [...parts, "src"],
  // App.ts and the files beside it wire everything.
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

/**
 * The code that shows messages and the list of supported browsers are shared by all programs; customer texts by the customers'
 * programs only.
 */
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

it("gives every source file a unique name", () => {
  const names = files.map((file) => file.slice(file.lastIndexOf("/") + 1))
  const doubled = names.filter((name, index) => names.indexOf(name) !== index && name !== "README.md")
  assert.deepStrictEqual(doubled, [])
})

it("keeps a port and its store in folders of the same name", () => {
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

it("has no barrels and vague names", () => {
  const vague = files.filter((file) =>
    /(^|\/)(index|utils?|helpers?|common|misc|manager|[A-Za-z]*(Impl|Live))\.ts$/.test(file)
  )
  assert.deepStrictEqual(vague, [])
})

it("derives no path from a file URL, in which spaces and non-ASCII letters are percent-encoded", () => {
  const programs = globSync("{bench,channels,examples,scripts,sdk,src,test,web}/**/*.{ts,tsx,mjs}", {
    exclude: ["**/node_modules/**", "**/dist/**"]
  })
  assert.deepStrictEqual(
    programs.filter((file) => /import\.meta\.url\)\.pathname/.test(readFileSync(file, "utf8"))),
    []
  )
})
