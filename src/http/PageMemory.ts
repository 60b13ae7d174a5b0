import type { ServerResponse } from "node:http"

/** Bytes of a buffer. A longer page gets memory of its own. */
const pieceLength = 256 * 1024
/** Free buffers kept for later pages: 4 MB. */
const mostFree = 16

/**
 * A pool of buffers for pages, each of which is assembled for one response; reused once the response has been sent. Memory
 * allocated per page would be freed only by the garbage collector, which runs when objects have filled its young space. With
 * pages, whose bytes are stored elsewhere, that takes a thousand of them.
 */
export class PageMemory {
  readonly #free: Array<Uint8Array> = []

  /** Concatenates the parts. The result belongs to the response until it closes. */
  join(parts: ReadonlyArray<Uint8Array>, response: ServerResponse): Uint8Array {
    const page = this.#take(
      parts.reduce((sum, { byteLength }) => sum + byteLength, 0),
      response
    )
    let at = 0
    for (const part of parts) {
      page.set(part, at)
      at += part.byteLength
    }
    return page
  }

  #take(length: number, response: ServerResponse): Uint8Array {
    if (length > pieceLength) return Buffer.allocUnsafeSlow(length)
    const piece = this.#free.pop() ?? Buffer.allocUnsafeSlow(pieceLength)
    // By then Node has passed every byte to the kernel, or never will.
    response.once("close", () => {
      if (this.#free.length < mostFree) this.#free.push(piece)
    })
    return piece.subarray(0, length)
  }
}

/** One pool, as all code shares the memory of the process. */
export const pageMemory = new PageMemory()
