/** Bytes of a file that are asked for, or that there are none of them. */
export type ByteRange = { readonly offset: number; readonly length: number } | "unsatisfiable"

/**
 * What one `Range` asks of a file of `size` bytes (RFC 9110, 14.2); undefined for the whole file, which also answers
 * several ranges and what is no range at all.
 */
export const byteRange = (header: string | undefined, size: number): ByteRange | undefined => {
  const [, first = "", last = ""] = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(header?.trim() ?? "") ?? []
  if (first === "" && last === "") return undefined
  if (first === "") {
    const length = Math.min(Number(last), size)
    return length === 0 ? "unsatisfiable" : { offset: size - length, length }
  }
  const [offset, end] = [Number(first), last === "" ? size - 1 : Math.min(Number(last), size - 1)]
  if (last !== "" && Number(last) < offset) return undefined
  return offset >= size ? "unsatisfiable" : { offset, length: end - offset + 1 }
}
