import { assert, it } from "@effect/vitest"
import type { TraceData } from "effect/observability/OtlpTracer"
import { discreetTraces } from "../../src/runtime/discreetTraces.ts"

const texts = (values: Record<string, string>) =>
  Object.entries(values).map(([key, stringValue]) => ({ key, value: { stringValue } }))

const span = {
  traceId: "1".repeat(32),
  spanId: "2".repeat(16),
  parentSpanId: undefined,
  name: "Tickets.create",
  kind: 2,
  startTimeUnixNano: "1",
  endTimeUnixNano: "2",
  attributes: texts({
    "url.full": "http://localhost/v1/tickets?search=ada@example.com",
    "url.path": "/unwatch/secret",
    "url.query": "search=ada",
    "client.address": "203.0.113.7",
    "user_agent.original": "ada's phone",
    "http.request.header.cookie": "session=secret",
    "http.route": "/v1/tickets",
    "db.query.text": "SELECT $1"
  }),
  droppedAttributesCount: 0,
  events: [
    {
      name: "exception",
      timeUnixNano: "2",
      droppedAttributesCount: 0,
      attributes: texts({
        "exception.type": "SqlError",
        "exception.message": "ada@example.com",
        "exception.stacktrace":
          "SqlError: no ada\n    at query (/app/src/sql/query.ts:1:1)\n  [cause]: ada\n    at Socket (node:net:1)"
      })
    }
  ],
  droppedEventsCount: 0,
  status: { code: 2, message: "ada is there already" } as const,
  links: [
    { traceId: "3".repeat(32), spanId: "4".repeat(16), droppedAttributesCount: 0, attributes: texts({ who: "ada" }) }
  ],
  droppedLinksCount: 0
} satisfies TraceData["resourceSpans"][number]["scopeSpans"][number]["spans"][number]

it("contain what was done, where it failed and how long it took, and nothing that anyone wrote or is", () => {
  const resource = { attributes: texts({ "service.name": "trunkline" }), droppedAttributesCount: 0 }
  const [only] = discreetTraces({
    resourceSpans: [{ resource, scopeSpans: [{ scope: { name: "effect" }, spans: [span] }] }]
  }).resourceSpans
  const [told] = only?.scopeSpans[0]?.spans ?? []
  assert.deepStrictEqual(only?.resource, resource)
  assert.deepStrictEqual(told, {
    ...span,
    attributes: texts({ "http.route": "/v1/tickets", "db.query.text": "SELECT $1" }),
    events: [
      {
        name: "exception",
        timeUnixNano: "2",
        droppedAttributesCount: 0,
        attributes: texts({
          "exception.type": "SqlError",
          "exception.stacktrace": "    at query (/app/src/sql/query.ts:1:1)\n    at Socket (node:net:1)"
        })
      }
    ],
    status: { code: 2 },
    links: [{ traceId: "3".repeat(32), spanId: "4".repeat(16), droppedAttributesCount: 0, attributes: [] }]
  })
})
