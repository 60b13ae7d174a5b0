import { Clock, Duration, Effect, Layer, Option, Redacted } from "effect"
import { Vault } from "../../accounts/Vault.ts"
import { idOf, type MessageId, uuidOf } from "../../domain/Ids.ts"
import type { MailFile, MailKind, OutgoingMail } from "../../domain/OutgoingMail.ts"
import { Handoff } from "../../events/Handoff.ts"
import { MailNews } from "../../tickets/outbound/MailNews.ts"
import { type LeasedMail, MailOutbox } from "../../tickets/outbound/MailOutbox.ts"
import { recipientErased } from "../../tickets/outbound/mail/mayNotSend.ts"
import { bounceRest } from "../../tickets/outbound/mayMail.ts"
import { Database } from "../Database.ts"
import { wakings } from "../notices.ts"
import { query } from "../query.ts"
import { moment } from "../rows/columns.ts"
import { type MailRow, mailContent, mailHead } from "../rows/mailRow.ts"
import { isDraft, isForOutbox, isInTrash, isMessage, writesFrom } from "../rows/messageRow.ts"
import { type ScopeRow, scopeOf } from "../rows/scopeRow.ts"
import { restsAnew } from "./bouncedAddresses.ts"
import { erasedRecipients } from "./erasedRecipients.ts"
import { mailChannel } from "./insertMail.ts"

/**
 * Time between full scans of everything due. Leases in between skip what was due before the last lease and was left then: it
 * waits in the trash, in any number, or is held by another node.
 */
const lookThroughEvery = Duration.seconds(10)
/**
 * Milliseconds by which they overlap the last lease: mail may be committed this long after it became due, and clocks differ.
 */
const margin = 60_000

interface LeaseRow {
  readonly id: string
  readonly was_due: Date
  readonly kind: MailKind
  readonly attempts: number
  readonly draft: boolean
  readonly message: boolean
  readonly expired: boolean
  readonly captured: boolean
}

/** The recipients who are yet to get a mail that others have, and those who are not to get it. */
interface RecipientsRow {
  readonly waiting: ReadonlyArray<string> | null
  /** Whether those still waiting are sent to separately. */
  readonly apart: boolean
  /** Those who get no mail at present. */
  readonly rested: ReadonlyArray<string>
  /** Those who were erased since. */
  readonly erased: ReadonlyArray<string>
  readonly writes_from: string
  readonly left_out: string | null
}

/** Whose a mail is; nobody's if it goes to a member. */
type WhoseRow = ScopeRow | { readonly tenant_id: null }

