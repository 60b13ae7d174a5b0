import { type Cause, Data, Duration, Effect, Option, Random, Redacted, Schedule, Stream } from "effect"
import type { DatabaseUnavailable } from "../../src/domain/DatabaseUnavailable.ts"
import type { DeliveryReport } from "../../src/domain/OutboundMessage.ts"
import { refusalText } from "../../src/domain/refusalCause.ts"
import type { ActorEntry } from "../../src/runtime/ActorRegistry.ts"
import type { BlobStore } from "../../src/tickets/BlobStore.ts"
import type { MailComposer } from "../../src/tickets/MailComposer.ts"
import type { LeasedMail, MailContent, MailOutbox } from "../../src/tickets/MailOutbox.ts"
import type { Outbound } from "../../src/tickets/Outbound.ts"
import type { Senders } from "../../src/tickets/Senders.ts"
import { mailRetryDelay } from "./mailRetry.ts"
import type { RefusedRecipient, Relay, Relayed, RelayedFile, RelayFailed } from "./SmtpRelay.ts"

/** Attempts to give a mail back when the server stops; where none succeeds its lease ends. */
const givingAttempts = 5

export interface MailServices {
  readonly outbox: MailOutbox["Service"]
  readonly outbound: Outbound["Service"]
  readonly composer: MailComposer["Service"]
  readonly senders: Senders["Service"]
  readonly blobs: BlobStore["Service"]
}

/** One attempt with a leased mail, and what came of it written down. */
export type MailAttempt = (mail: LeasedMail) => Effect.Effect<void>

/** What became of a mail, to be written down. */
type Outcome = Effect.Effect<void, DatabaseUnavailable>

/** Attempts through a relay. */
export const sendingMail = (services: MailServices, relay: Relay, self: ActorEntry): MailAttempt => {
  const { outbox } = services
  const later = Effect.fnUntraced(function* (
    { attempts, id }: LeasedMail,
    reason: string,
    { isAway }: { readonly isAway?: boolean } = {}
  ) {
    const delay = Duration.seconds(mailRetryDelay(attempts, yield* Random.next, isAway))
    yield* written(outbox.postpone(id, delay, reason))
  })

  const send = Effect.fnUntraced(function* (leased: LeasedMail, mail: MailContent) {
    const parts = { files: yield* filesOf(services, mail), dkim: yield* dkimOf(services, mail) }
    return yield* relay(mail, parts).pipe(
      Effect.match({
        onSuccess: Effect.fnUntraced(function* (relayed) {
          yield* self.carried("out")
          if (mail.cc !== undefined) yield* written(outbox.reached(mail.id, stillToGo(mail, relayed)))
          const own = ownRefusal(mail, relayed)
          if (own?.permanent === false) yield* later(leased, own.reason)
          else yield* settled(services, leased, outcome(mail, relayed))
        }),
        onFailure: Effect.fnUntraced(function* (failed) {
          const { code, isAway, permanent, reason } = failed
          yield* Effect.logWarning("The relay did not take a mail", { mail: mail.id, code, permanent })
          yield* self.change({ lastError: code })
          if (permanent) yield* settled(services, leased, refusal(mail, failed))
          else yield* later(leased, reason, { isAway })
        })
      })
    )
  })

  return attempting(
    services,
    (leased, mail) =>
      Effect.catchTag(send(leased, mail), "FileUnreadable", ({ message }) => Effect.succeed(later(leased, message))),
    later
  )
}

/** Without a relay the mail stays in the table, and who runs the server reads what it says. */
export const keepingMail = (services: MailServices, print: (text: string) => Effect.Effect<void>): MailAttempt =>
  attempting(
    services,
    (_, mail) => Effect.as(print(onConsole(mail)), written(services.outbox.kept(mail))),
    ({ id }, reason) => written(services.outbox.postpone(id, Duration.minutes(1), reason))
  )

/**
 * What comes before sending: mail of test mode goes into its outbox, and a draft is composed. A mail that is interrupted is given
 * back at once, but not once its outcome is being written down: the relay may have it.
 */
const attempting = (
  services: MailServices,
  send: (leased: LeasedMail, mail: MailContent) => Effect.Effect<Outcome, DatabaseUnavailable>,
  later: (leased: LeasedMail, reason: string) => Effect.Effect<void>
): MailAttempt => {
  const { composer, outbound, outbox } = services
  const giveBack = ({ id }: LeasedMail) =>
    outbox
      .postpone(id, Duration.zero, "The server stopped")
      .pipe(Effect.retry({ schedule: Schedule.spaced("1 second"), times: givingAttempts }), Effect.catchCause(untold))
  const attempt = Effect.fnUntraced(function* (leased: LeasedMail) {
    const { id, isCaptured, isDraft, isExpired } = leased
    if (isExpired)
      return settled(services, leased, { status: "failed", permanent: false, error: "It was not sent in time" })
    if (isCaptured) return outbound.capture(id)
    if (isDraft && !(yield* composer.compose(id))) return Effect.void
    const content = yield* outbox.content(id)
    return Option.isSome(content) ? yield* send(leased, content.value) : Effect.void
  })
  return (leased) =>
    attempt(leased).pipe(
      Effect.onInterrupt(() => giveBack(leased)),
      Effect.flatten,
      Effect.catchTag("DatabaseUnavailable", () => later(leased, "The database was away")),
      Effect.catchDefect((defect) =>
        Effect.andThen(
          Effect.logError("A mail could not be sent", { mail: leased.id }, defect),
          later(leased, "It could not be composed")
        )
      )
    )
}

