import { Data, DateTime, Duration, Effect, Predicate, Redacted } from "effect"
import { createTransport } from "nodemailer"
import type { Sender } from "../../src/domain/OutgoingMail.ts"
import { type RefusalCause, refusalCause } from "../../src/domain/refusalCause.ts"
import type { MailContent } from "../../src/tickets/outbound/MailOutbox.ts"
import type { DkimKey } from "../../src/tickets/outbound/Senders.ts"
import { assignedId } from "./assignedId.ts"
import { unquoted } from "./mime/mailboxes.ts"
import { oneLine } from "./mime/oneLine.ts"

/** Mails under way to the relay at once, each on a connection of its own. */
export const relayConnections = 5
/** How long the relay may take to accept a connection, and then to greet. */
const connecting = Duration.seconds(10)
/** How long it may be silent: one that looks for malware answers late, and given up before, it has the mail and gets it again. */
const silence = Duration.minutes(2)
/** How long one mail may take in all, with 9 MB of files at a third of a megabit a second: a relay that drips its answers is given up. */
const whole = Duration.minutes(4)
/** Characters of the relay's answer that are kept. */
const maxReason = 300

/** The relay did not take a mail. Only a permanent refusal is about the mail itself, so that no new attempt helps. */
export class RelayFailed extends Data.TaggedError("RelayFailed")<
  Refusal & {
    /** Safe to log. */
    readonly code: string
    /** Recipient by recipient, where the relay refused each of several. */
    readonly refused?: ReadonlyArray<RefusedRecipient> | undefined
    /** It speaks of the sender in the envelope. */
    readonly isAboutSender: boolean
    /** The relay was not reached, and heard nothing of the mail. */
    readonly isAway: boolean
  }
> {}

/** What the relay said. */
interface Refusal {
  readonly permanent: boolean
  /** What the operator reads: the relay's own words. */
  readonly reason: string
  /** Of what is permanent. */
  readonly cause: RefusalCause
}

export interface RefusedRecipient extends Refusal {
  readonly address: string
}

/** A file of a mail, in full. */
export interface RelayedFile {
  readonly filename: string
  readonly contentType: string
  readonly content: Uint8Array
}

/** What a mail is sent with beside what it says. */
export interface RelayedParts {
  readonly files: ReadonlyArray<RelayedFile>
  readonly dkim?: DkimKey | undefined
}

/** The relay has the mail for somebody, but not for these. */
export interface Relayed {
  /** The Message-ID under which the relay passes it on, where that is not ours. */
  readonly assignedId?: string | undefined
  readonly refused: ReadonlyArray<RefusedRecipient>
}

/** Hands a mail to the relay: it is the relay's when this succeeds. */
export type Relay = (mail: MailContent, parts: RelayedParts) => Effect.Effect<Relayed, RelayFailed>

/** What tells machines that a machine wrote a mail; a reply is a person's. */
const automatic = { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" } as const

/**
 * Connections to the mail server at `url`, kept open while they are used, until the scope closes. TLS is verified
 * wherever it is used, and credentials are sent through TLS alone, except to this machine: nobody is in between there,
 * and mail servers are installed with a certificate that is nobody's.
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
      // Some relays, Amazon SES among them, want every mail to have somewhere to go back to.
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
 * The type under which a file travels. A message and what has parts may not be encoded (RFC 2045, 6.4), and their lines and bytes
 * may be such as no mail can have: as any other file they arrive as they are, and programs open them by their names.
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

/** What the relay said, recipient by recipient: it names those that it refused, and why, in the same order. */
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

/** RFC 5321, 4.2.1: 5yz is permanent, except 503, which is about the order of commands. A refused login is ours to mend. */
const failureOf = (error: unknown): RelayFailed => {
  const code = Predicate.hasProperty(error, "code") ? String(error.code) : "UNKNOWN"
  const status = Predicate.hasProperty(error, "responseCode") ? Number(error.responseCode) : 0
  const response = Predicate.hasProperty(error, "response") ? String(error.response) : ""
  const permanent = ["EENVELOPE", "EMESSAGE"].includes(code) && status >= 500 && status !== 503
  // An answer to MAIL speaks of the sender.
  const isAboutSender = Predicate.hasProperty(error, "command") && error.command === "MAIL FROM"
  const several =
    Predicate.hasProperty(error, "rejected") && Array.isArray(error.rejected)
      ? refusedOf(error as Rejections) // nodemailer's own, whose `rejectedErrors` stand beside them
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

/** A connection that breaks off later may have been in the middle of a mail, which the relay may have. */
const notReached = (error: unknown): boolean => {
  const has = (name: string, values: ReadonlyArray<unknown>) =>
    Predicate.hasProperty(error, name) && values.includes(error[name])
  return (
    has("code", ["EDNS"]) ||
    has("originalCode", ["ECONNREFUSED", "EHOSTUNREACH", "ENETUNREACH"]) ||
    has("timeoutType", ["CONNECT_TIMEOUT", "GREETING_TIMEOUT"])
  )
}
