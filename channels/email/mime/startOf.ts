import { open } from "node:fs/promises"
import { maxHeaderBytes } from "./HeaderFields.ts"
import type { RawMail } from "./Mail.ts"

/** The first bytes of a message or of one of its files: at least its header, unless that is abusive. */
export const startOf = async (source: RawMail["source"]): Promise<Uint8Array> => {
  if ("bytes" in source) return source.bytes
  await using file = await open(source.path)
  const { buffer, bytesRead } = await file.read(new Uint8Array(maxHeaderBytes), 0, maxHeaderBytes, 0)
  return buffer.subarray(0, bytesRead)
}
