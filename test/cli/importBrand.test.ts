import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import type { ServerResponse } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { type Imported, importBrand, survey } from "../../src/cli/transfer/importBrand.ts"
import { connectedTo } from "../support/localServer.ts"

/** A file with these lines. */
const fileOf = (...lines: ReadonlyArray<object>) =>
  Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "trunkline import "))),
    (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
  ).pipe(
    Effect.map((folder) => {
      const file = join(folder, "north.jsonl")
      writeFileSync(file, lines.map((line) => JSON.stringify(line)).join("\n"))
      return file
    })
  )

/** A server that answers each request, given as `GET /path?query`. */
const serving = (answer: (asked: string, response: ServerResponse) => void) =>
  connectedTo(({ method, url }, response) => {
    response.setHeader("content-type", "application/json")
    answer(`${method} ${url}`, response)
  })

it.live("An import finds the brand's own company among however many with a similar name", () =>
  Effect.gen(function* () {
    const file = yield* fileOf({ type: "company", data: { id: "cmp_1", name: "North" } })
    const asked: Array<string> = []
    const server = yield* serving((request, response) => {
      asked.push(request)
      const isSecond = request.includes("cursor=2")
      if (!isSecond) response.setHeader("x-next-cursor", "2")
      response.end(JSON.stringify([{ id: "cmp_9", name: isSecond ? "North" : "Northern" }]))
    })
    yield* Effect.provide(
      importBrand("br_1", file, () => {}),
      server
    )
    assert.lengthOf(asked, 2)
    assert.isTrue(
      asked.every((request) => request.startsWith("GET ")),
      "and creates none"
    )
  }).pipe(Effect.scoped)
)

it.live("An import reports its progress with customers, too, which come before all tickets", () =>
  Effect.gen(function* () {
    const customers = [1, 2, 3].map((number) => ({ id: `cus_${number}`, email: `c${number}@north.example` }))
    const file = yield* fileOf(...customers.map((data) => ({ type: "customer", data })))
    assert.deepStrictEqual(yield* survey(file), { customers: 3, tickets: 0 })
    const told: Array<Imported> = []
    const server = yield* serving((_, response) => response.end("{}"))
    yield* Effect.provide(
      importBrand("br_1", file, (imported) => told.push(imported)),
      server
    )
    assert.deepStrictEqual(
      told.map(({ customers, tickets }) => [customers, tickets]),
      [
        [1, 0],
        [2, 0],
        [3, 0]
      ]
    )
  }).pipe(Effect.scoped)
)
