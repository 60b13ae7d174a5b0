import { Duration, Effect, Redacted } from "effect"
import type { SqlClient } from "effect/sql"
import type { Vault } from "../../accounts/Vault.ts"
import { type MessageId, uuidOf } from "../../domain/Ids.ts"
import type { OutgoingMail } from "../../domain/OutgoingMail.ts"
import { uuidOr } from "../rows/columns.ts"

/** The channel on which nodes tell their mailers that there is mail to send. */
export const mailChannel = "trunkline_mail"

/** What a sealed part of a mail is bound to. */
export const sealedPart = (id: MessageId, part: "text" | "html") => (part === "text" ? id : `${id}/html`)

/**
 * Queues a mail, in the transaction of the change that causes it. The mailers are notified on commit. A test tenant's mail is
 * captured right here: no mailer ever sees it.
 */
export const insertMail = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  vault: Vault["Service"],
  mail: OutgoingMail
) {
  const { about, from, id } = mail
  const kept = (part: "text" | "html", content: string) =>
    mail.secret
      ? Effect.map(vault.seal("outgoing-mail", sealedPart(id, part), Redacted.make(content)), (sealed) =>
          Buffer.from(sealed).toString("base64")
        )
      : Effect.succeed(content)
  const text = yield* kept("text", mail.text)
  const html = mail.html === undefined ? null : yield* kept("html", mail.html)
  const tenantId = about?.tenant.id ?? null
  yield* sql`INSERT INTO outgoing_mail (id, kind, message_id, tenant_id, brand_id, ticket_id, comment_id,
      from_name, from_address, recipient, cc, reply_to, subject, text, html, headers, sealed, expires_at, state)
    VALUES (${uuidOf(id)}, ${mail.kind}, ${mail.messageId}, ${tenantId}, ${uuidOr(about?.brandId)},
      ${uuidOr(about?.ticketId)}, ${uuidOr(about?.commentId)}, ${from?.name ?? null}, ${from?.address ?? null},
      ${mail.to}, ${mail.cc ?? []}, ${mail.replyTo ?? null}, ${mail.subject}, ${text}, ${html},
      ${JSON.stringify(mail.headers ?? {})}::jsonb, ${mail.secret},
      now() + make_interval(secs => ${Duration.toSeconds(mail.lifetime)}),
      CASE (SELECT mode FROM tenants WHERE id = ${tenantId}) WHEN 'test' THEN 'captured' ELSE 'queued' END)`
  yield* sql`SELECT pg_notify(${mailChannel}, '')`
})
