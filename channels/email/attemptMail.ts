import { type Cause, Data, Duration, Effect, Option, Random, Redacted, Schedule, Stream } from "effect"
import type { DatabaseUnavailable } from "../../src/domain/DatabaseUnavailable.ts"
import type { CopiesReport, DeliveryReport } from "../../src/domain/OutboundMessage.ts"
import { refusalText } from "../../src/domain/refusalCause.ts"
import type { ActorEntry } from "../../src/runtime/ActorRegistry.ts"
import type { BlobStore } from "../../src/tickets/files/BlobStore.ts"
import type { MailComposer } from "../../src/tickets/outbound/MailComposer.ts"
import type { LeasedMail, MailContent, MailOutbox } from "../../src/tickets/outbound/MailOutbox.ts"
import { noRelay } from "../../src/tickets/outbound/mail/mayNotSend.ts"
import type { Outbound } from "../../src/tickets/outbound/Outbound.ts"
import type { Senders } from "../../src/tickets/outbound/Senders.ts"
import { type Hold, whileHeld } from "../../src/tickets/whileHeld.ts"
import { mailRetryDelay } from "./mailRetry.ts"
import type { RefusedRecipient, Relay, Relayed, RelayedFile, RelayFailed } from "./SmtpRelay.ts"

/**
 * The lease on an email of a node that hangs or vanishes, for example with its machine: longer than any attempt takes,
 * because relays accept no key by which they would recognize a second copy. The email of a node known to have died is
 * released sooner (`heldFor`).
 */
export const lease = Duration.minutes(6)
/** Attempts to give an email back when the server stops; if all fail, its lease expires. */
const givingAttempts = 5
const notInTime = "It was not sent in time"

export interface MailServices {
  readonly outbox: MailOutbox["Service"]
  readonly outbound: Outbound["Service"]
  readonly composer: MailComposer["Service"]
  readonly senders: Senders["Service"]
  readonly blobs: BlobStore["Service"]
}

/** Makes one attempt at a leased email, and stores the outcome. */
export type MailAttempt = (mail: LeasedMail) => Effect.Effect<void>

/** An effect that stores the outcome of an email. */
type Outcome = Effect.Effect<void, DatabaseUnavailable>

/** Makes attempts through a relay. */
export const sendingMail = (services: MailServices, relay: Relay, self: ActorEntry): MailAttempt => {
  const { outbox } = services
  const later = Effect.fnUntraced(function* (
    leased: LeasedMail,
    reason: string,
    { isAway }: { readonly isAway?: boolean } = {}
  ) {
    yield* written(outbox.postpone(leased, yield* delayAfter(leased.attempts, isAway), reason))
  })

  /** The report on the copies. A refusal says nothing about copies that another node is sending by now. */
  const copiesTold = Effect.fnUntraced(function* (leased: LeasedMail, mail: MailContent, relayed: Relayed) {
    const { assignedId, copiesLost } = ofCopies(mail, relayed)
    if (copiesLost.length === 0) return { assignedId }
    const isHeld = yield* Effect.catchCause(lasting(outbox.renew(leased, lease)), (cause) =>
      Effect.as(untold(cause), false)
    )
    return isHeld ? { assignedId, copiesLost } : { assignedId }
  })

  /** Stores the relay's result per recipient. The main recipient decides the outcome, and copies wait for nobody else. */
  const tell = Effect.fnUntraced(function* (leased: LeasedMail, mail: MailContent, relayed: Relayed) {
    const { isForCopies } = leased
    const own = isForCopies ? undefined : ownRefusal(mail, relayed)
    const toGo = stillToGo(mail, relayed)
    const isPutOff = own?.permanent === false
    const copies = yield* copiesTold(leased, mail, relayed)
    if (mail.recipients.some((address) => address !== mail.to)) {
      const apart = isPutOff || toGo.length === 1 ? undefined : yield* delayAfter(isForCopies ? leased.attempts : 1)
      yield* written(outbox.reached(leased, toGo, apart))
    }
    if (isPutOff) yield* later(leased, own.reason)
    if (isPutOff || isForCopies) yield* written(services.outbound.reportCopies(mail.id, copies))
    else yield* settled(services, leased, outcome(mail, copies, own))
  })

  const send = Effect.fnUntraced(function* (leased: LeasedMail, mail: MailContent, { confirm }: Hold) {
    const parts = { files: yield* filesOf(services, mail), dkim: yield* dkimOf(services, mail) }
    yield* confirm
    return yield* relay(mail, parts).pipe(
      Effect.match({
        onSuccess: Effect.fnUntraced(function* (relayed) {
          yield* self.carried("out")
          yield* tell(leased, mail, relayed)
        }),
        onFailure: Effect.fnUntraced(function* (failed) {
          const { code, isAway, permanent, reason, refused } = failed
          yield* Effect.logWarning("The relay did not accept an email", { mail: mail.id, code, permanent })
          yield* self.change({ lastError: code })
          if (refused !== undefined) yield* tell(leased, mail, { refused })
          else if (!permanent) yield* later(leased, reason, { isAway })
          else if (leased.isForCopies) yield* tell(leased, mail, { refused: ofAll(mail, failed) })
          else yield* settled(services, leased, failureBy(failed))
        })
      })
    )
  })

  return attempting(
    services,
    (leased, mail, hold) =>
      Effect.catchTag(send(leased, mail, hold), "FileUnreadable", ({ message }) =>
        Effect.succeed(later(leased, message))
      ),
    later
  )
}

