/**
 * TypeIDs: `<prefix>_<26 characters>`, the Crockford base32 form of a UUID (https://github.com/jetify-com/typeid,
 * version 0.3). Lower case only, because a brand's id is the local part of a mail address.
 */
export const alphabet = "0123456789abcdefghjkmnpqrstvwxyz"
const suffixLength = 26
/** The value of each digit by character code; 32 for characters that are not digits. */
const values = new Uint8Array(128).fill(32)
for (let value = 0; value < 32; value++) values[alphabet.charCodeAt(value)] = value

/** The TypeID of a UUID in its 36-character lower-case form. */
export const encodeTypeId = (prefix: string, uuid: string): string => {
  let id = `${prefix}_`
  // 26 digits of five bits hold 130 bits: the two before the UUID's 128 are zero.
  let bits = 2
  let pending = 0
  for (let index = 0; index < uuid.length; index++) {
    const code = uuid.charCodeAt(index)
    if (code === 45) continue
    pending = (pending << 4) | (code < 58 ? code - 48 : code - 87)
    bits += 4
    if (bits >= 5) {
      bits -= 5
      id += alphabet[(pending >> bits) & 31]
      pending &= 31 >> (5 - bits)
    }
  }
  return id
}

/** A buffer for the text of a UUID with its dashes in place; concatenating the digits would take four times as long. */
const text = Buffer.from("00000000-0000-0000-0000-000000000000")
const digits = Buffer.from("0123456789abcdef")
const places = [...text.keys()].filter((place) => String.fromCharCode(text[place] ?? 0) !== "-")

/** The UUID in a TypeID with this prefix, or `undefined` if `id` is not one. */
export const decodeTypeId = (prefix: string, id: string): string | undefined => {
  const start = prefix.length + 1
  if (id.length !== start + suffixLength || !id.startsWith(`${prefix}_`)) return undefined
  let bits = -2
  let pending = 0
  let digit = 0
  for (let index = start; index < id.length; index++) {
    const value = values[id.charCodeAt(index)] ?? 32
    // The first digit includes the two bits before the UUID's 128, which must be zero.
    if (value > 31 || (index === start && value > 7)) return undefined
    pending = (pending << 5) | value
    bits += 5
    while (bits >= 4) {
      bits -= 4
      text[places[digit++] ?? 0] = digits[(pending >> bits) & 15] ?? 0
      pending &= (1 << bits) - 1
    }
  }
  return text.toString("latin1")
}
