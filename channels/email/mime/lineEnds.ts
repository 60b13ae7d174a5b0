const cr = 0x0d
const lf = 0x0a

/**
 * Whether a message ends its lines with CR alone, by the end of its first one: some old programs do, and no reader of
 * MIME finds its body then.
 */
export const endsLinesWithCr = (start: Uint8Array): boolean => {
  const end = start.indexOf(cr)
  const next = start.indexOf(lf)
  return end !== -1 && start[end + 1] !== lf && (next === -1 || next > end)
}

/** Such a message with CR LF at the end of each line, however it is cut. */
export async function* withLineFeeds(chunks: Iterable<Buffer> | AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held = ""
  for await (const chunk of chunks) {
    const text = held + chunk.toString("latin1")
    // What follows a last CR is in the next piece.
    held = text.endsWith("\r") ? "\r" : ""
    yield lines(text.slice(0, text.length - held.length))
  }
  yield lines(held)
}

const lines = (text: string) => Buffer.from(text.replace(/\r(?!\n)/g, "\r\n"), "latin1")
