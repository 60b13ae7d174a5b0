const cr = 0x0d
const lf = 0x0a

/**
 * Whether a message ends its lines with a bare CR, judged by its first line: some old programs do, and no MIME reader finds
 * the body then.
 */
export const endsLinesWithCr = (start: Uint8Array): boolean => {
  const end = start.indexOf(cr)
  const next = start.indexOf(lf)
  return end !== -1 && start[end + 1] !== lf && (next === -1 || next > end)
}

/** Converts such a message to CRLF line ends, wherever its chunks are split. */
export async function* withLineFeeds(chunks: Iterable<Buffer> | AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held = ""
  for await (const chunk of chunks) {
    const text = held + chunk.toString("latin1")
    // What follows a trailing CR is in the next chunk.
    held = text.endsWith("\r") ? "\r" : ""
    yield lines(text.slice(0, text.length - held.length))
  }
  yield lines(held)
}

const lines = (text: string) => Buffer.from(text.replace(/\r(?!\n)/g, "\r\n"), "latin1")
