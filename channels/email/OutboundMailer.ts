import { Duration, Effect, FiberMap, Layer, Option, Queue, Redacted, Schedule, Stream } from "effect"
import type { MessageId } from "../../src/domain/Ids.ts"
import { messageTextDays } from "../../src/domain/OutboundMessage.ts"
import type { Sender } from "../../src/domain/OutgoingMail.ts"
import { logSetback } from "../../src/runtime/logSetback.ts"
import * as Supervised from "../../src/runtime/Supervised.ts"
import { toItsEnd } from "../../src/runtime/toItsEnd.ts"
import { BlobStore } from "../../src/tickets/files/BlobStore.ts"
import { MailComposer } from "../../src/tickets/outbound/MailComposer.ts"
import { type LeasedMail, MailOutbox } from "../../src/tickets/outbound/MailOutbox.ts"
import { Outbound } from "../../src/tickets/outbound/Outbound.ts"
import { Senders } from "../../src/tickets/outbound/Senders.ts"
import { keepingMail, lease, sendingMail } from "./attemptMail.ts"
import { openRelay, relayConnections } from "./SmtpRelay.ts"

/** How often to look for email that has become due. */
const lookEvery = Duration.seconds(5)
/** How long emails under way may take when the server stops; after that, they are given back. */
const stopping = Duration.seconds(5)
/** How long settled emails stay in the table, and how long and how many captured ones do. */
const kept = { settled: Duration.days(messageTextDays), captured: Duration.days(7), capturedCount: 10_000 }

export interface OutboundMailerOptions {
  /** The setting MAIL_RELAY_URL. */
  readonly relay: Option.Option<Redacted.Redacted>
  /** The sender of email that names none of its own. */
  readonly from: Sender
  /** Shows email with a link when nothing can send it: on the console of whoever runs the server. */
  readonly print: (text: string) => Effect.Effect<void>
}

/**
 * The actor that empties the outbox: to the relay, or without one, to the console and the table; email of test mode goes to
 * its captured outbox. An email is composed once and sent at least once, always under the same Message-ID. A relay that is
 * down delays email, and nothing else.
 */
export const layer = (options: OutboundMailerOptions) =>
  Layer.unwrap(Effect.map(underWay(options), (outlasting) => Supervised.layer(mailer(options, outlasting))))

/** What outlives a restart of the actor: emails under way, whose outcome still has to be stored once the database is back. */
const underWay = Effect.fnUntraced(function* ({ from, relay }: OutboundMailerOptions) {
  const opened = Option.isSome(relay) ? yield* openRelay(relay.value, from) : undefined
  const [work, copies] = [
    yield* FiberMap.make<MessageId, void, never>(),
    yield* FiberMap.make<MessageId, void, never>()
  ]
  yield* Effect.addFinalizer(() =>
    Effect.timeoutOption(Effect.andThen(FiberMap.awaitEmpty(work), FiberMap.awaitEmpty(copies)), stopping)
  )
  return { relay: opened, work, copies }
})

const mailer = (options: OutboundMailerOptions, { copies, relay, work }: Effect.Success<ReturnType<typeof underWay>>) =>
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
        return FiberMap.run(mail.isForCopies ? copies : work, mail.id, attempted)
      }
      const round = Effect.gen(function* () {
        /** Excluded from leasing: their leases may expire while the database is down, before their outcome is stored. */
        const [mine, apart] = [idsIn(work), idsIn(copies)]
        const room = relayConnections - mine.length - apart.length
        if (room > 0) {
          // Copies are leased one at a time, and first: neither they nor a backlog of other email holds up the other.
          const forCopies = relay === undefined ? Effect.succeed([]) : outbox.leaseForCopies(lease, apart)
          const leased = Effect.flatMap(forCopies, (first) =>
            Effect.map(
              room > first.length ? outbox.lease(room - first.length, lease, mine) : Effect.succeed([]),
              (mails) => [...first, ...mails]
            )
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

const idsIn = (work: FiberMap.FiberMap<MessageId>) => Array.from(work, ([id]) => id)
