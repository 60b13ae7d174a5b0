import { assert, describe, it } from "@effect/vitest"
import { Cause } from "effect"
import { ConnectionError, SqlError, UnknownError } from "effect/sql/SqlError"
import { sentenceOf } from "../../src/runtime/sentenceOf.ts"

const failed = (error: unknown) => sentenceOf(Cause.fail(error), false)

describe("sentenceOf", () => {
  it("is the message of the failure", () => {
    assert.strictEqual(failed(new Error("Port 3000 is already in use.")), "Port 3000 is already in use.")
    assert.strictEqual(failed("no"), "no")
  })

  it("contains PostgreSQL's message about a statement", () => {
    const reason = new UnknownError({ message: "Query failed", cause: new Error('relation "accounts" does not exist') })
    assert.strictEqual(failed(new SqlError({ reason })), 'Query failed: relation "accounts" does not exist')
  })

  it("repeats nothing", () => {
    const cause = new Error("connect ECONNREFUSED 127.0.0.1:5432")
    const reason = new ConnectionError({ message: `No connection (${cause.message})`, cause })
    assert.strictEqual(failed(new SqlError({ reason })), "No connection (connect ECONNREFUSED 127.0.0.1:5432)")
  })

  it("says that a defect is a bug of ours, and where it is for debugging", () => {
    const defect = Cause.die(new Error("x is undefined"))
    assert.strictEqual(
      sentenceOf(defect, false),
      "Trunkline stopped because of a bug: x is undefined. Set LOG_LEVEL=debug to see where."
    )
    assert.include(sentenceOf(defect, true), "sentenceOf.test.ts")
  })
})
