import { assert, it } from "@effect/vitest"
import { HttpServerRequest } from "effect/http"
import { answerFile } from "../../../src/http/web/WebFiles.ts"
import { takesAtMost } from "../../support/takesAtMost.ts"

const file = { contentType: "text/css", hash: "abc", identity: new TextEncoder().encode("body{}") }

const asked = (known: string) =>
  answerFile(
    file,
    HttpServerRequest.fromWeb(new Request("https://a.example/a.css", { headers: { "if-none-match": known } })),
    {}
  ).status

it("A file that the browser already has is not sent again", () => {
  assert.strictEqual(asked('"abc"'), 304)
  assert.strictEqual(asked('"x" ,\t"abc"'), 304)
  // As proxies that compress rewrite it, and a client that has any version.
  assert.strictEqual(asked('W/"abc"'), 304)
  assert.strictEqual(asked("*"), 304)
  assert.strictEqual(asked('"abcd"'), 200)
  assert.strictEqual(asked('w/"abc"'), 200)
})

it("A header of blanks is parsed in linear time", () => {
  takesAtMost(75, () => asked(`"x"${" ".repeat(31_000)}"y"`))
})