/** What the relay, which took copies, said of whom it was for: to have it later, as servers say that do greylisting, or never. */
const ownRefusal = ({ to }: MailContent, { refused }: Relayed): RefusedRecipient | undefined =>
  refused.find(({ address }) => address === to)

/** Who gets it if it is tried or sent again: whom it was for, and those in copy who have not got it, and may yet. */
const stillToGo = ({ to }: MailContent, { refused }: Relayed): ReadonlyArray<string> => [
  to,
  ...refused.flatMap(({ address, permanent }) => (permanent || address === to ? [] : [address]))
]

/** Whom it was for counts; that a copy was refused, or was not to be sent, is told beside it. */
const outcome = (mail: MailContent, relayed: Relayed): DeliveryReport => {
  const { assignedId, refused } = relayed
  const own = ownRefusal(mail, relayed)
  const copiesWithoutMailbox = copiesIn(mail, refused)
  if (own !== undefined) return { ...failureBy(own), copiesWithoutMailbox }
  const copies = [mail.leftOut ?? [], refused.map(({ address, reason }) => `Not to ${address}: ${reason}`)].flat()
  const error = copies.length === 0 ? undefined : copies.join("; ")
  return { status: "sent", permanent: false, error, assignedId, copiesWithoutMailbox }
}

/** Nobody gets it. */
const refusal = (mail: MailContent, failed: RelayFailed): DeliveryReport => ({
  ...failureBy(failed.refused?.find(({ address }) => address === mail.to) ?? failed),
  copiesWithoutMailbox: copiesIn(mail, failed.refused ?? [])
})

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

const copiesIn = ({ to }: MailContent, refused: ReadonlyArray<RefusedRecipient>) =>
  refused.flatMap(({ address, cause }) => (cause === "no_mailbox" && address !== to ? [address] : []))

/** A message's state is its ticket's to tell. What has no ticket any more, and all other mail, is settled as it is. */
const settled = ({ outbound, outbox }: MailServices, { id, isMessage }: LeasedMail, report: DeliveryReport) =>
  Effect.andThen(
    isMessage ? written(outbound.report(id, report)) : Effect.void,
    written(
      report.status === "sent"
        ? outbox.sent(id)
        : outbox.failed(id, report.error ?? "It was refused", report.cause === "no_mailbox")
    )
  )

/** Writes down what became of a mail, however long the database is away: forgotten, the mail would be sent again. */
const written = (outcome: Outcome): Effect.Effect<void> =>
  outcome.pipe(Effect.retry(Schedule.spaced("1 second")), Effect.catchCause(untold))

const untold = (cause: Cause.Cause<unknown>) =>
  Effect.logError("What became of a mail could not be written down", cause)

/** The files that travel in the mail. Where one cannot be read the mail waits for it: it was promised there. */
const filesOf = ({ blobs }: MailServices, { files, id }: MailContent) =>
  Effect.forEach(files, ({ blobKey, contentType, filename }) =>
    Stream.runCollect(blobs.get(blobKey)).pipe(
      Effect.map((chunks): RelayedFile => ({ filename, contentType, content: Buffer.concat(chunks) })),
      Effect.catchDefect((defect) =>
        Effect.andThen(
          Effect.logError("A file of a mail cannot be read", { mail: id }, defect),
          Effect.fail(new FileUnreadable({ message: `Its file ${filename} cannot be read` }))
        )
      )
    )
  )

class FileUnreadable extends Data.TaggedError("FileUnreadable")<{ readonly message: string }> {}

/** The key of the domain that the mail is from, where the brand still has it. */
const dkimOf = ({ senders }: MailServices, { from, kind, scope }: MailContent) =>
  scope === undefined || from === undefined || kind === "notice"
    ? Effect.undefined
    : senders.signerOf(scope, from.address)

const onConsole = ({ secret, subject, text, to }: MailContent) =>
  [
    "",
    `Mail to ${to}, kept because MAIL_RELAY_URL is not set: ${subject}`,
    ...(secret ? Redacted.value(text).trimEnd().split("\n") : []).map((line) => `  ${line}`.trimEnd()),
    "",
    ""
  ].join("\n")
