/** Blocks extracted per text. */
const maxFiles = 20

const kinds = {
  MESSAGE: {
    filename: "encrypted.asc",
    contentType: "application/pgp-encrypted",
    note: "This is encrypted and cannot be read here. It is attached as received."
  },
  "PUBLIC KEY BLOCK": {
    filename: "public-key.asc",
    contentType: "application/pgp-keys",
    note: "A public key is attached."
  }
} as const

/** An ASCII-armored block of a text, including its armor lines. */
export interface ArmouredFile {
  readonly filename: string
  readonly contentType: string
  readonly armour: string
}

/**
 * Extracts ASCII-armored PGP messages and keys (RFC 9580, 6.2) from a text, and notes in their place that they are
 * attached. Incomplete or quoted blocks stay. Expects LF line ends; linear time.
 */
export const takeArmoured = (text: string): { readonly text: string; readonly files: ReadonlyArray<ArmouredFile> } => {
  const files: Array<ArmouredFile> = []
  const opening = /^-----BEGIN PGP (MESSAGE|PUBLIC KEY BLOCK)-----[ \t]*\n/gm
  let left = ""
  let at = 0
  for (let begin = opening.exec(text); begin !== null && files.length < maxFiles; begin = opening.exec(text)) {
    const { filename, contentType, note } = kinds[begin[1] as keyof typeof kinds]
    const closing = `-----END PGP ${begin[1]}-----`
    // No line of a block begins with a dash, so the first one that does either ends it or proves that it is none.
    const over = text.indexOf("\n-----", opening.lastIndex - 1) + 1
    if (over === 0) break
    const after = text.startsWith(closing, over) ? over + closing.length : over
    const end = text.indexOf("\n", after)
    const rest = text.slice(after, end === -1 ? text.length : end)
    if (after === over || rest.trim() !== "" || !isArmour(text.slice(opening.lastIndex, over))) continue
    left += `${text.slice(at, begin.index)}[${note}]`
    at = opening.lastIndex = after + rest.length
    files.push({ filename, contentType, armour: `${text.slice(begin.index, after).replace(/[ \t]+$/gm, "")}\n` })
  }
  return { text: left + text.slice(at), files }
}

/** Whether a block is base64, after header lines such as the name of the program. */
const isArmour = (block: string): boolean => {
  const letters = block.replace(/^(?:[A-Z][\w-]{0,40}: [^\n]{0,200}\n){0,10}/, "")
  return /\w/.test(letters) && !/[^\w+/=\s]|_/.test(letters)
}
