import { execFile, spawnSync } from "node:child_process"
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { promisify } from "node:util"
import { gzipSync } from "node:zlib"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { build } from "esbuild"
import { packedSdk, projectWith } from "../support/sdkProject.ts"

const folder = mkdtempSync(join(tmpdir(), "trunkline sdk "))
const answering = createServer((request, response) => {
  response.setHeader("content-type", "application/json")
  response.end(JSON.stringify([{ id: "br_1", asked: request.url, by: request.headers.authorization }]))
})
let url = ""
let installed = ""

/** A part of the one project in which the package is installed: a folder with these files, from where imports find it. */
const project = (name: string, files: Readonly<Record<string, string>>): string => {
  const path = join(installed, name)
  mkdirSync(path)
  for (const [file, text] of Object.entries(files)) writeFileSync(join(path, file), text)
  return path
}

const run = (cwd: string, file: string): Promise<string> =>
  new Promise((done, failed) => {
    // The server runs in this process, which must not be blocked.
    execFile(process.execPath, [file], { cwd, env: { ...process.env, URL_OF_SERVER: url } }, (error, out, errors) =>
      error === null ? done(out.trim()) : failed(new Error(errors))
    )
  })

beforeAll(async () => {
  installed = projectWith(join(folder, "project"), packedSdk(folder), {})
  await promisify<void>((done) => answering.listen(0, "127.0.0.1", () => done(null)))()
  url = `http://127.0.0.1:${(answering.address() as AddressInfo).port}`
})

afterAll(() => {
  answering.close()
  rmSync(folder, { recursive: true, force: true })
})

/** The strictest rules that people use. */
const tsconfig = (files: ReadonlyArray<string>, types: ReadonlyArray<string> = []) =>
  JSON.stringify({
    compilerOptions: {
      module: "NodeNext",
      target: "ES2022",
      lib: ["ES2022", "DOM", "DOM.Iterable"],
      types,
      typeRoots: [resolve("node_modules/@types")],
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      noEmit: true
    },
    files
  })

/** Asserts that the files compile; fails with the compiler's output. */
const compile = (path: string) => {
  const { status, stdout } = spawnSync(process.execPath, [resolve("node_modules/typescript/bin/tsc"), "-p", path], {
    encoding: "utf8"
  })
  assert.strictEqual(status, 0, stdout)
}

const body = `
const client = new Trunkline({ baseUrl: process.env.URL_OF_SERVER, apiKey: "sk_test_x" })
client.brands.list().then(([brand]) => console.log(brand.asked, brand.by, typeof TrunklinePortal, typeof verify))
`
const printed = "/v1/brands Bearer sk_test_x function function"

