import { type Context, Metric } from "effect"

/** Bucket bounds in seconds: quick requests take a millisecond, and none may take much longer than ten seconds. */
const boundaries = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** The labels of an answered request: no path, id or caller. */
interface Answered {
  readonly method: string
  /** Path pattern, for example `/v1/brands/:brandId`. */
  readonly route: string
  readonly status: number
}

/** Counts and times responses by method, route and status. Runs for every request, so each series is created once. */
export const makeRequestMetrics = () => {
  const made = new Map<string, ReturnType<typeof seriesOf>>()

  return (answered: Answered, milliseconds: number, context: Context.Context<never>): void => {
    const name = `${answered.method} ${answered.route} ${answered.status}`
    const series = made.get(name) ?? seriesOf(answered)
    made.set(name, series)
    series.count.updateUnsafe(1, context)
    series.seconds.updateUnsafe(milliseconds / 1000, context)
  }
}

/** Separate metrics: attributes on a shared one are merged again whenever the previous update was of another series. */
const seriesOf = ({ method, route, status }: Answered) => ({
  count: Metric.counter("http_requests_total", {
    description: "Requests answered.",
    incremental: true,
    attributes: { method, route, status: String(status) }
  }),
  seconds: Metric.histogram("http_request_seconds", {
    description: "Seconds from a request to the start of its response.",
    boundaries,
    attributes: { method, route }
  })
})
