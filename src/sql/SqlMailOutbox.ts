import { Duration, Effect, Layer, Redacted, Stream } from "effect"
import { Vault } from "../accounts/Vault.ts"
import { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import { idOf, type MessageId, uuidOf } from "../domain/Ids.ts"
import type { OutgoingMail } from "../domain/OutgoingMail.ts"
import { type LeasedMail, MailOutbox } from "../tickets/MailOutbox.ts"
import { Database } from "./Database.ts"
import { mailChannel } from "./insertMail.ts"
import { query } from "./query.ts"

interface MailRow {
  readonly id: string
  readonly kind: OutgoingMail["kind"]
  readonly message_id: string
  readonly recipient: string
  readonly subject: string
  readonly text: string
  readonly sealed: boolean
  readonly attempts: number
}

export const layer = Layer.effect(
  MailOutbox,
  Effect.gen(function* () {
    const { system } = yield* Database
    const vault = yield* Vault

    const expire = query(system`UPDATE outgoing_mail
      SET state = 'failed', settled_at = now(), last_error = coalesce(last_error, 'It was not sent in time'),
        text = CASE WHEN sealed THEN '' ELSE text END, sealed = false
      WHERE state IN ('queued', 'sending') AND due_at <= now() AND expires_at <= now()`)

    const settle = (id: MessageId, state: "sent" | "failed", error: string | null) =>
      query(system`UPDATE outgoing_mail
        SET state = ${state}, settled_at = now(), last_error = ${error},
          text = CASE WHEN sealed THEN '' ELSE text END, sealed = false
        WHERE id = ${uuidOf(id)} AND state = 'sending'`).pipe(Effect.asVoid)

    /** A row whose text can be read. One that cannot was sealed under a key that is gone: nobody can ever send it. */
    const readable = Effect.fnUntraced(function* (row: MailRow) {
      const id = idOf("message", row.id)
      const text = row.sealed
        ? yield* vault.open("outgoing-mail", id, Buffer.from(row.text, "base64"))
        : Redacted.make(row.text)
      const mail: LeasedMail = {
        id,
        kind: row.kind,
        messageId: row.message_id,
        to: row.recipient,
        subject: row.subject,
        secret: row.sealed,
        text,
        attempts: row.attempts
      }
      return [mail]
    })

    return MailOutbox.of({
      lease: Effect.fnUntraced(function* (limit, lease) {
        yield* expire
        const rows = yield* query(system<MailRow>`UPDATE outgoing_mail
          SET state = 'sending', attempts = attempts + 1,
            due_at = now() + make_interval(secs => ${Duration.toSeconds(lease)})
          WHERE id IN (
            SELECT id FROM outgoing_mail WHERE state IN ('queued', 'sending') AND due_at <= now()
            ORDER BY due_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)
          RETURNING *`)
        const mails = yield* Effect.forEach(rows, (row) =>
          Effect.catchTag(readable(row), "CannotOpen", (error) =>
            Effect.as(settle(idOf("message", row.id), "failed", error.message), [])
          )
        )
        return mails.flat()
      }),

      sent: (id) => settle(id, "sent", null),

      failed: (id, error) => settle(id, "failed", error),

      kept: ({ id, text }) =>
        query(system`UPDATE outgoing_mail
          SET state = 'kept', settled_at = now(), text = ${Redacted.value(text)}, sealed = false
          WHERE id = ${uuidOf(id)} AND state = 'sending'`).pipe(Effect.asVoid),

      postpone: (id, delay, error) =>
        query(system`UPDATE outgoing_mail
          SET state = 'queued', last_error = ${error}, due_at = now() + make_interval(secs => ${Duration.toSeconds(delay)})
          WHERE id = ${uuidOf(id)} AND state = 'sending'`).pipe(Effect.asVoid),

      backlog: query(
        system<{ count: number }>`SELECT count(*)::int AS count FROM outgoing_mail WHERE state IN ('queued', 'sending')`
      ).pipe(Effect.map(([row]) => row?.count ?? 0)),

      purge: (age) =>
        query(
          system`DELETE FROM outgoing_mail WHERE settled_at < now() - make_interval(secs => ${Duration.toSeconds(age)})`
        ).pipe(Effect.asVoid),

      queued: Stream.unwrap(
        Effect.map(system.listen(mailChannel), (notices) =>
          Stream.concat(Stream.succeed(""), Stream.fromQueue(notices))
        )
      ).pipe(
        Stream.map(() => undefined),
        Stream.mapError(() => new DatabaseUnavailable({ reason: "unreachable" }))
      )
    })
  })
)
