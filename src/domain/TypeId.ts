/**
 * TypeIDs: `<prefix>_<26 characters>`, the Crockford base32 form of a UUID (https://github.com/jetify-com/typeid,
 * version 0.3). Lower case only, because a brand's id is the local part of a mail address.
 */
const alphabet = "0123456789abcdefghjkmnpqrstvwxyz"
const values = new Uint8Array(128)
for (let value = 0; value < 32; value++) values[alphabet.charCodeAt(value)] = value
const suffixPattern = /^[0-7][0-9a-hjkmnp-tv-z]{25}$/

/** The TypeID of a UUID given as its 36-character lower-case text. */
export const encodeTypeId = (prefix: string, uuid: string): string => {
  let id = `${prefix}_`
  // 26 digits of five bits hold 130: the two bits in front of the UUID's 128 are zero.
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

/** The UUID text inside a TypeID of this prefix, or undefined when `id` is none. */
export const decodeTypeId = (prefix: string, id: string): string | undefined => {
  if (!id.startsWith(`${prefix}_`)) return undefined
  const suffix = id.slice(prefix.length + 1)
  if (!suffixPattern.test(suffix)) return undefined
  let hex = ""
  let bits = -2
  let pending = 0
  for (let index = 0; index < 26; index++) {
    pending = (pending << 5) | (values[suffix.charCodeAt(index)] ?? 0)
    bits += 5
    while (bits >= 4) {
      bits -= 4
      hex += ((pending >> bits) & 15).toString(16)
      pending &= (1 << bits) - 1
    }
  }
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
