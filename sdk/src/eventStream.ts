import { ApiError, ConnectionError, ServerError, TrunklineError } from "./errors.ts"
import type { EventsListQuery } from "./generated/types.ts"
import type { RequestOptions, Transport } from "./Transport.ts"
import type { TrunklineEvent } from "./TrunklineEvent.ts"

/** Which events a stream has, and after which one it begins; without `after`, with the next. */
export type StreamFilter = Pick<EventsListQuery, "types" | "brandId" | "brandIds" | "ticketId"> & {
  readonly after?: string | undefined
}

/** The server says something every 15 seconds: after this many milliseconds of silence the connection is dead. */
const silence = 45_000
const longestPause = 30_000

/**
 * Events as they happen, in the order of the feed, without end. A connection that breaks is made again after the last
 * event, so that nothing is missing and nothing comes twice. Ends when its signal is aborted; fails when the server
 * refuses, such as with `event_expired`.
 */
export async function* eventStream(
  transport: Transport,
  { after, ...filter }: StreamFilter,
  options: RequestOptions
): AsyncGenerator<TrunklineEvent, void> {
  let last = after
  let failures = 0
  while (!isOver(options)) {
    try {
      for await (const event of connection(transport, filter, last, options)) {
        failures = 0
        last = event.id
        yield event
      }
    } catch (error) {
      if (isOver(options)) return
      const isRefused = error instanceof ApiError && !(error instanceof ServerError) && error.status !== 429
      if (isRefused || !(error instanceof TrunklineError)) throw error
    }
    const pause = Math.min(longestPause, 250 * 2 ** failures++) * (1 - Math.random() / 2)
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}

const isOver = ({ signal }: RequestOptions): boolean => signal?.aborted === true

/** One connection, until it breaks or ends. */
async function* connection(
  transport: Transport,
  filter: StreamFilter,
  last: string | undefined,
  options: RequestOptions
): AsyncGenerator<TrunklineEvent, void> {
  const dead = new AbortController()
  const watch = () => setTimeout(() => dead.abort(new ConnectionError("The stream of events fell silent")), silence)
  let watching = watch()
  const signal = AbortSignal.any([dead.signal, options.signal].filter((one) => one !== undefined))
  const resume = last === undefined ? {} : { "last-event-id": last }
  try {
    const response = await transport.send({
      method: "GET",
      path: "/v1/events/stream",
      query: filter,
      options: {
        ...options,
        headers: { ...options.headers, ...resume, accept: "text/event-stream" },
        signal,
        timeout: 0,
        maxRetries: 0
      }
    })
    let text = ""
    const decoder = new TextDecoder()
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
      clearTimeout(watching)
      watching = watch()
      text += decoder.decode(chunk, { stream: true })
      const frames = text.split("\n\n")
      text = frames.pop() ?? ""
      for (const frame of frames) {
        const data = frame.split("\n").flatMap((line) => (line.startsWith("data:") ? [line.slice(5).trimStart()] : []))
        if (data.length > 0) yield JSON.parse(data.join("\n")) as TrunklineEvent
      }
    }
  } catch (error) {
    throw dead.signal.aborted
      ? dead.signal.reason
      : error instanceof TypeError
        ? new ConnectionError(error.message)
        : error
  } finally {
    clearTimeout(watching)
    dead.abort()
  }
}
