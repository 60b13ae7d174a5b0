const opening = "-----BEGIN PGP SIGNED MESSAGE-----"
/** Including the lines that name the hash, up to the empty line. */
const head = /(?<=^|\n)-----BEGIN PGP SIGNED MESSAGE-----[ \t]*\n(?:[\w-]{1,40}: [^\n]{0,200}\n){0,10}[ \t]*\n/y
const signature = /(?:^|\n)-----BEGIN PGP SIGNATURE-----[ \t]*\n/g
const ending = /\n-----END PGP SIGNATURE-----[ \t]*(?:\n|$)/g

/**
 * Restores a cleartext-signed text (RFC 9580, 7): removes signatures and the escapes before lines that begin with a dash.
 * What is incomplete or quoted stays unchanged. Expects LF line ends; linear time.
 */
export const withoutArmour = (text: string): string => {
  let written = ""
  let at = 0
  for (;;) {
    const start = text.indexOf(opening, at)
    if (start === -1) return written + text.slice(at)
    const body = endOf(head, text, start)
    if (body === undefined) {
      written += text.slice(at, start + opening.length)
      at = start + opening.length
      continue
    }
    // The line before the signature may be the empty one after the header.
    signature.lastIndex = body - 1
    const over = signature.exec(text)?.index
    const after = over === undefined ? undefined : endOf(ending, text, over)
    if (over === undefined || after === undefined) return written + text.slice(at)
    written += `${text.slice(at, start)}${text.slice(body, Math.max(body, over)).replace(/^- /gm, "")}\n`
    at = after
  }
}

const endOf = (pattern: RegExp, text: string, from: number): number | undefined => {
  pattern.lastIndex = from
  return pattern.test(text) ? pattern.lastIndex : undefined
}
