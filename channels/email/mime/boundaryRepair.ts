const lineFeed = 0x0a
const hyphen = 0x2d
/** Bytes of a part's header that are searched for its boundary. */
const maxHeader = 64 * 1024
/** Bytes. A boundary has at most 70 characters (RFC 2046, 5.1.1); a longer line is none, even with white space. */
const maxBoundaryLine = 1_000
/** Parts read of one message (docs/channels/email.md, Text and files), which also limits nesting; the rest is cut off. */
const maxParts = 200

/** A repair in progress. Its counters are complete once the message has passed. */
export interface BoundaryRepair {
  readonly mended: number
  readonly cut: boolean
  /** Returns the replacement for the next bytes of the message; nothing once it was cut. */
  push(chunk: Buffer): Buffer
  /** Returns what remains at the end of the message. */
  end(): Buffer
}

/**
 * Repairs two forms that RFC 2046 (5.1.1, 5.1.2) allows but mailparser 3.9.31 cannot read, losing every part after them:
 * white space after a boundary, and a multipart that is not closed before its parent's boundary. Ends the message after
 * `maxParts` parts. All other bytes pass unchanged.
 */
export const boundaryRepair = (): BoundaryRepair => new LineByLine()

class LineByLine implements BoundaryRepair {
  mended = 0
  cut = false
  #parts = 0
  /** Boundaries of the open multiparts, innermost last. */
  readonly #open: Array<string> = []
  /** The header being read; `undefined` within a body. */
  #header: string | undefined = ""
  #rest: Buffer = Buffer.alloc(0)
  /** Whether `#rest` continues a line that was too long to be a boundary and has been passed on. */
  #midLine = false

  push(chunk: Buffer): Buffer {
    if (this.cut) return nothing
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk])
    const out: Array<Buffer> = []
    let passed = 0
    let at = 0
    for (let end = bytes.indexOf(lineFeed); end !== -1; end = bytes.indexOf(lineFeed, at)) {
      const mended = this.#midLine ? undefined : this.#line(bytes, at, end + 1)
      this.#midLine = false
      if (mended !== undefined) {
        out.push(bytes.subarray(passed, at), Buffer.from(mended, "latin1"))
        passed = end + 1
      }
      at = end + 1
      if (this.cut) return Buffer.concat(out)
    }
    if (bytes.length - at > maxBoundaryLine && (this.#header === undefined || this.#header.length > maxHeader)) {
      this.#midLine = true
      at = bytes.length
    }
    this.#rest = Buffer.from(bytes.subarray(at))
    out.push(bytes.subarray(passed, at))
    return Buffer.concat(out)
  }

  end(): Buffer {
    if (this.cut) return nothing
    const mended = this.#midLine ? undefined : this.#line(this.#rest, 0, this.#rest.length)
    return mended === undefined ? this.#rest : Buffer.from(mended, "latin1")
  }

  /** The replacement for the line from `start` to `end`; `undefined` if it passes unchanged. */
  #line(bytes: Buffer, start: number, end: number): string | undefined {
    if (bytes[start] === hyphen && bytes[start + 1] === hyphen && end - start <= maxBoundaryLine) {
      const boundary = this.#boundary(bytes.toString("latin1", start, end))
      if (boundary !== undefined) return boundary
    }
    if (this.#header !== undefined) this.#headerLine(bytes.toString("latin1", start, Math.min(end, start + maxHeader)))
    return undefined
  }

  #boundary(line: string): string | undefined {
    const text = line.trimEnd()
    const closes = text.endsWith("--") && !this.#open.includes(text.slice(2))
    const depth = this.#open.lastIndexOf(closes ? text.slice(2, -2) : text.slice(2))
    if (depth === -1) return undefined
    if (!closes && ++this.#parts > maxParts) {
      this.cut = true
      return closed(this.#open)
    }
    const unclosed = this.#open.splice(closes ? depth : depth + 1)
    if (closes) unclosed.shift()
    this.#header = closes ? undefined : ""
    const [lineEnd = ""] = /[\r\n]*$/.exec(line) ?? []
    const mended = `${closed(unclosed)}${text}${lineEnd}`
    if (mended !== line) this.mended++
    return mended
  }

  #headerLine(line: string) {
    if (this.#header === undefined) return
    if (line.trim() !== "") {
      if (this.#header.length <= maxHeader) this.#header += line
      return
    }
    const header = this.#header.replace(/\r?\n[ \t]+/g, " ")
    this.#header = undefined
    const type = /^content-type[ \t]*:[ \t]*multipart\/([^\r\n]*)/im.exec(header)?.[1]
    const [, quoted, bare] = /;[ \t]*boundary[ \t]*=[ \t]*(?:"([^"]{1,200})"|([^\s;"]{1,200}))/i.exec(type ?? "") ?? []
    const boundary = (quoted ?? bare)?.trimEnd()
    if (boundary !== undefined) this.#open.push(boundary)
  }
}

const nothing = Buffer.alloc(0)

/** The lines that close these multiparts, innermost first. */
const closed = (open: ReadonlyArray<string>) =>
  open
    .toReversed()
    .map((boundary) => `--${boundary}--\r\n`)
    .join("")
