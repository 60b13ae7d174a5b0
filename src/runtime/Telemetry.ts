import { Effect, Layer, Logger, type LogLevel, Option, References } from "effect"

export interface TelemetryOptions {
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
  Layer.mergeAll(
    Logger.layer([pretty(options.format) ? Logger.consolePretty({ colors: "auto" }) : Logger.consoleJson]),
    Layer.succeed(Logger.LogToStderr, true),
    Layer.succeed(References.MinimumLogLevel, levels[options.level]),
    Option.match(options.otlpEndpoint, {
      onNone: () => Layer.succeed(References.TracerEnabled, false),
      onSome: traces
    })
  )

const pretty = (format: TelemetryOptions["format"]) =>
  format === "pretty" || (format === "auto" && process.stderr.isTTY === true)

/** Loaded only when asked for: an idle server should not carry an exporter. */
const traces = (endpoint: URL) =>
  Layer.unwrap(
    Effect.promise(async () => {
      const [{ layer }, { layerJson }, { layer: fetchClient }] = await Promise.all([
        import("effect/observability/OtlpTracer"),
        import("effect/observability/OtlpSerialization"),
        import("effect/http/FetchHttpClient")
      ])
      return layer({
        url: `${endpoint.href.replace(/\/$/, "")}/v1/traces`,
        resource: { serviceName: "trunkline" }
      }).pipe(Layer.provide(layerJson), Layer.provide(fetchClient))
    })
  )
