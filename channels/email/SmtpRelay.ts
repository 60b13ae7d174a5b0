import { Data, DateTime, Duration, Effect, Predicate, Redacted } from "effect"
import { createTransport } from "nodemailer"
import type { Sender } from "../../src/domain/OutgoingMail.ts"
import { type RefusalCause, refusalCause } from "../../src/domain/refusalCause.ts"
import type { MailContent } from "../../src/tickets/outbound/MailOutbox.ts"
import type { DkimKey } from "../../src/tickets/outbound/Senders.ts"
import { assignedId } from "./assignedId.ts"
import { unquoted } from "./mime/mailboxes.ts"
import { oneLine } from "./mime/oneLine.ts"

/** Emails sent to the relay concurrently, each on its own connection. */
export const relayConnections = 5
/** How long the relay may take to accept a connection, and then to send its greeting. */
const connecting = Duration.seconds(10)
/** How long the relay may be silent: one that scans for malware is slow, and gets an email twice if we give up first. */
const silence = Duration.minutes(2)
/**
 * How long one email may take in total, which allows 9 MB of files at a third of a megabit per second; a relay that
 * trickles its responses is given up.
 */
const whole = Duration.minutes(4)
/** Characters kept of the relay's response. */
const maxReason = 300

/** The relay did not accept an email. Only a permanent refusal is about the email itself, so that a retry would not help. */
export class RelayFailed extends Data.TaggedError("RelayFailed")<
  Refusal & {
    /** Safe to log. */
    readonly code: string
    /** Per recipient, if the relay refused each of several. */
    readonly refused?: ReadonlyArray<RefusedRecipient> | undefined
    /** Whether the refusal is about the envelope sender. */
    readonly isAboutSender: boolean
    /** Whether the relay was never reached, and so received nothing. */
    readonly isAway: boolean
  }
> {}

/** A refusal by the relay. */
interface Refusal {
  readonly permanent: boolean
  /** The relay's own words, for the operator. */
  readonly reason: string
  /** The cause of a permanent refusal. */
  readonly cause: RefusalCause
}

export interface RefusedRecipient extends Refusal {
  readonly address: string
}

/** A file of an email, with its content. */
export interface RelayedFile {
  readonly filename: string
  readonly contentType: string
  readonly content: Uint8Array
}

/** What an email is sent with beside its content. */
export interface RelayedParts {
  readonly files: ReadonlyArray<RelayedFile>
  readonly dkim?: DkimKey | undefined
}

/** The relay accepted the email for at least one recipient, but not for those in `refused`. */
export interface Relayed {
  /** The Message-ID under which the relay passes it on, if not ours. */
  readonly assignedId?: string | undefined
  readonly refused: ReadonlyArray<RefusedRecipient>
}

/** Hands an email to the relay, which is responsible for it once this succeeds. */
export type Relay = (mail: MailContent, parts: RelayedParts) => Effect.Effect<Relayed, RelayFailed>

/** Headers that mark an email as automatic; a reply is written by a person. */
const automatic = { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" } as const

/**
 * Opens a pool of connections to the mail server at `url`, kept open while in use, until the scope closes. Except to this
 * machine, TLS is verified wherever it is used, and credentials are sent only over TLS: here, nobody is in between, and
 * mail servers are installed with self-signed certificates.
 */
export const openRelay = Effect.fn("openRelay")(function* (relay: Redacted.Redacted, from: Sender) {
  const url = new URL(Redacted.value(relay))
  const user = decodeURIComponent(url.username)
  const isHere = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname)
  const transport = yield* Effect.acquireRelease(
    Effect.sync(() =>
      createTransport({
        pool: true,
        maxConnections: relayConnections,
        host: url.hostname.replace(/^\[|\]$/g, ""),
        ...(url.port === "" ? {} : { port: Number(url.port) }),
        secure: url.protocol === "smtps:",
        requireTLS: user !== "" && !isHere,
        tls: { rejectUnauthorized: !isHere || url.protocol === "smtps:" },
        ...(user === "" ? {} : { auth: { user, pass: decodeURIComponent(url.password) } }),
        name: from.address.slice(from.address.lastIndexOf("@") + 1),
        connectionTimeout: Duration.toMillis(connecting),
        greetingTimeout: Duration.toMillis(connecting),
        socketTimeout: Duration.toMillis(silence),
        maxRequeues: 0,
        logger: false
      })
    ),
    (open) => Effect.sync(() => open.close())
  )

  const hand = (mail: MailContent, { dkim, files }: RelayedParts, returnPath: string) =>
    Effect.tryPromise({
      try: (signal) =>
        transport.sendMail({
          envelope: { from: returnPath, to: [...mail.recipients] },
          from: { ...(mail.from ?? from) },
          to: mail.to,
          ...(mail.cc === undefined ? {} : { cc: [...mail.cc] }),
          ...(mail.replyTo === undefined ? {} : { replyTo: mail.replyTo }),
          date: DateTime.toDateUtc(mail.createdAt),
          messageId: mail.messageId,
          subject: mail.subject,
          text: Redacted.value(mail.text),
          ...(mail.html === undefined ? {} : { html: Redacted.value(mail.html) }),
          headers: { ...(mail.kind === "reply" ? {} : automatic), ...mail.headers },
          attachments: files.map(({ content, contentType, filename }) => ({
            filename,
            contentType: encodable(contentType),
            content: Buffer.from(content.buffer, content.byteOffset, content.byteLength)
          })),
          ...(dkim === undefined
            ? {}
            : {
                dkim: {
                  domainName: dkim.domain,
                  keySelector: dkim.selector,
                  privateKey: Redacted.value(dkim.privateKey)
                }
              }),
          disableFileAccess: true,
          disableUrlAccess: true,
          signal
        }),
      catch: failureOf
    }).pipe(
      Effect.map((info) => ({ ...relayed(info), assignedId: assignedId(info.response, url.hostname, mail.messageId) }))
    )

  const send: Relay = (mail, parts) => {
    const author = (mail.from ?? from).address
    return hand(mail, parts, mail.returnPath ?? author).pipe(
      // Some relays, Amazon SES among them, require a return path for every email.
      Effect.catchIf(
        ({ isAboutSender, permanent }) => isAboutSender && permanent && mail.returnPath === "",
        () => hand(mail, parts, author)
      ),
      Effect.timeoutOrElse({ duration: whole, orElse: () => Effect.fail(tookTooLong) })
    )
  }
  return send
})

