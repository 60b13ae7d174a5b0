import { Cause, Effect, Layer, Logger, type LogLevel, Option, Predicate, References } from "effect"
import { HttpClient } from "effect/http"
import { HttpClientError, TransportError } from "effect/http/HttpClientError"
import { discreetTraces } from "./discreetTraces.ts"
import { logLoss, used } from "./logOutage.ts"

export interface TelemetryOptions {
  /** Of this program, which spans tell. */
  readonly version: string
  readonly level: "trace" | "debug" | "info" | "warn" | "error"
  /** `auto` is pretty where a person looks, JSON lines otherwise. */
  readonly format: "auto" | "pretty" | "json"
  /** Base address of an OpenTelemetry collector (OTLP over HTTP); none turns tracing off altogether. */
  readonly otlpEndpoint: Option.Option<URL>
}

const levels: Record<TelemetryOptions["level"], LogLevel.LogLevel> = {
  trace: "Trace",
  debug: "Debug",
  info: "Info",
  warn: "Warn",
  error: "Error"
}

/**
 * Logs on standard error, one line or one JSON object each, and traces to the collector. Without one no span is
 * made, because spans cost time on hot paths. Standard output stays free for what a person or script asked for.
 */
export const layer = (options: TelemetryOptions) =>
  Option.match(options.otlpEndpoint, {
    onNone: () => Layer.succeed(References.TracerEnabled, false),
    onSome: (endpoint) => traces(endpoint, options.version)
  }).pipe(
    Layer.provideMerge(
      Layer.mergeAll(
        Logger.layer([pretty(options.format) ? prettyLines : jsonLines]),
        Layer.succeed(Logger.LogToStderr, true),
        Layer.succeed(References.MinimumLogLevel, levels[options.level])
      )
    )
  )

const pretty = (format: TelemetryOptions["format"]) =>
  format === "pretty" || (format === "auto" && process.stderr.isTTY === true)

/**
 * The parts of a message as texts, errors by their stacks: of itself, JSON has nothing of an error but its fields, where
 * clients keep requests with their credentials, and refuses one that holds itself.
 */
const textsOf = (message: unknown): ReadonlyArray<unknown> =>
  (Array.isArray(message) ? message : [message]).map((part) =>
    Cause.isCause(part) ? Cause.pretty(part) : part instanceof Error ? Cause.pretty(Cause.die(part)) : part
  )

const colourful = Logger.consolePretty({ colors: "auto" })
const prettyLines = Logger.make((entry) => colourful.log({ ...entry, message: textsOf(entry.message) }))

/** How long lines wait to be written together: a write for each would cost a busy server more than the lines do. */
const window = "50 millis"

/**
 * One JSON object a line. `message` is a text in each, since collectors refuse a member that is of one kind here and of another
 * there; what is told beside it, and the annotations, are members of their own. What is waiting is written before the process ends.
 */
const jsonLines = Logger.batched(
  Logger.make(({ cause, date, fiber, logLevel, message }) => {
    const parts = textsOf(message)
    const own = {
      timestamp: date.toISOString(),
      level: logLevel.toUpperCase(),
      message: parts.filter((part) => !Predicate.isObject(part)).join(": ")
    }
    return JSON.stringify({
      ...own,
      ...Object.assign({}, ...parts.filter(Predicate.isObject)),
      ...fiber.getRef(References.CurrentLogAnnotations),
      // They stand first, and nothing that is told beside them takes their place.
      ...own,
      ...(cause.reasons.length === 0 ? {} : { cause: Cause.pretty(cause) })
    })
  }),
  {
    window,
    flush: (lines) => Effect.sync(() => lines.length > 0 && process.stderr.write(`${lines.join("\n")}\n`))
  }
)

/** How long the collector may take for an answer, to the end of it: the default of OTLP's exporters. */
const exportLimit = "10 seconds"

/** Loaded only when asked for: an idle server should not carry an exporter. */
const traces = (endpoint: URL, serviceVersion: string) =>
  Layer.unwrap(
    Effect.promise(async () => {
      const [{ layer }, { layerJson, OtlpSerialization }, { layer: fetchClient }] = await Promise.all([
        import("effect/observability/OtlpTracer"),
        import("effect/observability/OtlpSerialization"),
        import("effect/http/FetchHttpClient")
      ])
      const discreet = Layer.effect(
        OtlpSerialization,
        OtlpSerialization.useSync((json) => ({ ...json, traces: (data) => json.traces(discreetTraces(data)) }))
      )
      return layer({
        url: `${endpoint.href.replace(/\/$/, "")}/v1/traces`,
        resource: { serviceName: "trunkline", serviceVersion }
      }).pipe(
        Layer.provide(discreet),
        Layer.provide(layerJson),
        Layer.provide(watched(endpoint)),
        Layer.provide(fetchClient)
      )
    })
  )

/** Tells the operator that the collector refuses what it is sent or is away, and when that is over: the exporter says nothing. */
const watched = ({ origin }: URL) => {
  const what = "The trace collector"
  const lost = (answer: string) => logLoss(what, `${origin} ${answer}`, "spans that it does not accept are dropped")
  return Layer.effect(
    HttpClient.HttpClient,
    HttpClient.HttpClient.useSync((client) =>
      client.pipe(
        HttpClient.tap((response) => Effect.ignore(response.arrayBuffer)),
        HttpClient.transform((answer, request) =>
          Effect.timeoutOrElse(answer, {
            duration: exportLimit,
            orElse: () =>
              Effect.fail(
                new HttpClientError({ reason: new TransportError({ request, cause: { code: "ETIMEDOUT" } }) })
              )
          })
        ),
        HttpClient.tap(({ status }) => (status < 300 ? used(what) : lost(`answered ${status}`))),
        HttpClient.tapError((error) => lost(`did not respond (${codeOf(error)})`))
      )
    )
  )
}

/** The system's code of what kept a request from being answered. Messages hold the address, with what lets us in. */
const codeOf = ({ reason }: HttpClientError): string => {
  const error = reason.cause instanceof Error && reason.cause.cause instanceof Error ? reason.cause.cause : reason.cause
  return Predicate.hasProperty(error, "code") ? String(error.code) : reason._tag
}