/** Without a relay, the email stays in the table and is shown to whoever runs the server. */
export const keepingMail = (services: MailServices, print: (text: string) => Effect.Effect<void>): MailAttempt =>
  attempting(
    services,
    (_, mail) =>
      Effect.as(
        print(onConsole(mail)),
        written(services.outbox.kept(mail, `${noRelay}: once it has one, send the message again`))
      ),
    (leased, reason) => written(services.outbox.postpone(leased, Duration.minutes(1), reason))
  )

/**
 * What precedes sending: email of test mode goes to its captured outbox, and a draft is composed. An interrupted email is
 * given back at once, but not once its outcome is being stored: the relay may have it.
 */
const attempting = (
  services: MailServices,
  send: (leased: LeasedMail, mail: MailContent, hold: Hold) => Effect.Effect<Outcome, DatabaseUnavailable>,
  later: (leased: LeasedMail, reason: string) => Effect.Effect<void>
): MailAttempt => {
  const { composer, outbound, outbox } = services
  const giveBack = (leased: LeasedMail) =>
    outbox
      .postpone(leased, Duration.zero, "The server stopped")
      .pipe(Effect.retry({ schedule: Schedule.spaced("1 second"), times: givingAttempts }), Effect.catchCause(untold))
  const attempt = Effect.fnUntraced(function* (leased: LeasedMail, hold: Hold) {
    const { id, isCaptured, isDraft, isExpired, isForCopies } = leased
    if (isForCopies) {
      const content = yield* outbox.content(leased)
      if (Option.isNone(content)) return written(outbox.dropCopies(id))
      return isExpired ? tooLate(services, content.value) : yield* send(leased, content.value, hold)
    }
    if (isExpired) return settled(services, leased, { status: "failed", permanent: false, error: notInTime })
    if (isCaptured) return outbound.capture(id)
    if (isDraft && !(yield* composer.compose(id))) return Effect.void
    const content = yield* outbox.content(leased)
    return Option.isSome(content) ? yield* send(leased, content.value, hold) : Effect.void
  })
  return (leased) =>
    whileHeld(outbox.renew(leased, lease), (hold) => attempt(leased, hold)).pipe(
      Effect.onInterrupt(() => giveBack(leased)),
      // If another node holds it by now, nothing is stored.
      Effect.flatMap(Option.getOrElse((): Outcome => Effect.void)),
      Effect.catchTag("DatabaseUnavailable", () => later(leased, "The database was unavailable")),
      Effect.catchDefect((defect) =>
        Effect.andThen(
          Effect.logError("An email could not be sent", { mail: leased.id }, defect),
          later(leased, "It could not be composed")
        )
      )
    )
}

/** The relay's refusal of the main recipient if it accepted copies: temporary, as with greylisting, or permanent. */
const ownRefusal = ({ to }: MailContent, { refused }: Relayed): RefusedRecipient | undefined =>
  refused.find(({ address }) => address === to)

/** The recipients of a further attempt: the main one, and the copies that were refused temporarily. */
const stillToGo = ({ to }: MailContent, { refused }: Relayed): ReadonlyArray<string> => [
  to,
  ...refused.flatMap(({ address, permanent }) => (permanent || address === to ? [] : [address]))
]

/** The main recipient decides the outcome; that a copy was refused or left out is reported beside it. */
const outcome = (mail: MailContent, copies: CopiesReport, own: RefusedRecipient | undefined): DeliveryReport =>
  own === undefined
    ? { ...copies, status: "sent", permanent: false, error: mail.leftOut }
    : { ...copies, ...failureBy(own) }