/**
 * The content type that a file is sent with. `message` and `multipart` types may not be encoded (RFC 2045, 6.4), but their
 * lines and bytes may be invalid in an email. As `application/octet-stream`, they arrive unchanged, and programs open them
 * by their names.
 */
const encodable = (contentType: string): string =>
  /^(?:message|multipart)\//i.test(contentType) ? "application/octet-stream" : contentType

const tookTooLong = new RelayFailed({
  permanent: false,
  reason: "The relay took too long",
  cause: "other",
  code: "TIMEOUT",
  isAboutSender: false,
  isAway: false
})

/** The result per recipient: the relay names those that it refused, and why, in the same order. */
const relayed = (info: Rejections): Relayed => ({ refused: refusedOf(info) })

interface Rejections {
  readonly rejected?: ReadonlyArray<string> | undefined
  readonly rejectedErrors?: ReadonlyArray<unknown> | undefined
}

const refusedOf = ({ rejected = [], rejectedErrors = [] }: Rejections): ReadonlyArray<RefusedRecipient> =>
  rejected.map((address, index) => {
    const { cause, permanent, reason } = failureOf(rejectedErrors[index])
    return { address: unquoted(address), reason, permanent, cause }
  })

/**
 * Classifies an error. 5yz is permanent (RFC 5321, 4.2.1), except 503, which is about the order of commands. A refused
 * login is for the operator to fix.
 */
const failureOf = (error: unknown): RelayFailed => {
  const code = Predicate.hasProperty(error, "code") ? String(error.code) : "UNKNOWN"
  const status = Predicate.hasProperty(error, "responseCode") ? Number(error.responseCode) : 0
  const response = Predicate.hasProperty(error, "response") ? String(error.response) : ""
  const permanent = ["EENVELOPE", "EMESSAGE"].includes(code) && status >= 500 && status !== 503
  // A response to MAIL FROM is about the sender.
  const isAboutSender = Predicate.hasProperty(error, "command") && error.command === "MAIL FROM"
  const several =
    Predicate.hasProperty(error, "rejected") && Array.isArray(error.rejected)
      ? refusedOf(error as Rejections) // nodemailer's own error, which has `rejectedErrors` beside `rejected`
      : undefined
  return new RelayFailed({
    permanent,
    reason: oneLine(error instanceof Error ? error.message : String(error), maxReason),
    cause: permanent && !isAboutSender ? refusalCause(undefined, response) : "other",
    code: status === 0 ? code : `${code} ${status}`,
    refused: several,
    isAboutSender,
    isAway: notReached(error)
  })
}

/** Whether the relay was never reached. If a connection breaks later, the relay may have the email. */
const notReached = (error: unknown): boolean => {
  const has = (name: string, values: ReadonlyArray<unknown>) =>
    Predicate.hasProperty(error, name) && values.includes(error[name])
  return (
    has("code", ["EDNS"]) ||
    has("originalCode", ["ECONNREFUSED", "EHOSTUNREACH", "ENETUNREACH"]) ||
    has("timeoutType", ["CONNECT_TIMEOUT", "GREETING_TIMEOUT"])
  )
}
