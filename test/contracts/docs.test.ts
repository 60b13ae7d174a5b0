import { existsSync, globSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import { openApiDocument } from "../../src/api/openApiDocument.ts"
import { codes } from "../../src/api/ProblemCatalogue.ts"
import { limitsOf } from "../../src/http/docs/schemaWords.ts"
import { endpointOf } from "../support/declaredAnswers.ts"
import { blocks, withBlocks } from "../support/docsBlocks.ts"

type Node = ReturnType<typeof openApiDocument>

const pages = ["api", "authentication", "errors", "idempotency", "limits", "pagination", "portal"].map(
  (name) => `docs/${name}.md`
)
/** Pages that show API calls, without parts generated from the code. */
const guides = ["webhooks", "widget", "channels/custom", "channels/slack", "channels/sms"].map(
  (name) => `docs/${name}.md`
)
const read = (file: string) => readFileSync(file, "utf8")
/** The text without code. */
const proseOf = (file: string) => read(file).replaceAll(/```.*?```|`[^`\n]*`/gs, "`")
/** The anchors that GitHub generates for a page's headings; they must be unique. */
const anchorsOf = (file: string) =>
  [
    ...read(file)
      .replaceAll(/```.*?```/gs, "")
      .matchAll(/^#+ (.*)$/gm)
  ].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, "")
      .replaceAll(" ", "-")
  )

describe("The documentation", () => {
  for (const page of [...pages, ...guides])
    it(`shows calls in ${page} that are served, with valid bodies`, () => {
      const calls = read(page)
        .replaceAll("\\\n", " ")
        .matchAll(/^ *curl (.*"\$.*)$/gm)
      for (const [line, call = ""] of calls) {
        const body = /-d '([^']*)'/.exec(call.replaceAll(/'\$[A-Z_]+'/g, "x"))?.[1]
        const method = /-X (\w+)/.exec(call)?.[1] ?? (body === undefined ? "GET" : "POST")
        const path = /"\$API(\/[^"?]*)/.exec(call)?.[1]?.replaceAll(/\$[A-Z]+/g, "x") ?? ""
        const endpoint = endpointOf(method, `/v1${path}`)
        assert.isDefined(endpoint, line)
        // An ellipsis is for the reader to fill in.
        if (body === undefined || body.includes("…")) continue
        const schemas = [...(endpoint?.payload.values() ?? [])].flatMap(({ schemas }) => schemas)
        const taken = schemas.map((schema) =>
          // Declared schemas need no services.
          Schema.decodeUnknownResult(schema as Schema.Codec<unknown, unknown>)(JSON.parse(body))
        )
        assert.isTrue(taken.some(Result.isSuccess), `${line}: ${taken.map(String).join("\n")}`)
      }
    })

  for (const page of [...pages, ...guides]) {
    const [before = "", ...after] = read(page).split("$API")
    if (after.length === 0 || page === "docs/api.md") continue
    it(`explains the variables in the calls of ${page} before the first call`, () => {
      assert.match(before, /names in the examples stand for(: | says )\[api\.md\]\((\.\.\/)?api\.md\)/)
    })
  }

  for (const page of pages) {
    it(`agrees in ${page} with the code`, () => {
      assert.strictEqual(read(page), withBlocks(read(page)), "npm run write-docs brings it up to date")
    })

    it(`names only existing error codes in ${page}`, () => {
      for (const [, word = ""] of read(page).matchAll(/`([a-z]+(?:_[a-z]+)+)`/g)) assert.include([...codes], word)
    })
  }

  it("uses every block generated from the code", () => {
    const text = pages.map(read).join("")
    for (const name of Object.keys(blocks)) assert.include(text, `<!-- ${name}: written by npm run write-docs -->`)
  })

  it("lists the limits of every request body, whatever its name", () => {
    const { components, paths } = openApiDocument("https://desk.example")
    const operations = Object.values<Node>(paths).flatMap((methods) => Object.values<Node>(methods))
    const limited = operations.flatMap(({ requestBody }) => {
      const name = String(requestBody?.content["application/json"]?.schema.$ref).split("/").at(-1) ?? ""
      const members = Object.values<Node>(components.schemas[name]?.properties ?? {})
      return members.some((member) => limitsOf(member) !== "") ? [name] : []
    })
    assert.include(limited, "InboundPost")
    for (const name of limited) assert.include(read("docs/limits.md"), `| \`${name}\` |`)
    for (const member of ["size", "domain"]) assert.include(read("docs/limits.md"), `| \`${member}\` |`)
  })

  it("has no broken links", () => {
    for (const file of globSync("{*,docs/**/*,{bench,channels,sdk}/*,{examples,sdk,web}/*/*}.md")) {
      for (const [, target = "", anchor] of proseOf(file).matchAll(/\]\((?!\w+:)([^)#\s]*)(?:#([^)\s]*))?\)/g)) {
        const path = target === "" ? file : join(dirname(file), target)
        assert.isTrue(existsSync(path), `${file}: ${target}`)
        if (anchor !== undefined) assert.include(anchorsOf(path), anchor, `${file}: ${target}#${anchor}`)
      }
    }
  })

  it("gives page sizes as the lists implement them", () => {
    const sizes = new Set(
      globSync("src/http/*.ts").flatMap((file) =>
        [...read(file).matchAll(/\breader\.limit\((\d+), (\d+)\)/g)].map(
          ([, standard, most]) => `${standard} | ${most}`
        )
      )
    )
    const told = new Set(
      [...read("docs/pagination.md").matchAll(/^\| .* \| (\d+ \| \d+) \|$/gm)].map(([, entries = ""]) => entries)
    )
    assert.deepStrictEqual([...told].sort(), [...sizes].sort())
    const documented = new Set(
      [
        ...JSON.stringify(openApiDocument("https://desk.example")).matchAll(
          /"Entries per page: (\d+) by default, (\d+) at most/g
        )
      ].map(([, standard, most]) => `${standard} | ${most}`)
    )
    assert.deepStrictEqual([...documented].sort(), [...sizes].sort())
  })
})
