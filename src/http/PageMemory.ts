import type { ServerResponse } from "node:http"

/** Bytes of a piece. A longer page has memory of its own. */
const pieceLength = 256 * 1024
/** Pieces that wait for the next page: 4 MB. */
const mostFree = 16

/**
 * Memory for pages, each put together for one answer, and used again when that has left. Memory of their own would be given back
 * by the garbage collector alone, which comes when objects have filled its young space: of pages, that is a thousand, whose
 * bytes lie elsewhere.
 */
export class PageMemory {
  readonly #free: Array<Uint8Array> = []

  /** The parts, one behind the other: the response's alone until it closes. */
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
    // By then Node has handed every byte to the system, or never will.
    response.once("close", () => {
      if (this.#free.length < mostFree) this.#free.push(piece)
    })
    return piece.subarray(0, length)
  }
}

/** Memory is the process's, so there is one store of it. */
export const pageMemory = new PageMemory()
