const sequence = 0x30
const octetString = 0x04
const constructedOctets = 0x24
const explicit0 = 0xa0
/** DER of the object identifier 1.2.840.113549.1.7.2, signedData. */
const signedData = "2a864886f70d010702"
/** Levels of nested content that are followed. */
const maxDepth = 8

interface Element {
  readonly tag: number
  /** The content's first byte, and the byte after it; for an indefinite length, the end of the enclosing element. */
  readonly from: number
  readonly to: number
  readonly indefinite: boolean
}

/**
 * The content of an opaque S/MIME signature (RFC 8551, 3.5.2; RFC 5652, 5.1), in BER or DER: a MIME entity, or empty if
 * there are only certificates (RFC 8551, 3.8). `undefined` if it is not signed data, for example encrypted. Nothing is
 * verified.
 */
export const unwrapSigned = (bytes: Uint8Array): Uint8Array | undefined => {
  const ber = new Ber(bytes)
  const [type, wrapped] = ber.children(ber.at(0, bytes.length), 2)
  if (type === undefined || wrapped?.tag !== explicit0 || ber.hex(type) !== signedData) return undefined
  const [data] = ber.children(wrapped, 1)
  // The version and the digest algorithms come before the content.
  const info = ber.children(data, 3)[2]
  if (data?.tag !== sequence || info?.tag !== sequence) return undefined
  const content = ber.children(info, 2)[1]
  if (content === undefined) return new Uint8Array()
  const [octets] = ber.children(content, 1)
  return content.tag !== explicit0 || octets === undefined ? undefined : ber.octets(octets)
}

/** A reader of BER (X.690) that never reads beyond its bytes: what is missing is `undefined`. */
class Ber {
  readonly #bytes: Uint8Array

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  at(from: number, end: number): Element | undefined {
    const [tag, length] = [this.#bytes[from], this.#bytes[from + 1]]
    if (tag === undefined || length === undefined || from + 2 > end || (tag & 0x1f) === 0x1f) return undefined
    if (length === 0x80) return { tag, from: from + 2, to: end, indefinite: true }
    if (length < 0x80) return bounded(tag, from + 2, length, end)
    const digits = this.#bytes.subarray(from + 2, from + 2 + (length & 0x7f))
    if (digits.length > 4) return undefined
    return bounded(
      tag,
      from + 2 + digits.length,
      digits.reduce((sum, digit) => sum * 256 + digit, 0),
      end
    )
  }

  /** The first `count` elements within `parent`. */
  children(parent: Element | undefined, count: number): ReadonlyArray<Element> {
    const found: Array<Element> = []
    let at = parent?.from ?? 0
    while (parent !== undefined && found.length < count) {
      const element = this.at(at, parent.to)
      if (element === undefined || element.tag === 0) break
      found.push(element)
      const end = found.length < count ? this.end(element, 0) : at
      if (end === undefined) break
      at = end
    }
    return found
  }

  /** The offset after an element; for an indefinite length, after its end mark. */
  end(element: Element, depth: number): number | undefined {
    if (!element.indefinite) return element.to
    if (depth > maxDepth) return undefined
    let at = element.from
    for (;;) {
      const child = this.at(at, element.to)
      if (child === undefined) return undefined
      if (child.tag === 0) return child.to
      const end = this.end(child, depth + 1)
      if (end === undefined) return undefined
      at = end
    }
  }

  hex({ from, to }: Element): string {
    return Buffer.from(this.#bytes.subarray(from, Math.min(to, from + 32))).toString("hex")
  }

  /** The octets of a string, which may be split into pieces. */
  octets(element: Element, depth = 0): Uint8Array | undefined {
    if (element.tag === octetString) return this.#bytes.subarray(element.from, element.to)
    if (element.tag !== constructedOctets || depth > maxDepth) return undefined
    const pieces: Array<Uint8Array> = []
    for (let at = element.from; at < element.to; ) {
      const piece = this.at(at, element.to)
      if (piece === undefined || piece.tag === 0) break
      const octets = this.octets(piece, depth + 1)
      const end = this.end(piece, depth)
      if (octets === undefined || end === undefined) return undefined
      pieces.push(octets)
      at = end
    }
    return new Uint8Array(Buffer.concat(pieces))
  }
}

const bounded = (tag: number, from: number, length: number, end: number): Element | undefined =>
  from + length > end ? undefined : { tag, from, to: from + length, indefinite: false }
