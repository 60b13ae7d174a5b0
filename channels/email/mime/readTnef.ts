import { decodeText } from "./decodeText.ts"
import { decompressRtf } from "./decompressRtf.ts"
import { type MapiProperties, mapi, readProperties } from "./mapiProperties.ts"

const signature = 0x223e9f78
/** The attributes that are read (MS-OXTNEF 2.1.3.2), by type and name. */
const attributes = {
  codePage: 0x00069007,
  body: 0x0002800c,
  properties: 0x00069003,
  fileStart: 0x00069002,
  fileTitle: 0x00018010,
  fileData: 0x0006800f,
  fileProperties: 0x00069005
}
/** Files per container, and levels of embedded messages. */
const maxFiles = 200
const maxDepth = 4
/** Bytes of the interface identifier before an embedded message. */
const interfaceId = 16

interface TnefFile {
  readonly filename: string | undefined
  readonly contentType: string | undefined
  readonly contentId: string | undefined
  readonly bytes: Uint8Array
}

/** The contents of a winmail.dat. */
export interface TnefContent {
  readonly text: string
  readonly html: string
  readonly rtf: Uint8Array | undefined
  readonly files: ReadonlyArray<TnefFile>
}

interface Draft {
  title: string | undefined
  data: Uint8Array | undefined
  properties: MapiProperties
}

/**
 * Reads the Transport Neutral Encapsulation Format (MS-OXTNEF), in which Exchange wraps rich-text email. Returns
 * `undefined` if it is something else; if the end is damaged, only what was there is lost.
 */
export const readTnef = (bytes: Uint8Array, depth = 0): TnefContent | undefined => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < 6 || view.getUint32(0, true) !== signature) return undefined
  const drafts: Array<Draft> = []
  let charset = ""
  let body = ""
  let message: MapiProperties = new Map()
  for (const { data, id } of attributesOf(bytes, view)) {
    const file = drafts.at(-1)
    if (id === attributes.codePage && data.length >= 4)
      charset = charsetOf(view.getUint32(data.byteOffset - bytes.byteOffset, true))
    else if (id === attributes.body) body = text(data, charset)
    else if (id === attributes.properties) message = readProperties(data)
    else if (id === attributes.fileStart && drafts.length < maxFiles)
      drafts.push({ title: undefined, data: undefined, properties: new Map() })
    else if (id === attributes.fileTitle && file !== undefined) file.title = text(data, charset)
    else if (id === attributes.fileData && file !== undefined) file.data = data
    else if (id === attributes.fileProperties && file !== undefined) file.properties = readProperties(data)
  }
  const rtf = message.get(mapi.rtf)?.bytes
  return {
    text: stringOf(message, mapi.body, charset) ?? body,
    html: stringOf(message, mapi.html, charsetOf(message.get(mapi.htmlCodePage)?.number ?? 0) || charset) ?? "",
    rtf: rtf === undefined ? undefined : decompressRtf(rtf),
    files: drafts.flatMap((draft) => filesOf(draft, charset, depth))
  }
}

function* attributesOf(bytes: Uint8Array, view: DataView) {
  // Level, identifier, length; the data is followed by a checksum.
  for (let at = 6; at + 9 <= bytes.length; ) {
    const id = view.getUint32(at + 1, true)
    const end = at + 9 + view.getUint32(at + 5, true)
    if (end > bytes.length) return
    yield { id, data: bytes.subarray(at + 9, end) }
    at = end + 2
  }
}

const filesOf = ({ data, properties, title }: Draft, charset: string, depth: number): ReadonlyArray<TnefFile> => {
  const stored = properties.get(mapi.fileData)
  const embedded =
    stored?.isObject === true && depth < maxDepth ? readTnef(stored.bytes.subarray(interfaceId), depth + 1) : undefined
  if (embedded !== undefined) return embedded.files
  const bytes = stored === undefined || stored.isObject ? data : stored.bytes
  if (bytes === undefined) return []
  return [
    {
      filename:
        stringOf(properties, mapi.longFilename, charset) ?? title ?? stringOf(properties, mapi.displayName, charset),
      contentType: stringOf(properties, mapi.mimeType, charset),
      contentId: stringOf(properties, mapi.contentId, charset),
      bytes
    }
  ]
}

const stringOf = (properties: MapiProperties, id: number, charset: string): string | undefined => {
  const value = properties.get(id)
  const found = value === undefined ? "" : text(value.bytes, value.isUnicode ? "utf-16le" : charset)
  return found === "" ? undefined : found
}

const text = (bytes: Uint8Array, charset: string) => decodeText(bytes, charset).replaceAll("\0", "")

/** The charset of a Windows code page. */
const charsetOf = (codePage: number): string => {
  if (codePage === 0) return ""
  if (codePage === 65_001) return "utf-8"
  if (codePage === 20_127) return "us-ascii"
  if (codePage === 20_866) return "koi8-r"
  if (codePage === 50_220) return "iso-2022-jp"
  if (codePage === 51_932) return "euc-jp"
  if (codePage > 28_590 && codePage < 28_606) return `iso-8859-${codePage - 28_590}`
  return `windows-${codePage}`
}
