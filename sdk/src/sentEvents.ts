import { ApiError, ConnectionError, ServerError, TrunklineError } from "./errors.ts"
import { type Call, pause, type RequestOptions, type Transport } from "./Transport.ts"

/** Milliseconds of silence after which a connection is dead: the server sends something every 15 seconds. */
const silence = 45_000
const longestPause = 30_000

/** The target of a connection, and its headers besides those in the options. */
interface Connect extends Pick<Call, "path" | "query"> {
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/**
 * Yields the data of server-sent events, reconnecting without end, and `undefined` after each connection is made. After a
 * connection breaks it pauses, longer each time until something arrives. Ends when the signal is aborted; throws if the
 * server refuses. Calls `onDisconnect` for each connection that broke, ended, or could not be made.
 */
export async function* sentEvents(
  transport: Transport,
  call: () => Connect,
  options: RequestOptions,
  onDisconnect?: (error: TrunklineError | undefined) => void
): AsyncGenerator<unknown, void> {
  const isOver = () => options.signal?.aborted === true
  let failures = 0
  while (!isOver()) {
    let broken: TrunklineError | undefined
    try {
      for await (const event of connection(transport, call(), options)) {
        if (event !== undefined) failures = 0
        yield event
      }
    } catch (error) {
      if (isOver()) return
      const isRefused = error instanceof ApiError && !(error instanceof ServerError) && error.status !== 429
      if (isRefused || !(error instanceof TrunklineError)) throw error
      broken = error
    }
    if (!isOver()) onDisconnect?.(broken)
    const wait = Math.min(longestPause, 250 * 2 ** failures++) * (1 - Math.random() / 2)
    // An abort ends the pause, and then the loop.
    await pause(wait, options.signal).catch(() => {})
  }
}

/** One connection, until it breaks or ends. */
async function* connection(
  transport: Transport,
  { headers, ...call }: Connect,
  options: RequestOptions
): AsyncGenerator<unknown, void> {
  const dead = new AbortController()
  const watch = () => setTimeout(() => dead.abort(new ConnectionError("The event stream stopped sending")), silence)
  let watching = watch()
  const signal = AbortSignal.any([dead.signal, options.signal].filter((one) => one !== undefined))
  try {
    const response = await transport.send({
      ...call,
      method: "GET",
      options: {
        ...options,
        headers: { ...options.headers, ...headers, accept: "text/event-stream" },
        signal,
        timeout: 0,
        maxRetries: 0
      }
    })
    yield undefined
    let text = ""
    const decoder = new TextDecoder()
    // With a reader, because Safari cannot iterate over a stream.
    const reader = response.body?.getReader()
    for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) {
      clearTimeout(watching)
      watching = watch()
      text += decoder.decode(part.value, { stream: true })
      const frames = text.split("\n\n")
      text = frames.pop() ?? ""
      for (const frame of frames) {
        const data = frame.split("\n").flatMap((line) => (line.startsWith("data:") ? [line.slice(5).trimStart()] : []))
        if (data.length > 0) yield JSON.parse(data.join("\n"))
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
