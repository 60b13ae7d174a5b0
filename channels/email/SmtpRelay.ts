import { Data, Duration, Effect, Predicate, Redacted } from "effect"
import { createTransport } from "nodemailer"
import type { LeasedMail } from "../../src/tickets/MailOutbox.ts"

/** Mails under way to the relay at once, each on a connection of its own. */
export const relayConnections = 5
/** How long the relay may take to accept a connection, and then to greet. */
const connecting = Duration.seconds(10)
/** How long it may be silent. */
const silence = Duration.seconds(30)
/** How long one mail may take in all: a relay that drips its answers is given up. */
const whole = Duration.minutes(1)
/** Characters of the relay's answer that are kept. */
const maxReason = 300

/** Who our mail is from. */
export interface Sender {
  readonly name: string
  readonly address: string
}

/** The relay did not take a mail. Only a permanent refusal is about the mail itself, so that no new attempt helps. */
export class RelayFailed extends Data.TaggedError("RelayFailed")<{
  readonly permanent: boolean
  /** What the operator reads: the relay's own words. */
  readonly reason: string
  /** Safe to log. */
  readonly code: string
}> {}

/** Hands a mail to the relay: it is the relay's when this succeeds. */
export type Relay = (mail: LeasedMail) => Effect.Effect<void, RelayFailed>

/**
 * Connections to the mail server at `url`, kept open while they are used, until the scope closes. TLS is verified
 * wherever it is used, and credentials are sent through TLS alone, except to this machine.
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

  const send: Relay = (mail) =>
    Effect.tryPromise({
      try: (signal) =>
        transport.sendMail({
          from: { ...from },
          to: mail.to,
          messageId: mail.messageId,
          subject: mail.subject,
          text: Redacted.value(mail.text),
          headers: { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" },
          disableFileAccess: true,
          disableUrlAccess: true,
          signal
        }),
      catch: failureOf
    }).pipe(
      Effect.timeoutOrElse({
        duration: whole,
        orElse: () =>
          Effect.fail(new RelayFailed({ permanent: false, reason: "The relay took too long", code: "TIMEOUT" }))
      }),
      Effect.asVoid
    )
  return send
})

/** RFC 5321, 4.2.1: 5yz is permanent, except 503, which is about the order of commands. A refused login is ours to mend. */
const failureOf = (error: unknown): RelayFailed => {
  const code = Predicate.hasProperty(error, "code") ? String(error.code) : "UNKNOWN"
  const status = Predicate.hasProperty(error, "responseCode") ? Number(error.responseCode) : 0
  return new RelayFailed({
    permanent: ["EENVELOPE", "EMESSAGE"].includes(code) && status >= 500 && status !== 503,
    reason: (error instanceof Error ? error.message : String(error)).replace(/\s+/g, " ").slice(0, maxReason),
    code: status === 0 ? code : `${code} ${status}`
  })
}