const failureBy = ({
  cause,
  permanent,
  reason
}: Pick<RelayFailed, "cause" | "permanent" | "reason">): DeliveryReport => ({
  status: "failed",
  permanent,
  cause,
  error: refusalText(cause, reason)
})

/** The report on the copies: which of them will not get it. */
const ofCopies = ({ to }: MailContent, { assignedId, refused }: Relayed) => {
  const lost = refused.filter(({ address, permanent }) => permanent && address !== to)
  return { assignedId, copiesLost: lost.map(({ address, cause, reason }) => ({ address, cause, reason })) }
}

/** The refusal of the whole email, for each of its recipients. */
const ofAll = (
  { recipients }: MailContent,
  { cause, permanent, reason }: RelayFailed
): ReadonlyArray<RefusedRecipient> => recipients.map((address) => ({ address, cause, permanent, reason }))

/** Gives up on copies that were deferred for as long as the email was worth sending. */
const tooLate = ({ outbound, outbox }: MailServices, { id, recipients }: MailContent) =>
  Effect.andThen(
    written(outbound.reportCopies(id, { copiesLost: recipients.map((address) => ({ address, reason: notInTime })) })),
    written(outbox.dropCopies(id))
  )

/**
 * Settles an email. A ticket's message is settled by the report to its ticket, and by nothing after that: whoever hears that
 * it failed may have it sent again at once. If its ticket cannot take the report, it must not be sent again and again. A failure
 * says nothing about an email that another node is sending by now.
 */
const settled = ({ outbound, outbox }: MailServices, leased: LeasedMail, report: DeliveryReport) => {
  const { id, isMessage } = leased
  const isOurs = report.status === "sent" ? Effect.succeed(true) : outbox.renew(leased, lease)
  const ifOurs = (outcome: Outcome) => Effect.flatMap(isOurs, (isHeld) => (isHeld ? outcome : Effect.void))
  const alone = written(
    ifOurs(
      report.status === "sent"
        ? outbox.sent(id)
        : outbox.failed(id, report.error ?? "It was rejected", report.cause === "no_mailbox")
    )
  )
  return isMessage
    ? lasting(ifOurs(outbound.report(id, report))).pipe(
        Effect.catchCause((cause) => Effect.andThen(untold(cause), alone))
      )
    : alone
}

const delayAfter = (attempts: number, isAway?: boolean) =>
  Effect.map(Random.next, (random) => Duration.seconds(mailRetryDelay(attempts, random, isAway)))

/** Stores the outcome of an email, however long the database is down: if it were lost, the email would be sent again. */
const written = (outcome: Outcome): Effect.Effect<void> => Effect.catchCause(lasting(outcome), untold)

const lasting = <A>(outcome: Effect.Effect<A, DatabaseUnavailable>) =>
  Effect.retry(outcome, Schedule.spaced("1 second"))

const untold = (cause: Cause.Cause<unknown>) => Effect.logError("The outcome of an email could not be stored", cause)

/** The email's files. If one cannot be read, the email waits, because it promises the file. */
const filesOf = ({ blobs }: MailServices, { files, id }: MailContent) =>
  Effect.forEach(files, ({ blobKey, contentType, filename }) =>
    Stream.runCollect(blobs.get(blobKey)).pipe(
      Effect.map((chunks): RelayedFile => ({ filename, contentType, content: Buffer.concat(chunks) })),
      Effect.catchDefect((defect) =>
        Effect.andThen(
          Effect.logError("A file of an email cannot be read", { mail: id }, defect),
          Effect.fail(new FileUnreadable({ message: `Its file ${filename} cannot be read` }))
        )
      )
    )
  )

class FileUnreadable extends Data.TaggedError("FileUnreadable")<{ readonly message: string }> {}

/** The DKIM key of the sender's domain, if the brand still has the domain. */
const dkimOf = ({ senders }: MailServices, { from, kind, scope }: MailContent) =>
  scope === undefined || from === undefined || kind === "notice"
    ? Effect.undefined
    : senders.signerOf(scope, from.address)

/** Shows links to sign in with, which whoever tries Trunkline out needs; other text is between customers and the team. */
const onConsole = ({ secret, subject, text, to }: MailContent) =>
  [
    "",
    `Mail to ${to}, not sent because MAIL_RELAY_URL is not set: ${subject}`,
    ...(secret ? Redacted.value(text).trimEnd().split("\n") : ["(its text is not shown here)"]).map((line) =>
      `  ${line}`.trimEnd()
    ),
    "",
    ""
  ].join("\n")
