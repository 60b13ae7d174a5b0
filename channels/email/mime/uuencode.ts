/** Files extracted per text. */
const maxFiles = 50

/** A file that was embedded in a text. */
export interface UuencodedFile {
  readonly filename: string
  readonly bytes: Uint8Array
}

/** Extracts uuencoded files (POSIX, uuencode) from a text. What only resembles one, or is truncated, stays in the text. */
export const takeUuencoded = (
  text: string
): { readonly text: string; readonly files: ReadonlyArray<UuencodedFile> } => {
  const files: Array<UuencodedFile> = []
  if (!/^begin [0-7]{3,4} /m.test(text)) return { text, files }
  const lines = text.split("\n")
  const kept: Array<string> = []
  for (let at = 0; at < lines.length; at++) {
    const name =
      files.length < maxFiles ? /^begin [0-7]{3,4} (\S.{0,254})$/.exec(lines[at]?.trimEnd() ?? "")?.[1] : undefined
    const file = name === undefined ? undefined : fileAt(lines, at + 1)
    if (name === undefined || file === undefined) kept.push(lines[at] ?? "")
    else {
      files.push({ filename: name.trim(), bytes: file.bytes })
      at = file.end
    }
  }
  return { text: kept.join("\n"), files }
}

/** The file whose first line is `start`, and the index of its `end` line. */
const fileAt = (lines: ReadonlyArray<string>, start: number) => {
  const chunks: Array<Uint8Array> = []
  for (let at = start; at < lines.length; at++) {
    // Mail systems strip trailing blanks, which stand for zeros.
    const line = lines[at]?.replace(/\r$/, "") ?? ""
    if (line.trimEnd() === "end") return { bytes: new Uint8Array(Buffer.concat(chunks)), end: at }
    const length = (line.charCodeAt(0) - 32) & 63
    if (line === "" || line === "`" || length === 0) continue
    if (line.length > 66 || /[^ -`]/.test(line)) return undefined
    chunks.push(decodedLine(line, length))
  }
  return undefined
}

const decodedLine = (line: string, length: number): Uint8Array => {
  const bytes = new Uint8Array(length)
  const sextet = (at: number) => (at < line.length ? (line.charCodeAt(at) - 32) & 63 : 0)
  for (let index = 0; index < length; index++) {
    const at = 1 + Math.floor(index / 3) * 4 + (index % 3)
    const [left, right] = [sextet(at), sextet(at + 1)]
    const shift = (index % 3) * 2
    bytes[index] = ((left << (2 + shift)) | (right >> (4 - shift))) & 255
  }
  return bytes
}
