import { Duration, Effect, Redacted } from "effect"
import type { SqlClient } from "effect/sql"
import type { Vault } from "../accounts/Vault.ts"
import { uuidOf } from "../domain/Ids.ts"
import type { OutgoingMail } from "../domain/OutgoingMail.ts"

/** Where nodes tell their mailers that there is mail to send. */
export const mailChannel = "trunkline_mail"

/** Queues a mail; part of the transaction of the change that causes it. The mailers hear of it once that has committed. */
export const insertMail = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  vault: Vault["Service"],
  { id, kind, lifetime, messageId, secret, subject, text, to }: OutgoingMail
) {
  const kept = secret
    ? Buffer.from(yield* vault.seal("outgoing-mail", id, Redacted.make(text))).toString("base64")
    : text
  yield* sql`INSERT INTO outgoing_mail (id, kind, message_id, recipient, subject, text, sealed, expires_at)
    VALUES (${uuidOf(id)}, ${kind}, ${messageId}, ${to}, ${subject}, ${kept}, ${secret},
      now() + make_interval(secs => ${Duration.toSeconds(lifetime)}))`
  yield* sql`SELECT pg_notify(${mailChannel}, '')`
})
