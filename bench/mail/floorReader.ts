/** A reader of `floor.ts`: mailparser used as its manual shows, in a separate process. */
import { simpleParser } from "mailparser"

/** What is read from a message. */
export interface FloorRead {
  readonly id: number
  readonly sender: string
  readonly subject: string
  readonly body: string
  /** Identifies the message by its content. */
  readonly content: string
}

process.once("disconnect", () => process.exit())

process.on("message", async ({ bytes, id }: { readonly bytes: Uint8Array; readonly id: number }) => {
  const { attachments, from, messageId = "", subject = "", text: body = "" } = await simpleParser(Buffer.from(bytes))
  const sender = from?.value[0]?.address ?? ""
  const content = [messageId, sender, subject, body, ...attachments.map(({ checksum }) => checksum)].join("\n")
  const read: FloorRead = { id, sender, subject, body, content }
  process.send?.(read)
})