export const layer = Layer.effect(
  MailOutbox,
  Effect.gen(function* () {
    const { system } = yield* Database
    const vault = yield* Vault
    const { heard } = yield* MailNews
    const { node } = yield* Handoff
    /** Milliseconds since 1970: when the last full scan ran, and up to when everything due is leased or left. */
    const looked = { all: Number.NEGATIVE_INFINITY, until: 0 }

    /**
     * Holds until another lease of it begins: another attempt, or, since attempts of a message count anew when it is sent again by
     * hand, one of the same number by another node.
     */
    const isHeld = ({ attempts, id, isForCopies }: LeasedMail) =>
      isForCopies
        ? system`id = ${uuidOf(id)} AND copies_attempts = ${attempts} AND copies_due_at IS NOT NULL`
        : system`id = ${uuidOf(id)} AND attempts = ${attempts} AND lease_owner = ${node}`

    /** Fails mail that has expired, except for messages, which fail as events of their tickets. */
    const expire = (since: Date) =>
      query(system`UPDATE outgoing_mail
      SET state = 'failed', settled_at = now(), last_error = coalesce(last_error, 'It was not sent in time'),
        text = CASE WHEN sealed THEN '' ELSE text END, html = CASE WHEN sealed THEN NULL ELSE html END, sealed = false
      WHERE state IN ('queued', 'sending') AND channel = 'email' AND due_at BETWEEN ${since} AND now() AND expires_at <= now()
        AND kind NOT IN ('reply', 'autoresponse', 'notification')`)

    const settle = (id: MessageId, state: "sent" | "failed" | "suppressed", error: string | null) =>
      query(system`UPDATE outgoing_mail
        SET state = ${state}, settled_at = now(), last_error = ${error},
          text = CASE WHEN sealed THEN '' ELSE text END, html = CASE WHEN sealed THEN NULL ELSE html END, sealed = false
        WHERE id = ${uuidOf(id)} AND state = 'sending'`).pipe(Effect.asVoid)

    /** Drops files that were deleted after the mail was composed. */
    const stillThere = Effect.fnUntraced(function* (files: ReadonlyArray<MailFile>) {
      if (files.length === 0) return files
      const rows = yield* query(system<{ id: string }>`SELECT id FROM attachments
        WHERE ${system.in(
          "id",
          files.map(({ id }) => uuidOf(id))
        )} AND deleted_at IS NULL`)
      const there = new Set(rows.map(({ id }) => id))
      return files.filter(({ id }) => there.has(uuidOf(id)))
    })

    const rest = (id: MessageId) =>
      query(system`INSERT INTO bounced_addresses (tenant_id, brand_id, address, reason, bounced_at)
        SELECT tenant_id, brand_id, recipient, 'bounce', now() FROM outgoing_mail
        WHERE id = ${uuidOf(id)} AND kind = 'notice' AND brand_id IS NOT NULL
        ${system.literal(restsAnew)}`)

    return MailOutbox.of({
      lease: Effect.fnUntraced(function* (limit, lease, underWay) {
        const now = yield* Clock.currentTimeMillis
        // Clocks may also be set back.
        const isAll = Math.abs(now - looked.all) >= Duration.toMillis(lookThroughEvery)
        const since = new Date(isAll ? 0 : looked.until - margin)
        yield* expire(since)
        const rows = yield* query(system<LeaseRow>`WITH due AS MATERIALIZED (
            SELECT m.id, m.due_at FROM outgoing_mail m
            WHERE m.state IN ('queued', 'sending') AND m.channel = 'email' AND m.due_at BETWEEN ${since} AND now()
              AND m.id <> ALL(${underWay.map(uuidOf)}::uuid[]) AND NOT (${system.literal(isInTrash("m"))})
            ORDER BY m.due_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)
          UPDATE outgoing_mail m
          SET state = 'sending', attempts = attempts + (expires_at > now())::int, lease_owner = ${node},
            due_at = now() + make_interval(secs => ${Duration.toSeconds(lease)})
          FROM due d WHERE m.id = d.id
          RETURNING m.id, kind, attempts, ${system.literal(isDraft)} AS draft, ${system.literal(isMessage)} AS message,
            expires_at <= now() AS expired, ${system.literal(isForOutbox)} AS captured, d.due_at AS was_due`)
        const until = rows.length < limit ? now : Math.max(...rows.map(({ was_due }) => was_due.getTime()))
        looked.until = isAll ? until : Math.max(looked.until, until)
        if (isAll) looked.all = now
        return rows.map((row) => ({
          id: idOf("message", row.id),
          kind: row.kind,
          attempts: row.attempts,
          isMessage: row.message,
          isDraft: row.draft,
          isCaptured: row.captured,
          isExpired: row.expired,
          isForCopies: false
        }))
      }),

      leaseForCopies: (lease, underWay) =>
        query(system<Pick<LeaseRow, "id" | "kind" | "attempts" | "expired">>`WITH due AS MATERIALIZED (
            SELECT m.id FROM outgoing_mail m WHERE m.copies_due_at <= now()
              AND m.id <> ALL(${underWay.map(uuidOf)}::uuid[]) AND NOT (${system.literal(isInTrash("m"))})
            ORDER BY m.copies_due_at LIMIT 1 FOR UPDATE SKIP LOCKED)
          UPDATE outgoing_mail m
          SET copies_attempts = copies_attempts + 1, copies_lease_owner = ${node},
            copies_due_at = now() + make_interval(secs => ${Duration.toSeconds(lease)})
          FROM due d WHERE m.id = d.id
          RETURNING m.id, kind, copies_attempts AS attempts, expires_at <= now() AS expired`).pipe(
          Effect.map((rows) =>
            rows.map((row) => ({
              id: idOf("message", row.id),
              kind: row.kind,
              attempts: row.attempts,
              isMessage: true,
              isDraft: false,
              isCaptured: false,
              isExpired: row.expired,
              isForCopies: true
            }))
          )
        ),

      renew: (mail, lease) => {
        const due = system`now() + make_interval(secs => ${Duration.toSeconds(lease)})`
        return query(system<{ is_held: boolean }>`WITH renewed AS (
            UPDATE outgoing_mail SET ${
              mail.isForCopies
                ? system`copies_lease_owner = ${node}, copies_due_at = ${due}`
                : system`lease_owner = ${node}, due_at = ${due}`
            } WHERE ${isHeld(mail)} AND ${mail.isForCopies ? system`true` : system`state = 'sending'`})
          SELECT EXISTS (SELECT FROM outgoing_mail WHERE ${isHeld(mail)}) AS is_held`).pipe(
          Effect.map(([row]) => row?.is_held === true)
        )
      },

      content: Effect.fnUntraced(function* ({ id, isForCopies }) {
        const [row] = yield* query(system<MailRow & WhoseRow & RecipientsRow>`SELECT m.*, n.account_id, n.mode,
            m.context -> 'waiting' AS waiting, m.copies_due_at IS NOT NULL AS apart, ${system.literal(restedCopies)} AS rested,
            ${system.literal(erasedRecipients)} AS erased, ${system.literal(writesFrom)} AS writes_from, m.context ->> 'leftOut' AS left_out
          FROM outgoing_mail m LEFT JOIN tenants n ON n.id = m.tenant_id WHERE m.id = ${uuidOf(id)}
            AND CASE WHEN ${isForCopies} THEN m.copies_due_at IS NOT NULL AND NOT ${system.literal(isCommentGone)} ELSE m.state = 'sending' END`)
        if (row === undefined) return Option.none()
        const { files, ...head } = mailHead(row)
        if (!isForCopies && row.erased.includes(row.writes_from))
          return yield* Effect.as(settle(id, "suppressed", recipientErased), Option.none())
        const recipients = recipientsOf(head, row, isForCopies)
        if (recipients.length === 0) return Option.none()
        const kept = yield* stillThere(files)
        return yield* Effect.map(mailContent(vault, row), (content) =>
          Option.some({
            ...head,
            ...content,
            files: kept,
            recipients,
            leftOut: row.left_out ?? undefined,
            secret: row.sealed,
            returnPath: row.return_path ?? undefined,
            createdAt: moment(row.created_at),
            scope: row.tenant_id === null ? undefined : scopeOf(row)
          })
        ).pipe(
          // It was sealed under a key that is gone, so it can never be sent.
          Effect.catchTag("CannotOpen", (error) => Effect.as(settle(id, "failed", error.message), Option.none()))
        )
      }),

      sent: (id) => settle(id, "sent", null),

      // For messages, the ticket's command has already recorded the bounced address; notices have no such command.
      failed: (id, error, noMailbox) => Effect.andThen(noMailbox ? rest(id) : Effect.void, settle(id, "failed", error)),

      kept: ({ html, id, text }, reason) =>
        query(system`UPDATE outgoing_mail
          SET state = 'kept', settled_at = now(), updated_at = now(), last_error = ${reason}, text = ${Redacted.value(text)},
            html = ${html === undefined ? null : Redacted.value(html)}, sealed = false
          WHERE id = ${uuidOf(id)} AND state = 'sending'`).pipe(Effect.asVoid),

      reached: (mail, waiting, apart) =>
        query(system`UPDATE outgoing_mail SET context = context || ${JSON.stringify({ waiting })}::jsonb,
            copies_attempts = greatest(copies_attempts, 1), copies_lease_owner = NULL,
            copies_due_at = now() + make_interval(secs => ${apart === undefined ? null : Duration.toSeconds(apart)})
          WHERE ${isHeld(mail)}`).pipe(Effect.asVoid),

      dropCopies: (id) =>
        query(system`UPDATE outgoing_mail SET copies_due_at = NULL,
            context = context || jsonb_build_object('waiting', jsonb_build_array(recipient))
          WHERE id = ${uuidOf(id)} AND copies_due_at IS NOT NULL`).pipe(Effect.asVoid),

      postpone: (mail, delay, error) =>
        query(
          mail.isForCopies
            ? system`UPDATE outgoing_mail
                SET copies_due_at = now() + make_interval(secs => ${Duration.toSeconds(delay)}), copies_lease_owner = NULL
                WHERE ${isHeld(mail)}`
            : system`UPDATE outgoing_mail
                SET state = 'queued', last_error = ${error}, lease_owner = NULL,
                  due_at = now() + make_interval(secs => ${Duration.toSeconds(delay)})
                WHERE ${isHeld(mail)} AND state = 'sending'`
        ).pipe(Effect.asVoid),

      backlog: query(
        system<{
          count: number
        }>`SELECT (SELECT count(*) FROM outgoing_mail WHERE state IN ('queued', 'sending') AND channel = 'email')::int
          + (SELECT count(*) FROM outgoing_mail WHERE copies_due_at IS NOT NULL)::int AS count`
      ).pipe(Effect.map(([row]) => row?.count ?? 0)),

      purge: ({ captured, capturedCount, settled }) =>
        query(
          Effect.all([
            system`DELETE FROM outgoing_mail m
              WHERE (settled_at < now() - make_interval(secs => ${Duration.toSeconds(settled)}) AND NOT (${system.literal(isMessage)}))
                OR (state = 'captured' AND id < uuid_at(now() - make_interval(secs => ${Duration.toSeconds(captured)})))`,
            // A message stays with its ticket; its text is in its comment. A failed one can still be sent again.
            system`UPDATE outgoing_mail SET text = '', html = NULL, attachments = NULL, settled_at = NULL
              WHERE settled_at < now() - make_interval(secs => ${Duration.toSeconds(settled)}) AND state NOT IN ('captured', 'failed')`,
            // The newest mail beyond the limit is looked up once per tenant, not once per mail.
            system`WITH excess AS MATERIALIZED (
                SELECT t.id AS tenant_id, (SELECT m.id FROM outgoing_mail m WHERE m.tenant_id = t.id AND m.state = 'captured'
                  ORDER BY m.id DESC OFFSET ${capturedCount} LIMIT 1) AS newest
                FROM tenants t WHERE t.mode = 'test')
              DELETE FROM outgoing_mail m USING excess e
              WHERE m.tenant_id = e.tenant_id AND m.state = 'captured' AND m.id <= e.newest`
          ])
        ).pipe(Effect.asVoid),

      queued: wakings(system, mailChannel, heard)
    })
  })
)

/** Whether the comment that row `m` of `outgoing_mail` carries is deleted. */
const isCommentGone =
  "EXISTS (SELECT FROM comments c WHERE c.tenant_id = m.tenant_id AND c.id = m.comment_id AND c.deleted_at IS NOT NULL)"

/** The Cc recipients of row `m` of `outgoing_mail` who get no mail at present. */
const restedCopies = `ARRAY(SELECT a.address FROM bounced_addresses a WHERE a.tenant_id = m.tenant_id AND a.brand_id = m.brand_id
  AND a.address = ANY(m.cc) AND a.bounced_at > now() - interval '${bounceRest} days')`

const recipientsOf = (
  { cc = [], to }: Pick<OutgoingMail, "cc" | "to">,
  { apart, erased, rested, waiting }: RecipientsRow,
  isForCopies: boolean
): ReadonlyArray<string> => {
  const copies = cc.filter(
    (address) => address !== to && (waiting ?? cc).includes(address) && !erased.includes(address)
  )
  if (isForCopies) return copies.filter((address) => !rested.includes(address))
  return apart ? [to] : [to, ...copies]
}
