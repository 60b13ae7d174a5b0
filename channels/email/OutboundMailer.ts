import { Duration, Effect, FiberSet, Option, Queue, Random, Redacted, Schedule, Stream } from "effect"
import type { DatabaseUnavailable } from "../../src/domain/DatabaseUnavailable.ts"
import type { ActorEntry } from "../../src/runtime/ActorRegistry.ts"
import * as Supervised from "../../src/runtime/Supervised.ts"
import { type LeasedMail, MailOutbox } from "../../src/tickets/MailOutbox.ts"
import { mailRetryDelay } from "./mailRetry.ts"
import { openRelay, type Relay, relayConnections, type Sender } from "./SmtpRelay.ts"

/** How often to look for mail that has become due by itself. */
const lookEvery = Duration.seconds(15)
/** How long a mail is this node's: longer than any attempt takes. */
const lease = Duration.minutes(3)
/** How long mails under way may take when the server stops; then they are given back. */
const stopping = Duration.seconds(5)
/** How long mails that are settled stay in the table. */
const kept = Duration.days(30)
/** Attempts to write down what the relay has said, a second apart: forgotten, the mail would be sent again. */
const writingAttempts = 5

export interface OutboundMailerOptions {
  /** The setting MAIL_RELAY_URL. */
  readonly relay: Option.Option<Redacted.Redacted>
  readonly from: Sender
  /** Where mail with a link is shown when nothing can send it: the console of whoever runs the server. */
  readonly print: (text: string) => Effect.Effect<void>
}

/**
 * The actor that empties the outbox: to the relay, or, without one, to the console and the table. A mail is sent at
 * least once, always under the same Message-ID, and a relay that is down delays it and nothing else.
 */
export const layer = (options: OutboundMailerOptions) =>
  Supervised.layer({
    name: Option.match(options.relay, {
      onNone: () => "kept here",
      onSome: (url) => new URL(Redacted.value(url)).host
    }),
    kind: "mailer",
    live: Effect.fnUntraced(function* (self) {
      const outbox = yield* MailOutbox
      const deliver = Option.isSome(options.relay)
        ? sending(outbox, yield* openRelay(options.relay.value, options.from), self)
        : keeping(outbox, options.print)
      const bell = yield* Queue.sliding<void>(1)
      const ring = Queue.offer(bell, undefined)
      const work = yield* FiberSet.make<void>()
      yield* Effect.addFinalizer(() => Effect.timeoutOption(FiberSet.awaitEmpty(work), stopping))

      const round = Effect.gen(function* () {
        const room = relayConnections - (yield* FiberSet.size(work))
        const mails = room > 0 ? yield* outbox.lease(room, lease) : []
        for (const mail of mails) {
          yield* FiberSet.run(work, deliver(mail).pipe(Effect.ensuring(self.active), Effect.ensuring(ring)))
        }
        yield* self.backlog(yield* outbox.backlog)
        yield* Effect.timeoutOption(Queue.take(bell), lookEvery)
      })
      yield* outbox.purge(kept).pipe(
        Effect.catchCause((cause) => Effect.logWarning("Old mail could not be removed", cause)),
        Effect.repeat(Schedule.spaced("1 hour")),
        Effect.forkScoped
      )
      yield* self.ready
      yield* Effect.raceFirst(
        Effect.forever(round),
        Stream.runForEach(outbox.queued, () => ring)
      )
    })
  })

/** One attempt, and what came of it. A mail that is interrupted is given back at once. */
const sending = (outbox: MailOutbox["Service"], relay: Relay, self: ActorEntry) => (mail: LeasedMail) =>
  relay(mail).pipe(
    Effect.matchEffect({
      onSuccess: () => written(outbox.sent(mail.id)),
      onFailure: Effect.fnUntraced(function* ({ code, permanent, reason }) {
        yield* Effect.logWarning("The relay did not take a mail", { mail: mail.id, code, permanent })
        yield* self.change({ lastError: code })
        const delay = Duration.seconds(mailRetryDelay(mail.attempts, yield* Random.next))
        yield* written(permanent ? outbox.failed(mail.id, reason) : outbox.postpone(mail.id, delay, reason))
      })
    }),
    Effect.onInterrupt(() => written(outbox.postpone(mail.id, Duration.zero, "The server stopped")))
  )

/** Without a relay the mail stays in the table, and who runs the server reads what it says. */
const keeping = (outbox: MailOutbox["Service"], print: OutboundMailerOptions["print"]) => (mail: LeasedMail) =>
  Effect.andThen(print(onConsole(mail)), written(outbox.kept(mail)))

/** Writes down what became of a mail. Where that is not possible its lease ends, and it is sent again. */
const written = (outcome: Effect.Effect<void, DatabaseUnavailable>) =>
  outcome.pipe(
    Effect.retry({ schedule: Schedule.spaced("1 second"), times: writingAttempts }),
    Effect.catchCause((cause) => Effect.logError("What became of a mail could not be written down", cause))
  )

const onConsole = ({ secret, subject, text, to }: LeasedMail) =>
  [
    "",
    `Mail to ${to}, kept because MAIL_RELAY_URL is not set: ${subject}`,
    ...(secret ? Redacted.value(text).trimEnd().split("\n") : []).map((line) => `  ${line}`.trimEnd()),
    "",
    ""
  ].join("\n")
