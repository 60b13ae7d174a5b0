import { assert, describe, it } from "@effect/vitest"
import { DateTime, Result, Schema } from "effect"
import { Instant } from "../../src/api/Fields.ts"
import { fieldRule } from "../../src/api/fieldRule.ts"
import { problemOf } from "../../src/api/problemOf.ts"
import { sampleId } from "../../src/api/samples.ts"
import type { FieldError } from "../../src/domain/Problems.ts"
import { QueryReader } from "../../src/http/QueryReader.ts"

/** The result of `read` for a query, or the fields that it refuses. */
const reading = <A>(query: Record<string, string | ReadonlyArray<string>>, read: (reader: QueryReader) => A) => {
  const reader = new QueryReader(query)
  const result = reader.result(read(reader))
  return Result.isSuccess(result) ? result.success : result.failure.errors.map(({ code, field }) => `${field}: ${code}`)
}

describe("QueryReader", () => {
  it("treats joined and repeated lists alike, without empty entries", () => {
    for (const value of ["open,pending", ["open", "pending"], " open ,,pending,", ["open,pending", "open"]]) {
      assert.deepStrictEqual(
        reading({ status: value }, (reader) => reader.list("status")),
        ["open", "pending"]
      )
    }
  })

  it("treats an empty parameter and `all` as no filter", () => {
    for (const value of ["", "all", ",", ["", "all"]]) {
      assert.isUndefined(reading({ x: value }, (reader) => reader.list("x")))
    }
    for (const value of ["", " ", "all"]) {
      assert.isUndefined(reading({ x: value }, (reader) => reader.text("x")))
      assert.isUndefined(reading({ x: value }, (reader) => reader.flag("x")))
      assert.isUndefined(reading({ x: value }, (reader) => reader.instant("x")))
    }
  })

  it("lowers a limit to the maximum, and refuses one that is not a positive integer", () => {
    const limit = (value: string) => reading({ limit: value }, (reader) => reader.limit(25, 100))
    assert.deepStrictEqual([limit("1"), limit("100"), limit("5000"), limit("")], [1, 100, 100, 25])
    // Values that programs use for "as many as there are".
    for (const most of [2 ** 31 - 1, Number.MAX_SAFE_INTEGER, 2n ** 63n - 1n])
      assert.strictEqual(limit(String(most)), 100)
    for (const wrong of ["0", "00", "-1", "1.5", "x", "1e2"]) assert.deepStrictEqual(limit(wrong), ["limit: range"])
  })

  it("counts characters as bodies do, and reports one problem per search text", () => {
    const smile = "\u{1F600}"
    const long = smile.repeat(255)
    assert.strictEqual(
      reading({ x: ` ${long} ` }, (reader) => reader.text("x")),
      long
    )
    assert.deepStrictEqual(
      reading({ x: `${long}a` }, (reader) => reader.text("x")),
      ["x: length"]
    )
    const sought = (q: string | ReadonlyArray<string>) => reading({ q }, (reader) => reader.sought("q"))
    assert.deepStrictEqual([sought(smile.repeat(200)), sought(" all ")], [smile.repeat(200), "all"])
    assert.deepStrictEqual([sought(smile), sought(smile.repeat(201))], [["q: length"], ["q: length"]])
    assert.deepStrictEqual(
      [sought(" "), sought(["a", "b"]), sought("a\0b")],
      [["q: required"], ["q: type"], ["q: encoding"]]
    )
  })

  it("names the valid years of a time that it refuses, as bodies do", () => {
    const reader = new QueryReader({ x: "1969-12-31" })
    const refused = reader.result(reader.instant("x"))
    assert(Result.isFailure(refused))
    const [{ message }] = refused.failure.errors
    assert.match(message, /in the years 1970 to 9999$/)
    assert.throws(() => Schema.decodeUnknownSync(Instant)("10000-01-01"))
    assert.strictEqual(fieldRule(Instant.ast.checks?.[0]?.annotations)?.message, message)
  })

  it("accepts a time with an unescaped plus sign, which means a space in a query", () => {
    const moment = (x: string) => reading({ x }, (reader) => reader.instant("x"))
    for (const same of ["2026-11-20T11:30:00 02:00", "2026-11-20 11:30:00 02:00", "2026-11-20T11:30:00.000+02:00"])
      assert.deepStrictEqual(moment(same), DateTime.makeUnsafe("2026-11-20T09:30:00Z"), same)
    for (const none of ["2026-11-20 02:00", "2026-11-20T11:30:00Z 02:00", "2026-11-20T11:30:00  02:00"])
      assert.deepStrictEqual(moment(none), ["x: format"], none)
  })

  it("accepts an address and a number with an unescaped plus sign, and keeps the spaces in other values", () => {
    const address = (x: string) => reading({ x }, (reader) => reader.address("x"))
    for (const [written, meant] of [
      ["ada shop@north.example", "ada+shop@north.example"],
      [" ada+shop@north.example ", "ada+shop@north.example"],
      ["Jörg@München.example", "jörg@xn--mnchen-3ya.example"],
      [" 15550100", "+15550100"],
      ["+15550100", "+15550100"],
      ["15550100", "15550100"],
      ["Shop user 7", "Shop user 7"],
      ["all", undefined],
      [" ", undefined]
    ] as const)
      assert.strictEqual(address(written), meant, written)
  })

  it("accepts ids of one kind and the keywords that go with them, and describes such ids when refusing anything else", () => {
    const [one, two] = [sampleId("ticket"), "tkt_01m896efq3e6hv4g62mf8gy9bq"]
    assert.deepStrictEqual(
      reading({ x: `${one},${two}` }, (reader) => reader.idList("x", "ticket")),
      [one, two]
    )
    assert.deepStrictEqual(
      reading({ x: `null,me,${one}` }, (reader) => reader.idsOrNone("x", "ticket", ["null"], ["me"])),
      { ids: [one], none: true }
    )
    assert.strictEqual(
      reading({ x: ` ${one} ` }, (reader) => reader.oneId("x", "ticket")),
      one
    )
    assert.strictEqual(
      reading({ x: sampleId("member") }, (reader) => reader.anyId("x")),
      sampleId("member")
    )
    const message = (x: string, read: (reader: QueryReader) => unknown) => {
      const reader = new QueryReader({ x })
      const refused = reader.result(read(reader))
      assert(Result.isFailure(refused))
      const told = problemOf(refused.failure).extra?.["errors"] as ReadonlyArray<FieldError>
      return told.map(({ code, field, message }) => `${field} ${code}: ${message}`)
    }
    for (const wrong of ["nonsense", sampleId("customer"), one.toUpperCase(), `${one}a`, "null"])
      for (const read of [
        (reader: QueryReader) => reader.oneId("x", "ticket"),
        (reader: QueryReader) => reader.idList("x", "ticket")
      ])
        assert.match(
          message(wrong, read)[0] ?? "",
          new RegExp(`^x format: must be .*like ${one}; "${wrong}" is not valid$`)
        )
    assert.deepStrictEqual(
      message(`${one},null,nobody`, (reader) => reader.idsOrNone("x", "ticket", ["null"], ["me"])),
      [`x format: must be ids like ${one}, or me, or null; "nobody" is not valid`]
    )
    assert.deepStrictEqual(
      message(`"${"é".repeat(60)}`, (reader) => reader.anyId("x")),
      [`x format: must be an id of any kind, like ${one}; "\\"${"é".repeat(39)}…" is not valid`]
    )
  })

  it("reports everything that is wrong at once", () => {
    assert.deepStrictEqual(
      reading(
        {
          a: "maybe",
          b: "soon",
          c: "x",
          d: "\0",
          e: Array(101)
            .fill("")
            .map(String)
            .map((_, i) => `${i}`)
        },
        (reader) => [reader.flag("a"), reader.instant("b"), reader.one("c", ["y"]), reader.text("d"), reader.list("e")]
      ),
      ["a: type", "b: format", "c: enum", "d: encoding", "e: too_many"]
    )
  })
})
