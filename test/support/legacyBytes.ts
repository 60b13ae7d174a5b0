/** The characters of a charset with their bytes: the platform's decoders, inverted. */
const tables = new Map<string, ReadonlyMap<string, ReadonlyArray<number>>>()

/** Encodes `text` in a legacy charset. A character that the charset lacks is a mistake in the test. */
export const legacyBytes = (charset: string, text: string): Buffer => {
  if (charset === "us-ascii") return Buffer.from(text, "latin1")
  if (charset === "iso-2022-jp") return inSevenBits(text)
  const table = tables.get(charset) ?? turnedRound(charset)
  tables.set(charset, table)
  return Buffer.from(
    [...text].flatMap((character) => {
      const bytes = table.get(character)
      if (bytes === undefined) throw new Error(`${charset} has no ${character}`)
      return bytes
    })
  )
}

const turnedRound = (charset: string) => {
  const decoder = new TextDecoder(charset, { fatal: true })
  const table = new Map<string, ReadonlyArray<number>>()
  const learn = (bytes: ReadonlyArray<number>) => {
    try {
      const character = decoder.decode(Uint8Array.from(bytes))
      if ([...character].length === 1 && !table.has(character)) table.set(character, bytes)
    } catch {
      // Not a character of the charset.
    }
  }
  for (let byte = 0; byte < 0x100; byte++) learn([byte])
  if (/^(?:gb|big5|euc|shift)/.test(charset))
    for (let lead = 0x81; lead < 0xff; lead++) for (let trail = 0x40; trail < 0xff; trail++) learn([lead, trail])
  return table
}

/** Two-byte EUC-JP without the high bits, between the escape sequences of RFC 1468. */
const inSevenBits = (text: string): Buffer => {
  const pieces = text.match(/[\0-\x7f]+|[^\0-\x7f]+/g) ?? []
  return Buffer.concat(
    pieces.map((piece) =>
      piece.charCodeAt(0) < 0x80
        ? Buffer.from(piece, "latin1")
        : Buffer.concat([
            Buffer.from("\x1b$B", "latin1"),
            Buffer.from(legacyBytes("euc-jp", piece).map((byte) => byte & 0x7f)),
            Buffer.from("\x1b(B", "latin1")
          ])
    )
  )
}