describe("The package", () => {
  it("works with ES modules", async () => {
    const path = project("esm", {
      "main.mjs": `import { Trunkline } from "@trunkline/sdk"
import { TrunklinePortal } from "@trunkline/sdk/portal"
import { verify } from "@trunkline/sdk/webhooks"${body}`
    })
    assert.strictEqual(await run(path, "main.mjs"), printed)
  })

  it("works with CommonJS", async () => {
    const path = project("cjs", {
      "main.cjs": `const { Trunkline } = require("@trunkline/sdk")
const { TrunklinePortal } = require("@trunkline/sdk/portal")
const { verify } = require("@trunkline/sdk/webhooks")${body}`
    })
    assert.strictEqual(await run(path, "main.cjs"), printed)
  })

  it("has types for both, under the strictest rules, which catch mistakes", () => {
    const source = `
const client = new Trunkline({ baseUrl: "https://desk.example", apiKey: "sk_test_x" })
export const created: Promise<string> = client.tickets.create({ brandId: "br_1", title: "A", customerEmail: "a@b.example" }).then(({ id }) => id)
export const titles = async () => {
  const all: Array<string> = []
  for await (const { title } of client.tickets.list("br_1", { status: ["open"], limit: 10 })) all.push(title)
  return all
}
export const told = (event: TrunklineEvent) => (event.type === "comment.created" ? event.data.comment.body : event.id)
export const later = (event: TrunklineEvent): string | number => {
  switch (event.type) {
    case "ticket.merged":
      return event.data.targetTicketNumber
    default:
      return event.event === "ticket.exploded" ? event.id : event.type
  }
}
export const cameFrom: Ticket["source"] = "carrier_pigeon"
client.tickets.bulk("br_1", { action: "assign", ticketIds: ["tkt_1"], assigneeId: null })
// @ts-expect-error to assign takes somebody, or null
client.tickets.bulk("br_1", { action: "assign", ticketIds: ["tkt_1"] })
// @ts-expect-error custom fields are replaced, or patched
client.tickets.update("br_1", "tkt_1", { customFields: {}, customFieldsPatch: {} })
// @ts-expect-error only the server may come to know more channels
client.tickets.create({ brandId: "br_1", title: "A", customerEmail: "a@b.example", source: "carrier_pigeon" })
// @ts-expect-error a ticket has a title
client.tickets.create({ brandId: "br_1", customerEmail: "a@b.example" })
// @ts-expect-error there is no such priority
client.tickets.update("br_1", "tkt_1", { priority: "enormous" })
// @ts-expect-error a page has a number of entries
client.tickets.list("br_1", { limit: "many" })
// @ts-expect-error there is no such category
client.tickets.list("br_1", { statusCategory: ["open", "lost"], createdAfter: new Date(), hasAttachments: true })
// @ts-expect-error only ticket events have a title
export const wrong = (event: TrunklineEvent) => event.data.title
`
    const importing = `import { type Ticket, Trunkline, type TrunklineEvent } from "@trunkline/sdk"${source}`
    const path = project("types", {
      "main.mts": importing,
      "main.cts": importing,
      "tsconfig.json": tsconfig(["main.mts", "main.cts"])
    })
    compile(path)
  })

  it("has types for compilers that know neither its exports nor generic typed arrays", () => {
    const path = join(installed, "node_modules/@trunkline/sdk")
    const { exports, typesVersions } = JSON.parse(readFileSync(join(path, "package.json"), "utf8"))
    const named = Object.keys(exports).flatMap((name) => (/^\.\/\w+$/.test(name) ? [name.slice(2)] : []))
    assert.deepStrictEqual(Object.keys(typesVersions["*"]), named)
    for (const [file] of Object.values<[string]>(typesVersions["*"])) assert.isTrue(existsSync(join(path, file)))
    const declarations = globSync("dist/**/*.d.ts", { cwd: path })
    assert.isAbove(declarations.length, 20)
    for (const file of declarations) assert.notMatch(readFileSync(join(path, file), "utf8"), /Uint8Array</, file)
  })

  it("compiles as used in its documentation", () => {
    const snippets = [...readFileSync("sdk/README.md", "utf8").matchAll(/```ts\n(.*?)```/gs)].map(
      ([, text = ""]) => text
    )
    assert.isAbove(snippets.length, 12)
    const lines = snippets.map((text) => text.split("\n"))
    const isImport = (line: string) => line.startsWith("import ")
    const path = project("documented", {
      "main.mts": [
        ...new Set(lines.flat().filter(isImport)),
        "declare const client: Trunkline, tests: Trunkline, portal: TrunklinePortal",
        "declare const ticket: { id: string }, order: { id: string }, photo: { id: string }, blob: Blob",
        "declare const brandId: string, ticketId: string, title: string, customerEmail: string, token: string",
        ...lines.map((own) => `{\n${own.filter((line) => !isImport(line)).join("\n")}\n}`)
      ].join("\n"),
      "tsconfig.json": tsconfig(["main.mts"], ["node"])
    })
    compile(path)
  })

  it("is small in a browser bundle, and needs nothing from Node", async () => {
    const sizeOf = async (entry: string, name: string) => {
      const { outputFiles } = await build({
        stdin: { contents: `export { ${name} } from "${entry}"`, resolveDir: installed },
        bundle: true,
        minify: true,
        format: "esm",
        platform: "browser",
        write: false
      })
      return gzipSync(outputFiles[0]?.contents ?? "").length
    }
    assert.isBelow(await sizeOf("@trunkline/sdk", "Trunkline"), 15 * 1024)
    assert.isBelow(await sizeOf("@trunkline/sdk/portal", "TrunklinePortal"), 6 * 1024)
    assert.isBelow(await sizeOf("@trunkline/sdk/webhooks", "verify"), 2 * 1024)
  })

  it("includes its documentation, and has no dependencies", () => {
    const { packages } = JSON.parse(readFileSync(join(installed, "package-lock.json"), "utf8"))
    assert.deepStrictEqual(Object.keys(packages), ["", "node_modules/@trunkline/sdk"])
    assert.include(readFileSync(join(installed, "node_modules/@trunkline/sdk/README.md"), "utf8"), "new Trunkline(")
  })
})
