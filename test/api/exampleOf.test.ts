import { assert, describe, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import { openApiDocument } from "../../src/api/openApiDocument.ts"
import { assertDeclared, endpoints } from "../support/declaredAnswers.ts"

const document = openApiDocument("https://desk.example")

/** Text that stands for any text; a secret or a value that only one server can generate may be left out. */
const isEmptyWord = (value: unknown): boolean => {
  if (typeof value !== "object" || value === null) return value === "…"
  return Object.values(value).some(isEmptyWord)
}

describe("The OpenAPI document's examples", () => {
  for (const endpoint of endpoints) {
    const { method, path } = endpoint
    const operation = document["paths"][path.replaceAll(/:(\w+)/g, "{$1}")][method.toLowerCase()]
    const body = operation.requestBody?.content["application/json"]

    if (body !== undefined) {
      it(`include a valid body of ${operation.operationId}`, () => {
        assert.isFalse(isEmptyWord(body.example), JSON.stringify(body.example))
        const schemas = [...endpoint.payload.values()].flatMap(({ schemas }) => schemas)
        const read = schemas.map((schema) =>
          // Declared schemas need no services.
          Schema.decodeUnknownResult(schema as Schema.Codec<unknown, unknown>, { errors: "all" })(body.example)
        )
        assert.isTrue(read.some(Result.isSuccess), `${JSON.stringify(body.example)}: ${read.map(String).join("\n")}`)
      })
    }

    for (const [status, response] of Object.entries<(typeof document)[string]>(operation.responses)) {
      const { "application/json": answer, ...others } = response.content ?? {}
      // A response with several media types is returned as it is.
      if (!status.startsWith("2") || answer === undefined || Object.keys(others).length > 0) continue
      it(`include a response of ${operation.operationId} with ${status}`, () => {
        assert.isDefined(answer.example)
        assert.isFalse(isEmptyWord(answer.example), JSON.stringify(answer.example))
        assertDeclared(method, path, Number(status), answer.example)
      })
    }
  }
})
