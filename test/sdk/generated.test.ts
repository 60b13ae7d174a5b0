import { readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { generate } from "../../scripts/sdk/generate.ts"
import { byHand, names } from "../../scripts/sdk/names.ts"
import { openApiDocument } from "../../src/api/openApiDocument.ts"

const document = openApiDocument("https://desk.example")
const operations = Object.values<Record<string, { readonly operationId: string }>>(document["paths"]).flatMap(
  (methods) => Object.values(methods).map(({ operationId }) => operationId)
)

describe("The generated part of the client", () => {
  it("matches the current contract (npm run write-sdk)", async () => {
    for (const [name, text] of Object.entries(await generate(document)))
      assert.isTrue(readFileSync(`sdk/src/generated/${name}`, "utf8") === text, `${name} is not up to date`)
  })

  it("has unique names for existing operations, each once", () => {
    for (const id of [...Object.keys(names), ...byHand]) assert.include(operations, id)
    const methods = operations
      .filter((id) => !byHand.includes(id))
      .map((id) => {
        const client = id.startsWith("portal.") ? "portal" : "client"
        return `${client}.${names[id] ?? id}`
      })
    assert.deepStrictEqual(methods.length, new Set(methods).size)
  })
})
