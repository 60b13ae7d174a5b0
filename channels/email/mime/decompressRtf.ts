const compressed = 0x75465a4c
const uncompressed = 0x414c454d
const windowSize = 4096
/** Bytes. The most that one stream is decompressed to. */
const maxRtf = 8 * 1024 * 1024
/** The initial content of the window (MS-OXRTFCP 2.1.2.1). */
const dictionary = Buffer.from(
  "{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript \\fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx",
  "latin1"
)

/** Decompresses rich text in Exchange's format (MS-OXRTFCP). Returns `undefined` if it is something else. */
export const decompressRtf = (bytes: Uint8Array): Uint8Array | undefined => {
  if (bytes.length < 16) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const size = Math.min(view.getUint32(4, true), maxRtf)
  const kind = view.getUint32(8, true)
  if (kind === uncompressed) return bytes.slice(16, 16 + size)
  if (kind !== compressed) return undefined

  const window = new Uint8Array(windowSize)
  window.set(dictionary)
  let written = dictionary.length
  const output = new Uint8Array(size)
  let length = 0
  const put = (byte: number) => {
    output[length++] = byte
    window[written++ % windowSize] = byte
  }
  for (let at = 16; at < bytes.length && length < size; ) {
    const control = bytes[at++] ?? 0
    for (let bit = 0; bit < 8 && at < bytes.length && length < size; bit++) {
      if ((control & (1 << bit)) === 0) {
        put(bytes[at++] ?? 0)
        continue
      }
      const reference = ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)
      at += 2
      const offset = reference >> 4
      // A reference to the write position marks the end.
      if (offset === written % windowSize) return output.subarray(0, length)
      for (let copy = 0; copy < (reference & 15) + 2 && length < size; copy++)
        put(window[(offset + copy) % windowSize] ?? 0)
    }
  }
  return output.subarray(0, length)
}
