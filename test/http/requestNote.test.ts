import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { declaredParameters } from "../../src/api/Parameters.ts"
import { problemOf } from "../../src/api/problemOf.ts"
import { TicketsApi } from "../../src/api/TicketsApi.ts"
import { validationFailed } from "../../src/api/validationFailed.ts"
import { UpstreamFailed } from "../../src/domain/Problems.ts"
import { QueryReader } from "../../src/http/QueryReader.ts"
import { sentPath } from "../../src/http/sentPath.ts"
import { sentQuery } from "../../src/http/sentQuery.ts"
import { toldProblem } from "../../src/http/toldProblem.ts"

const ticket = "tkt_01m893khb3f5bbmdqn6zazb1ra"
const pattern = "/v1/brands/:brandId/tickets/:ticketId"

describe("What is stored of a path", () => {
  it("is its fixed parts and ids", () => {
    const brand = "br_01m893khb3f5bbmdqn6zazb1ra"
    assert.strictEqual(
      sentPath(pattern, `/v1/brands/${brand}/tickets/${ticket}`),
      `/v1/brands/${brand}/tickets/${ticket}`
    )
    for (const other of ["ada@example.com", "%61da", "4915112345678", "", "tkt_ada"])
      assert.strictEqual(
        sentPath(pattern, `/v1/brands/${brand}/tickets/${other}`),
        `/v1/brands/${brand}/tickets/{ticketId}`
      )
    assert.strictEqual(sentPath("/v1/metrics", "/metrics"), "/v1/metrics")
    assert.strictEqual(sentPath(pattern, "/v1/ada"), "/v1/brands/{brandId}/tickets/{ticketId}")
  })
})

describe("What is stored of a query", () => {
  const declared = declaredParameters(TicketsApi.endpoints.list?.query)
  const kept = (query: string) => sentQuery(`/v1/x?${query}`, declared)

  it("is each name, and values that identify no one", () => {
    assert.strictEqual(kept(`assignee=${ticket},${ticket}&limit=20`), `assignee=${ticket},${ticket}&limit=20`)
    assert.strictEqual(kept("priority=high,low&priority=all"), "priority=high,low&priority=all")
    assert.strictEqual(kept("createdAfter=2026-11-20T09:30:00Z"), "createdAfter=2026-11-20T09:30:00Z")
    assert.isUndefined(sentQuery("/v1/x", declared))
    assert.isUndefined(kept(""))
  })

  it("is no word that someone wrote", () => {
    assert.strictEqual(kept("search=ada&tag=ada&cursor=YWRh"), "search=…&tag=…&cursor=…")
    assert.strictEqual(
      kept("priority=ada&limit=4915112345678&createdAfter=ada&unknown=ada"),
      "priority=…&limit=…&createdAfter=…&unknown=…"
    )
    assert.strictEqual(kept("ada%40example.com=1&4915112345678=1&%E2%82=1"), "…=…&…=…&…=…")
    assert.isAtMost(kept(`search=x&${"tag=x&".repeat(2_000)}`)?.length ?? 0, 1_000)
  })
})

describe("What is stored of a refusal", () => {
  it("is not the value that a parameter had", () => {
    for (const given of ["ada@example.com", 'Ada "the first" of; "x" is not valid', `Ada\n${"a".repeat(100)}`]) {
      const reader = new QueryReader({ customerId: given, priority: given })
      reader.idList("customerId", "customer")
      reader.among("priority", ["low", "high"])
      const refused = reader.result(undefined)
      assert.isTrue(Result.isFailure(refused))
      if (Result.isSuccess(refused)) continue
      const [sent, kept] = [problemOf(refused.failure), toldProblem(problemOf(refused.failure))]
      assert.match(JSON.stringify(sent), /ada/i)
      assert.notMatch(JSON.stringify(kept), /ada/i)
      assert.strictEqual(kept.errors?.[1]?.message, "must be one or more of low, high")
    }
  })

  it("is the whole sentence of a rule, even one that ends like a quotation", () => {
    const error = { field: "x", code: "enum", message: 'must be "a"; "b" is not valid' } as const
    assert.deepStrictEqual(toldProblem(validationFailed([error])).errors, [error])
    assert.deepStrictEqual(toldProblem(validationFailed([{ ...error, given: "ada" }])).errors, [error])
  })

  it("is its code and sentence, or its first rules with the names of their members", () => {
    const problem = { code: "invalid_state", detail: "It is closed.", extra: { state: "closed" } } as const
    assert.deepStrictEqual(toldProblem(problem), { code: "invalid_state", detail: "It is closed." })
    const rule = { code: "type", message: "must be a string" } as const
    const told = (field: string) => toldProblem(validationFailed([{ field, ...rule }])).errors?.[0]?.field
    for (const field of ["title", "links[0].url", "customFields.order_number", "Idempotency-Key", "tags[]"])
      assert.strictEqual(told(field), field)
    assert.strictEqual(told("customFields.ada@example.com"), "customFields.….com")
    assert.strictEqual(told("customFields.+4915112345678"), "customFields.…")
    const many = Array.from({ length: 50 }, () => ({ field: "title", ...rule }))
    assert.lengthOf(toldProblem(validationFailed([{ field: "body", ...rule }, ...many])).errors ?? [], 10)
  })

  it("is nothing that another server said", () => {
    const problem = problemOf(new UpstreamFailed({ provider: "twilio", reason: "+49 151 1234 is no number" }))
    assert.deepStrictEqual(toldProblem(problem), { code: "upstream_failed" })
  })
})
