import { Effect, Queue, type Scope } from "effect"

/** A server-sent event, by its fields. A comment has only its text. */
export interface Frame {
  readonly id?: string
  readonly event?: string
  readonly data?: string
  readonly retry?: string
  readonly comment?: string
}

/** A client for server-sent events, written independently: it shares no code with the server. */
export interface EventReader {
  readonly status: number
  readonly headers: Headers
  /** The body of a response that is not a stream. */
  readonly text: Effect.Effect<string>
  /** The next event; undefined once the server has ended the stream. */
  readonly next: Effect.Effect<Frame | undefined>
  /** Breaks the connection. */
  readonly kill: Effect.Effect<void>
}

/** Connects; the connection is broken when the scope closes, at the latest. */
export const readEvents = (
  url: string,
  headers: Record<string, string> = {},
  method = "GET"
): Effect.Effect<EventReader, never, Scope.Scope> =>
  Effect.gen(function* () {
    const controller = new AbortController()
    yield* Effect.addFinalizer(() => Effect.sync(() => controller.abort()))
    const response = yield* Effect.promise(() => fetch(url, { method, headers, signal: controller.signal }))
    const frames = yield* Queue.unbounded<Frame | undefined>()
    const isStream = response.headers.get("content-type")?.startsWith("text/event-stream") === true
    if (isStream && response.body !== null) {
      yield* Effect.forkScoped(Effect.promise(() => pump(response.body, frames)))
    }
    return {
      status: response.status,
      headers: response.headers,
      text: Effect.promise(() => response.text()),
      next: Queue.take(frames),
      kill: Effect.sync(() => controller.abort())
    }
  })

const pump = async (body: ReadableStream<Uint8Array> | null, frames: Queue.Queue<Frame | undefined>) => {
  const decoder = new TextDecoder()
  let text = ""
  try {
    for await (const bytes of body ?? []) {
      text += decoder.decode(bytes, { stream: true })
      const blocks = text.split("\n\n")
      text = blocks.pop() ?? ""
      for (const block of blocks) Queue.offerUnsafe(frames, frameOf(block))
    }
  } catch {
    // Broken by us or by the server: the same as an end.
  }
  Queue.offerUnsafe(frames, undefined)
}

const frameOf = (block: string): Frame =>
  Object.fromEntries(
    block.split("\n").map((line) => {
      const at = line.indexOf(":")
      return [at === 0 ? "comment" : line.slice(0, at), line.slice(at + 1).trimStart()]
    })
  )
