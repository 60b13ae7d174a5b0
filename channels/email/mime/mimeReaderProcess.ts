import { open } from "node:fs/promises"
import { maxHeaderBytes } from "./HeaderFields.ts"
import type { RawMail, ReaderReply } from "./Mail.ts"
import { readBody } from "./readBody.ts"
import { readHead } from "./readHead.ts"

// A program that reads one message after the other, and ends with the one that started it. That one limits its memory
// and its time. Ctrl-C reaches every process of a terminal; the message in hand is finished all the same.

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => {})
process.once("disconnect", () => process.exit())

const tell = (reply: ReaderReply) => process.send?.(reply)

process.on("message", async (mail: RawMail) => {
  try {
    tell({ type: "head", head: readHead(await startOf(mail), mail.returnPath) })
    tell({ type: "body", body: await readBody(mail) })
  } catch (error) {
    tell({ type: "unreadable", reason: error instanceof Error ? error.message : String(error) })
  }
})

const startOf = async ({ source }: RawMail): Promise<Uint8Array> => {
  if ("bytes" in source) return source.bytes
  await using file = await open(source.path)
  const { buffer, bytesRead } = await file.read(new Uint8Array(maxHeaderBytes), 0, maxHeaderBytes, 0)
  return buffer.subarray(0, bytesRead)
}
