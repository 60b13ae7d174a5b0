/**
 * Bytes that each object, list, member and entry of JSON takes beside its text, once it is parsed: an empty object under a name
 * of its own is two of these, and seven characters.
 */
const bytesOfPart = 64

/**
 * Joins, as `bytes`, what texts and JSON of a row take once they were read. A text's length is known without reading it; JSON is
 * read, and may be a hundred times what it takes as it is stored.
 */
export const readBytes = (texts: ReadonlyArray<string>, json: ReadonlyArray<string>): string => {
  const ofTexts = texts.map((text) => `coalesce(octet_length(${text}), 0) + `).join("")
  // Three times `replace` takes a tenth of the time of one `translate`.
  const withoutParts = "replace(replace(replace(j.json, ', ', ' '), '{', ''), '[', '')"
  return `lateral (
    select ${ofTexts}octet_length(j.json) + ${bytesOfPart} * (octet_length(j.json) - octet_length(${withoutParts})) as bytes
    from (select concat(${["''", ...json].join(", ")}) as json offset 0) j)`
}

const [comma, brace, bracket] = [44, 123, 91]

/** The same of JSON that is a text here. */
export const parsedBytes = (json: string): number => {
  let bytes = json.length
  for (let index = 0; index < json.length; index++) {
    const code = json.charCodeAt(index)
    if (code === comma || code === brace || code === bracket) bytes += bytesOfPart
  }
  return bytes
}
