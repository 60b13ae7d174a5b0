import { assert, describe, it } from "@effect/vitest"
import { Option } from "effect"
import { violations } from "../../../src/http/policy/violations.ts"

const old = (report: object) => violations(JSON.stringify({ "csp-report": report }))
const told = (found: ReturnType<typeof violations>) => Option.getOrThrow(found)

describe("A report of a policy violation", () => {
  it("is read in the format that browsers have long used", () => {
    assert.deepStrictEqual(
      told(
        old({
          "document-uri": "https://desk.example/b/acme/t/7?q=ada%40example.com#x",
          "violated-directive": "script-src 'self'",
          "blocked-uri": "https://evil.example/steal.js?of=ada",
          "source-file": "https://desk.example/assets/index-1.js?x",
          "line-number": 12
        })
      ),
      [
        {
          directive: "script-src",
          blocked: "https://evil.example",
          page: "/b/acme/t/7",
          source: "/assets/index-1.js:12"
        }
      ]
    )
  })

  it("is read in the format of the Reporting API, among reports of other kinds", () => {
    const body = {
      documentURL: "https://desk.example/portal/br_1",
      blockedURL: "inline",
      effectiveDirective: "style-src-attr"
    }
    assert.deepStrictEqual(
      told(
        violations(
          JSON.stringify([
            { type: "deprecation", body: { id: "x" } },
            { type: "csp-violation", age: 1, body }
          ])
        )
      ),
      [{ directive: "style-src-attr", blocked: "inline", page: "/portal/br_1", source: undefined }]
    )
  })

  it("adds nothing to the log that someone could have injected", () => {
    const hostile = "\u001b[31mred\nlevel=error \u202e"
    const [line] = told(
      old({
        "document-uri": `https://desk.example/${hostile}${"x".repeat(500)}`,
        "effective-directive": hostile,
        "blocked-uri": hostile,
        "source-file": hostile
      })
    )
    assert.match(JSON.stringify(line), /^[\x20-\x7e]*$/)
    assert.deepInclude(line, { directive: "-", blocked: "-", source: undefined })
    assert.isAtMost(line?.page.length ?? 999, 120)
    const [data] = told(old({ "blocked-uri": "data:text/html,secret", "effective-directive": "img-src" }))
    assert.strictEqual(data?.blocked, "data")
  })

  it("says nothing about a visitor's extensions, and lists at most ten violations", () => {
    const by = (sourceFile: string) => ({ type: "csp-violation", body: { sourceFile, blockedURL: "inline" } })
    assert.deepStrictEqual(
      told(violations(JSON.stringify([by("chrome-extension://abc/x.js"), by("moz-extension://a/x.js")]))),
      []
    )
    const many = Array.from({ length: 50 }, () => by("https://desk.example/x.js"))
    assert.lengthOf(told(violations(JSON.stringify(many))), 10)
  })

  it("is ignored when it is something else", () => {
    for (const body of [
      "",
      "{",
      "null",
      "{}",
      '{"csp-report":7}',
      '"x"',
      '[{"body":{}}]',
      '{"csp-report":{"line-number":"x"}}'
    ])
      assert.isTrue(Option.isNone(violations(body)), body)
  })
})
