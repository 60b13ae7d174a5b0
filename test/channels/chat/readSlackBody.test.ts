import { assert, it } from "@effect/vitest"
import { Result } from "effect"
import { isSslCheck, readSlackBody } from "../../../channels/chat/readSlackBody.ts"
import { takesAtMost } from "../../support/takesAtMost.ts"

const form = "application/x-www-form-urlencoded"
const bytes = (text: string) => new TextEncoder().encode(text)
const read = (contentType: string | undefined, text: string) => readSlackBody(contentType, bytes(text))
const isRefused = (contentType: string | undefined, text: string) => Result.isFailure(read(contentType, text))

it("reads JSON and forms, whatever parameters their media types have", () => {
  for (const type of ["application/json", "application/json; charset=utf-8", "Application/JSON ;charset=UTF-8"])
    assert.deepStrictEqual(read(type, '{"a":1}'), Result.succeed({ a: 1 }))
  for (const type of [form, `${form}; charset=utf-8`, `${form};charset=UTF-8`])
    assert.deepStrictEqual(
      read(type, "command=%2Fticket&text=a+b"),
      Result.succeed({ command: "/ticket", text: "a b" })
    )
  assert.deepStrictEqual(read(form, `payload=${encodeURIComponent('{"type":"x"}')}`), Result.succeed({ type: "x" }))
})

it("refuses other formats, duplicate names, and JSON that is not an object", () => {
  for (const type of [undefined, "text/plain", "multipart/form-data", ""]) assert.isTrue(isRefused(type, "{}"), type)
  for (const text of ["", "[]", "null", "1", '"a"', "{", "{}x"])
    assert.isTrue(isRefused("application/json", text), text)
  assert.isTrue(isRefused(form, "payload=%7B%7D&payload=%7B%7D"))
  assert.isTrue(isRefused(form, "command=a&command=b"))
  assert.isTrue(isRefused(form, "payload=no"))
  assert.isTrue(isRefused("application/json", `{"a":${"[".repeat(100)}${"]".repeat(100)}}`))
  assert.isTrue(isRefused("application/json", "[".repeat(500_000)))
})

it("removes what PostgreSQL cannot store", () => {
  assert.deepStrictEqual(
    read("application/json", '{"a\\u0000":["x\\u0000y","\\ud83d"],"b":{"c":"\\ude00"}}'),
    Result.succeed({ "a\uFFFD": ["x\uFFFDy", "\uFFFD"], b: { c: "\uFFFD" } })
  )
})

it("recognizes the certificate probe, given once and in a form only", () => {
  assert.isTrue(isSslCheck(form, bytes("ssl_check=1&token=x")))
  assert.isTrue(isSslCheck(form, bytes("ssl_check=1&command=%2Fticket")))
  assert.isFalse(isSslCheck(form, bytes("ssl_check=1&ssl_check=0")))
  assert.isFalse(isSslCheck(form, bytes("ssl_check=0")))
  assert.isFalse(isSslCheck("application/json", bytes('{"ssl_check":1}')))
})

it("does not parse a form with more fields than Slack sends before the sender is known", () => {
  const many = bytes("a&".repeat(500_000))
  takesAtMost(75, () => {
    assert.isFalse(isSslCheck(form, many))
    assert.isTrue(Result.isFailure(readSlackBody(form, many)))
  })
})
