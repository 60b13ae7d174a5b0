import { globSync, readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { endpointOf } from "../support/declaredAnswers.ts"

/** Everything that people read, including error texts in the code. */
const texts = globSync([
  "*.md",
  "{src,channels,docs,examples,sdk/examples}/**/*.{ts,mjs,md}",
  "sdk/README.md",
  "sdk/src/*.ts"
])

/** Where providers call: routes outside the contract. */
const ofProviders = /^\/v1\/channels\/(slack|sms|twilio)\//

/** Every `POST /v1/…` or the like that a text names, with its file. */
const named = texts.flatMap((file) =>
  [...readFileSync(file, "utf8").matchAll(/\b(GET|POST|PUT|PATCH|DELETE) `?(\/v1(?:\/[\w{}$-]+)+)/g)].map(
    ([, method = "", path = ""]) => ({ file, method, path })
  )
)

describe("A path named in a text", () => {
  it("is found in more than a few of them", () => {
    assert.isAbove(named.length, 15)
    assert.isAbove(new Set(named.map(({ file }) => file)).size, 8)
  })

  for (const { file, method, path } of named) {
    it(`is served: ${method} ${path} in ${file}`, () => {
      const asked = path.replaceAll(/\{\w+\}|\$\{?\w+\}?/g, "x")
      assert.isTrue(endpointOf(method, asked) !== undefined || ofProviders.test(asked))
    })
  }
})
