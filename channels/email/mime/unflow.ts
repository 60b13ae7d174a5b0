/**
 * Joins the lines of format=flowed text (RFC 3676), one line per paragraph: a line that ends in a space continues on the
 * next one of the same quote depth. With `delSp`, that space is not part of the text.
 */
export const unflow = (text: string, delSp: boolean): string => {
  const paragraphs: Array<string> = []
  let open = ""
  let openDepth = -1
  const close = () => {
    if (openDepth >= 0) paragraphs.push(open)
    openDepth = -1
  }
  for (const line of text.split(/\r?\n/)) {
    const marks = /^>*/.exec(line)?.[0] ?? ""
    const depth = marks.length
    // A leading space that keeps the line from looking like something else (4.4).
    const content = line.slice(depth).replace(/^ /, "")
    const isSignature = content === "-- "
    if (openDepth !== depth || isSignature) close()
    const flows = content.endsWith(" ") && !isSignature
    const words = flows && delSp ? content.slice(0, -1) : content
    if (openDepth >= 0) open += words
    else open = depth === 0 ? words : `${marks} ${words}`
    openDepth = depth
    if (!flows) close()
  }
  close()
  return paragraphs.join("\n")
}
