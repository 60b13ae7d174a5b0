/** The requested bytes of a file, or that it has none of them. */
export type ByteRange = { readonly offset: number; readonly length: number } | "unsatisfiable"

/**
 * The single range of a `Range` header for a file of `size` bytes (RFC 9110, 14.2). `undefined` means the whole file, also
 * for several ranges and invalid ones.
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
