import type { TraceData } from "effect/observability/OtlpTracer"

type Span = TraceData["resourceSpans"][number]["scopeSpans"][number]["spans"][number]
type Attribute = Span["attributes"][number]

/**
 * The attributes that spans may have besides names and times. Statements keep values in parameters, and routes are patterns.
 * Excluded is what callers sent or what identifies them: URLs with queries, headers, IP addresses, user agents.
 */
const told: ReadonlySet<string> = new Set([
  ...["http.request.method", "http.response.status_code", "http.route", "server.address", "server.port", "url.scheme"],
  ...["db.system.name", "db.namespace", "db.query.text", "db.client.connection.wait_time_ms"],
  ...["error.type", "effect.fiber.interrupted", "exception.type"]
])

/** Removes from traces everything that people wrote, that identifies a person, or that reveals a secret. */
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

/** The frames of a stack, without the message that it starts with, which may quote rejected input. */
const framesOf = ({ key, value }: Attribute): Attribute => ({
  key,
  value: {
    stringValue: (value.stringValue ?? "")
      .split("\n")
      .filter((line) => /^\s+at /.test(line))
      .join("\n")
  }
})
