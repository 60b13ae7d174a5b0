import { Effect, Redacted } from "effect"
import type { Vault } from "../../accounts/Vault.ts"
import { idOf } from "../../domain/Ids.ts"
import type { MailFile, MailKind, OutgoingMail } from "../../domain/OutgoingMail.ts"
import { sealedPart } from "../outbound/insertMail.ts"

export interface MailRow {
  readonly id: string
  readonly kind: MailKind
  readonly message_id: string
  readonly brand_id: string | null
  readonly ticket_id: string | null
  readonly comment_id: string | null
  readonly from_name: string | null
  readonly from_address: string | null
  readonly recipient: string
  readonly cc: ReadonlyArray<string>
  readonly reply_to: string | null
  readonly subject: string
  readonly text: string
  readonly html: string | null
  readonly headers: Readonly<Record<string, string>>
  readonly sealed: boolean
  readonly attachments: ReadonlyArray<MailFile> | null
  readonly return_path: string | null
  readonly created_at: Date
}

type Head = Pick<
  OutgoingMail,
  "id" | "kind" | "messageId" | "from" | "to" | "cc" | "replyTo" | "subject" | "headers"
> & { readonly files: ReadonlyArray<MailFile> }

/** A stored mail without its content. */
export const mailHead = (row: MailRow): Head => ({
  id: idOf("message", row.id),
  kind: row.kind,
  messageId: row.message_id,
  from: row.from_address === null ? undefined : { name: row.from_name ?? "", address: row.from_address },
  to: row.recipient,
  cc: row.cc.length === 0 ? undefined : row.cc,
  replyTo: row.reply_to ?? undefined,
  subject: row.subject,
  headers: row.headers,
  files: row.attachments ?? []
})

/** The content of a stored mail. Fails if it was sealed under a key that is gone. */
export const mailContent = Effect.fnUntraced(function* (vault: Vault["Service"], row: MailRow) {
  const id = idOf("message", row.id)
  const read = (part: "text" | "html", content: string) =>
    row.sealed
      ? vault.open("outgoing-mail", sealedPart(id, part), Buffer.from(content, "base64"))
      : Effect.succeed(Redacted.make(content))
  const text = yield* read("text", row.text)
  return { text, html: row.html === null ? undefined : yield* read("html", row.html) }
})
