import { Duration, Effect, FiberMap, Layer, Option, Queue, Redacted, Schedule, Stream } from "effect"
import { messageTextDays } from "../../src/domain/OutboundMessage.ts"
import type { Sender } from "../../src/domain/OutgoingMail.ts"
import { logSetback } from "../../src/runtime/logSetback.ts"
import * as Supervised from "../../src/runtime/Supervised.ts"
import { toItsEnd } from "../../src/runtime/toItsEnd.ts"
import { BlobStore } from "../../src/tickets/BlobStore.ts"
import { MailComposer } from "../../src/tickets/MailComposer.ts"
import { type LeasedMail, MailOutbox } from "../../src/tickets/MailOutbox.ts"
import { Outbound } from "../../src/tickets/Outbound.ts"
import { Senders } from "../../src/tickets/Senders.ts"
import { keepingMail, sendingMail } from "./attemptMail.ts"
import { openRelay, relayConnections } from "./SmtpRelay.ts"

/** How often to look for mail that has become due by itself. */
const lookEvery = Duration.seconds(15)
/** How long a mail is this node's: longer than any attempt takes. */
const lease = Duration.minutes(6)
/** How long mails under way may take when the server stops; then they are given back. */
const stopping = Duration.seconds(5)
/** What stays in the table of mail that is not on its way any more. */
const kept = { settled: Duration.days(messageTextDays), captured: Duration.days(7), capturedCount: 10_000 }

export interface OutboundMailerOptions {
  /** The setting MAIL_RELAY_URL. */
  readonly relay: Option.Option<Redacted.Redacted>
  /** Whom mail is from that names no sender of its own. */
  readonly from: Sender
  /** Where mail with a link is shown when nothing can send it: the console of whoever runs the server. */
  readonly print: (text: string) => Effect.Effect<void>
}

/**
 * The actor that empties the outbox: to the relay, or, without one, to the console and the table; what belongs to test
 * mode, into its outbox. A mail is composed once and sent at least once, always under the same Message-ID, and a relay
 * that is down delays it and nothing else.
 */
export const layer = (options: OutboundMailerOptions) =>
  Layer.unwrap(Effect.map(underWay(options), (outlasting) => Supervised.layer(mailer(options, outlasting))))

/** What outlasts a failure of the actor: mail under way, whose outcome is still to be written down once the database is back. */
const underWay = Effect.fnUntraced(function* ({ from, relay }: OutboundMailerOptions) {
  const opened = Option.isSome(relay) ? yield* openRelay(relay.value, from) : undefined
  const work = yield* FiberMap.make<string, void, never>()
  yield* Effect.addFinalizer(() => Effect.timeoutOption(FiberMap.awaitEmpty(work), stopping))
  return { relay: opened, work }
})

const mailer = (options: OutboundMailerOptions, { relay, work }: Effect.Success<ReturnType<typeof underWay>>) =>
  ({
    name: Option.match(options.relay, {
      onNone: () => "kept here",
      onSome: (url) => new URL(Redacted.value(url)).host
    }),
    kind: "mailer",
    live: Effect.fnUntraced(function* (self) {
      const outbox = yield* MailOutbox
      const services = {
        outbox,
        outbound: yield* Outbound,
        composer: yield* MailComposer,
        senders: yield* Senders,
        blobs: yield* BlobStore
      }
      const attempt = relay === undefined ? keepingMail(services, options.print) : sendingMail(services, relay, self)
      const bell = yield* Queue.sliding<void>(1)
      const ring = Queue.offer(bell, undefined)

      const start = (mail: LeasedMail) => {
        const attempted = attempt(mail).pipe(Effect.ensuring(self.active), Effect.ensuring(ring))
        // Its lease may end while the database is away, before what became of it is written down.
        const name = mail.isForCopies ? `copies of ${mail.id}` : mail.id
        return FiberMap.run(work, name, attempted, { onlyIfMissing: true })
      }
      const round = Effect.gen(function* () {
        const room = relayConnections - (yield* FiberMap.size(work))
        if (room > 0) {
          // Copies come one at a time, and before: much mail does not hold them up, nor they it.
          const copies = relay === undefined ? Effect.succeed([]) : outbox.leaseForCopies(lease)
          const leased = Effect.flatMap(copies, (apart) =>
            Effect.map(room > apart.length ? outbox.lease(room - apart.length, lease) : Effect.succeed([]), (mails) => [
              ...apart,
              ...mails
            ])
          )
          yield* toItsEnd(Effect.flatMap(leased, Effect.forEach(start, { discard: true })))
        }
        yield* self.backlog(yield* outbox.backlog)
        yield* Effect.timeoutOption(Queue.take(bell), lookEvery)
      })
      yield* outbox.purge(kept).pipe(
        Effect.catchCause((cause) => logSetback("Old mail could not be removed", cause)),
        Effect.repeat(Schedule.spaced("1 hour")),
        Effect.forkScoped
      )
      yield* self.ready
      yield* Effect.raceFirst(
        Effect.forever(round),
        Stream.runForEach(outbox.queued, () => ring)
      )
    })
  }) satisfies Supervised.Actor<unknown, unknown>
