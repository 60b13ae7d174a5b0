import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import { openApiDocument } from "../../src/api/openApiDocument.ts"
import { contractLines } from "../support/contractLines.ts"

/** The contract of the last release, written by scripts/release-contract.ts. */
const released = readFileSync(fileURLToPath(new URL("released.txt", import.meta.url)), "utf8")
  .trim()
  .split("\n")
const present = contractLines(openApiDocument("https://desk.example"))

const operationOf = (line: string) => line.slice(0, line.indexOf(": "))
const memberOf = (line: string) => line.slice(0, line.lastIndexOf(":"))
const isOfBody = (line: string) => /^\S+ \S+: body/.test(line)
const optional = " may be left out"

const open = " is open"
const openLine = (line: string) => `${line.slice(0, line.indexOf(" = "))}${open}`

/** Changes that break clients of the last release. */
const broken = (released: ReadonlyArray<string>, present: ReadonlyArray<string>): ReadonlyArray<string> => {
  const [before, now] = [new Set(released), new Set(present)]
  const known = new Set(released.map(operationOf))
  return [
    // A response may start to always include a member, and a body may stop requiring one.
    ...released
      .filter((line) => !now.has(line) && !(line.endsWith(optional) && !isOfBody(line)))
      .map((line) => `gone: ${line}`),
    ...present
      .filter((line) => !before.has(line) && known.has(operationOf(line)) && line.endsWith(optional) && !isOfBody(line))
      .filter((line) => released.some((old) => old.startsWith(`${line.slice(0, -optional.length)}`)))
      .map((line) => `no longer always there: ${line}`),
    ...present
      .filter(
        (line) => isOfBody(line) && / body\.[\w.[\]]+:/.test(line) && !before.has(line) && known.has(operationOf(line))
      )
      .filter((line) => !now.has(`${memberOf(line)}${optional}`) && hadHolder(released, line))
      // A member that may have an additional type.
      .filter((line) => !released.some((old) => old.startsWith(`${memberOf(line)}: `)))
      .map((line) => `newly required: ${line}`),
    ...present
      // Open enumerations were declared open in the last release; clients know all values of the others.
      .filter((line) => !before.has(line) && / 2\d\d\S* = /.test(line) && !before.has(openLine(line)))
      .filter((line) => released.some((old) => old.startsWith(line.slice(0, line.indexOf(" = ") + 3))))
      .map((line) => `a new value: ${line}`),
    ...present
      .filter((line) => line.endsWith(open) && !before.has(line))
      .filter((line) => released.some((old) => old.startsWith(`${line.slice(0, -open.length)} = `)))
      .map((line) => `no longer closed: ${line}`)
  ]
}

/**
 * Whether the body, member or list that contains a line's member already existed: requirements in a new one break no client.
 */
const hadHolder = (released: ReadonlyArray<string>, line: string) => {
  const holder = memberOf(line).replace(/(\.\w+|\[\])$/, "")
  return released.some(
    (old) => old.startsWith(holder) && !/^(\w|: (string|number|integer|boolean)$)/.test(old.slice(holder.length))
  )
}

describe("The contract", () => {
  it("keeps everything that the last release promised", () => {
    assert.deepStrictEqual(broken(released, present), [])
  })

  it("is broken by what is removed, renamed, or newly required, and not by what is added", () => {
    const before = ["POST /a: is a.b", "POST /a: body.x: string", "POST /a: 200.y: string"]
    assert.deepStrictEqual(broken(before, [...before, "POST /a: 200.z: string", "GET /c: is c.d"]), [])
    assert.deepStrictEqual(
      broken(before, [...before, "POST /a: body.z: string", "POST /a: body.z may be left out"]),
      []
    )
    assert.deepStrictEqual(broken(before, [...before, "POST /a: body.x may be left out"]), [])
    const list = ["POST /a: body.z may be left out", "POST /a: body.z: array", "POST /a: body.z[]: object"]
    assert.deepStrictEqual(broken(before, [...before, ...list, "POST /a: body.z[].k: string"]), [])
    assert.deepStrictEqual(broken([...before, ...list], [...before, ...list, "POST /a: body.z[].k: string"]), [
      "newly required: POST /a: body.z[].k: string"
    ])
    const texts = [...before, "POST /a: body.z may be left out", "POST /a: body.z: array", "POST /a: body.z[]: string"]
    assert.deepStrictEqual(broken(texts, [...texts, "POST /a: body.z[]: object", "POST /a: body.z[].k: string"]), [])
    const open = ["POST /a: 200.status is open", 'POST /a: 200.status = "open"']
    const values = [...before, 'POST /a: 200.mode = "live"', ...open]
    assert.deepStrictEqual(broken(values, [...values, 'POST /a: 200.status = "new"']), [])
    assert.deepStrictEqual(broken(values, [...values, 'POST /a: 200.mode = "new"']), [
      'a new value: POST /a: 200.mode = "new"'
    ])
    assert.deepStrictEqual(broken(values, [...values, "POST /a: 200.mode is open"]), [
      "no longer closed: POST /a: 200.mode is open"
    ])
    assert.deepStrictEqual(broken(before, before.slice(0, 2)), ["gone: POST /a: 200.y: string"])
    assert.deepStrictEqual(broken(before, [...before, "POST /a: body.z: string"]), [
      "newly required: POST /a: body.z: string"
    ])
    assert.deepStrictEqual(broken(before, [...before, "POST /a: 200.y may be left out"]), [
      "no longer always there: POST /a: 200.y may be left out"
    ])
  })
})
