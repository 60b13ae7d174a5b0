import { assert, describe, it } from "@effect/vitest"
import { ApiError, ConnectionError } from "../../../sdk/src/portal.ts"
import { reasonOf, refusedFields } from "../../../web/customer/reason.ts"
import { languageOf } from "../../../web/customer/words/language.ts"

const english = await languageOf("en")
const german = await languageOf("de")

const problem = (status: number, code: string, more: object = {}, headers: Record<string, string> = {}) =>
  new ApiError(status, new Headers(headers), {
    ...{ type: "", title: "Title", status, detail: "In English.", instance: "", message: "", error: "" },
    ...{ statusCode: status, requestId: "req_1", code: code as "not_found", ...more }
  })

describe("The reason for a failure", () => {
  it("is in the reader's language, never the server's", () => {
    for (const [error, reason] of [
      [problem(404, "not_found"), german.words.notFound],
      [problem(409, "ticket_merged"), german.words.merged],
      [problem(409, "limit_reached"), german.words.tooMuch],
      [problem(422, "idempotency_key_reused"), german.words.sentAlready],
      [problem(401, "token_expired"), german.words.signedOutMeanwhile],
      [problem(503, "unavailable"), german.words.ourFault],
      [problem(403, "forbidden"), german.words.notAllowed],
      [new ConnectionError("GET / was not answered"), german.words.offline],
      [new Error("ours"), german.words.ourFault]
    ] as const)
      assert.strictEqual(reasonOf(error, german), reason)
  })

  it("says when to try again, and how much is too much", () => {
    const wait = (seconds: number) => problem(429, "rate_limited", {}, { "retry-after": String(seconds) })
    assert.include(reasonOf(wait(1), english), "in 1 second.")
    assert.include(reasonOf(wait(30), german), "in 30 Sekunden")
    assert.include(reasonOf(wait(600), german), "in 10 Minuten")
    assert.include(reasonOf(problem(413, "payload_too_large", { limit: 25_000_000 }), german), "25 MB")
    assert.strictEqual(
      reasonOf(problem(413, "payload_too_large", { limit: 25_000_000, used: 24_000_000 }), german),
      german.words.tooMuch
    )
  })
})

describe("The errors of a form", () => {
  const errors = [
    { field: "title", code: "required", message: "is required" },
    { field: "customFields.order", code: "length", message: "must have at most 10 characters" },
    { field: "attachmentIds[0]", code: "unknown_id", message: "is unknown" }
  ]
  const fields = [{ key: "order", label: "Order number" }]

  it("use the form's names of its fields", () => {
    assert.deepStrictEqual(refusedFields(problem(400, "validation_failed", { errors }), english, fields), [
      "Subject: is required.",
      "Order number: must have at most 10 characters.",
      "Files: is unknown."
    ])
    assert.deepStrictEqual(refusedFields(problem(400, "validation_failed", { errors }), german, fields), [
      `Betreff: ${german.words.rules.required}`,
      `Order number: ${german.words.rules.length}`,
      `Dateien: ${german.words.rules.choice}`
    ])
  })

  it("are absent if no field was refused", () => {
    assert.deepStrictEqual(refusedFields(problem(409, "ticket_merged"), german, fields), [])
    assert.deepStrictEqual(refusedFields(new Error("ours"), german, fields), [])
  })
})
