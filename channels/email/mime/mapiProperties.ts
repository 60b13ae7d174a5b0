/** The properties that are read, by identifier (MS-OXPROPS). */
export const mapi = {
  body: 0x1000,
  rtf: 0x1009,
  html: 0x1013,
  htmlCodePage: 0x3fde,
  displayName: 0x3001,
  fileData: 0x3701,
  longFilename: 0x3707,
  mimeType: 0x370e,
  contentId: 0x3712
}

const types = { short: 0x02, boolean: 0x0b, object: 0x0d, string: 0x1e, unicode: 0x1f, binary: 0x102 }
const multiple = 0x1000
/** Lengths in bytes of fixed-size values whose size is not four. */
const lengths: Record<number, number> = { 5: 8, 6: 8, 7: 8, 20: 8, 64: 8, 72: 16 }
/** Values per property that are skipped; a longer list is not genuine. */
const maxValues = 10_000

interface MapiValue {
  readonly bytes: Uint8Array
  readonly number: number
  readonly isUnicode: boolean
  readonly isObject: boolean
}

/** Values by property identifier. */
export type MapiProperties = ReadonlyMap<number, MapiValue>

/**
 * Reads the first value of each property in a list of MAPI properties (MS-OXTNEF 2.1.3.4). Stops at malformed input, and
 * returns what it has.
 */
export const readProperties = (bytes: Uint8Array): MapiProperties => {
  const found = new Map<number, MapiValue>()
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = 4
  /** Reads the next number; past the end everything is zero, which ends the loops below. */
  const number = (size: 2 | 4) => {
    const value = at + size > bytes.length ? 0 : size === 2 ? view.getUint16(at, true) : view.getUint32(at, true)
    at += size
    return value
  }
  const padded = (length: number) => Math.ceil(length / 4) * 4
  const count = bytes.length < 4 ? 0 : view.getUint32(0, true)
  for (let index = 0; index < count && at < bytes.length; index++) {
    const type = number(2)
    const id = number(2)
    // Named properties contain their name; none of them is needed here.
    if (id >= 0x8000) {
      at += 16
      const isNumber = number(4) === 0
      const name = isNumber ? 4 : padded(number(4))
      at += name
    }
    const base = type & ~multiple
    const isVariable = base === types.string || base === types.unicode || base === types.binary || base === types.object
    const values = isVariable || (type & multiple) !== 0 ? number(4) : 1
    if (values > maxValues) return found
    for (let value = 0; value < values; value++) {
      const length = isVariable ? number(4) : (lengths[base] ?? 4)
      if (at + length > bytes.length) return found
      if (!found.has(id)) {
        found.set(id, {
          bytes: bytes.subarray(at, at + length),
          number: length === 4 ? view.getUint32(at, true) : 0,
          isUnicode: base === types.unicode,
          isObject: base === types.object
        })
      }
      at += padded(length)
    }
  }
  return found
}
