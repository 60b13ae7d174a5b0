import { Cause, Effect, Layer, Logger, type LogLevel, Option, Predicate, References } from "effect"
import { HttpClient } from "effect/http"
import { HttpClientError, TransportError } from "effect/http/HttpClientError"
import { discreetTraces } from "./discreetTraces.ts"
import { logLoss, used } from "./logOutage.ts"

export interface TelemetryOptions {
  /** The version of this program, recorded in spans. */
  readonly version: string
  readonly level: "trace" | "debug" | "info" | "warn" | "error"
  /** `auto` is pretty on a terminal, and JSON lines otherwise. */
  readonly format: "auto" | "pretty" | "json"
  /** Base URL of an OpenTelemetry collector (OTLP over HTTP). Without one, tracing is off. */
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
 * Logs to standard error, one line or one JSON object per entry, and sends traces to the collector. Without a collector, no
 * spans are created, because they cost time on hot paths. Standard output stays free for requested output.
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
 * The parts of a message, with errors replaced by their stacks: JSON would include only the fields of an error, in which HTTP
 * clients keep requests with credentials, and would throw on circular references.
 */
const textsOf = (message: unknown): ReadonlyArray<unknown> =>
  (Array.isArray(message) ? message : [message]).map((part) =>
    Cause.isCause(part) ? Cause.pretty(part) : part instanceof Error ? Cause.pretty(Cause.die(part)) : part
  )

const colourful = Logger.consolePretty({ colors: "auto" })
const prettyLines = Logger.make((entry) => colourful.log({ ...entry, message: textsOf(entry.message) }))

/** How long lines wait to be written as a batch: a write per line would cost a busy server more than formatting does. */
const window = "50 millis"

/**
 * One JSON object per line. `message` is always a string, because log collectors reject a member whose type varies; other
 * fields and annotations are separate members. Waiting lines are written before the process ends.
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
      // Spread again, so that they come first but no other field can overwrite them.
      ...own,
      ...(cause.reasons.length === 0 ? {} : { cause: Cause.pretty(cause) })
    })
  }),
  {
    window,
    flush: (lines) => Effect.sync(() => lines.length > 0 && process.stderr.write(`${lines.join("\n")}\n`))
  }
)

/** How long the collector may take for its whole response; the default of OTLP exporters. */
const exportLimit = "10 seconds"

/** Loads the exporter only if it is used, to save memory. */
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

/** Logs when the collector rejects spans or is down, and when that is over. The exporter itself logs nothing. */
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

/** The system's code for a failed request. Messages are not used, because they contain the URL with its credentials. */
const codeOf = ({ reason }: HttpClientError): string => {
  const error = reason.cause instanceof Error && reason.cause.cause instanceof Error ? reason.cause.cause : reason.cause
  return Predicate.hasProperty(error, "code") ? String(error.code) : reason._tag
}
