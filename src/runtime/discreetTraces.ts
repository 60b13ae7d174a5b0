import type { TraceData } from "effect/observability/OtlpTracer"

type Span = TraceData["resourceSpans"][number]["scopeSpans"][number]["spans"][number]
type Attribute = Span["attributes"][number]

/**
 * What spans may tell beside their names and times. Statements have their values in parameters, and routes are patterns.
 * Left out is what somebody sent or is: addresses with their queries, headers, who called from where, with what program.
 */
const told: ReadonlySet<string> = new Set([
  ...["http.request.method", "http.response.status_code", "http.route", "server.address", "server.port", "url.scheme"],
  ...["db.system.name", "db.namespace", "db.query.text", "db.client.connection.wait_time_ms"],
  ...["error.type", "effect.fiber.interrupted", "exception.type"]
])

/** Traces without anything that somebody wrote, or that a person or a secret is known by. */
export const discreetTraces = (data: TraceData): TraceData => ({
  resourceSpans: data.resourceSpans.map((resource) => ({
    ...resource,
    scopeSpans: resource.scopeSpans.map((scope) => ({ ...scope, spans: scope.spans.map(discreetSpan) }))
  }))
})

const discreetSpan = (span: Span): Span => ({
  ...span,
  attributes: span.attributes.filter(isTold),
  events: span.events.map((event) => ({
    ...event,
    attributes: event.attributes.flatMap((attribute) =>
      attribute.key === "exception.stacktrace" ? [framesOf(attribute)] : isTold(attribute) ? [attribute] : []
    )
  })),
  links: span.links.map((link) => ({ ...link, attributes: link.attributes.filter(isTold) })),
  status: { code: span.status.code }
})

const isTold = ({ key }: Attribute) => told.has(key)

/** Where it failed, without the message that a stack begins with, which may quote what was refused. */
const framesOf = ({ key, value }: Attribute): Attribute => ({
  key,
  value: {
    stringValue: (value.stringValue ?? "")
      .split("\n")
      .filter((line) => /^\s+at /.test(line))
      .join("\n")
  }
})
