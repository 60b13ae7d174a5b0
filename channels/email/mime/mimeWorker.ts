import { open } from "node:fs/promises"
import { parentPort } from "node:worker_threads"
import { maxHeaderBytes } from "./HeaderFields.ts"
import type { RawMail, WorkerReply } from "./Mail.ts"
import { readBody } from "./readBody.ts"
import { readHead } from "./readHead.ts"

// A thread that reads one message after the other. Whoever started it limits its memory and its time.

const tell = (reply: WorkerReply, handedOver: ReadonlyArray<ArrayBuffer> = []) =>
  parentPort?.postMessage(reply, [...handedOver])

parentPort?.on("message", async (mail: RawMail) => {
  try {
    tell({ type: "head", head: readHead(await startOf(mail), mail.returnPath) })
    const body = await readBody(mail)
    tell(
      { type: "body", body },
      body.files.flatMap(({ content }) => ("bytes" in content ? [content.bytes.buffer as ArrayBuffer] : []))
    )
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
