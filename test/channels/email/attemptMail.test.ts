import { assert, it } from "@effect/vitest"
import { DateTime, Effect, Layer, Option, Redacted } from "effect"
import { sendingMail } from "../../../channels/email/attemptMail.ts"
import { RelayFailed } from "../../../channels/email/SmtpRelay.ts"
import { type MessageId, parseId } from "../../../src/domain/Ids.ts"
import type { CopiesReport } from "../../../src/domain/OutboundMessage.ts"
import { ActorRegistry } from "../../../src/runtime/ActorRegistry.ts"
import { BlobStore } from "../../../src/tickets/files/BlobStore.ts"
import { MailComposer } from "../../../src/tickets/outbound/MailComposer.ts"
import { type MailContent, MailOutbox } from "../../../src/tickets/outbound/MailOutbox.ts"
import { Outbound } from "../../../src/tickets/outbound/Outbound.ts"
import { Senders } from "../../../src/tickets/outbound/Senders.ts"

const id = Option.getOrThrow(parseId("message", "msg_01m893khb3f5bbmdqn6zazb1ra"))

const content = {
  id,
  kind: "reply",
  messageId: "<a@acme.example>",
  from: { name: "Acme", address: "help@acme.example" },
  to: "ines@north.example",
  recipients: ["ines@north.example"],
  subject: "Your ticket",
  text: Redacted.make("We are on it."),
  headers: {},
  files: [],
  secret: false,
  createdAt: DateTime.makeUnsafe(0)
} satisfies MailContent

const leased = {
  id,
  kind: "reply",
  attempts: 1,
  isMessage: true,
  isDraft: false,
  isCaptured: false,
  isExpired: false,
  isForCopies: false
} as const

const services = Effect.all({
  outbox: MailOutbox,
  outbound: Outbound,
  composer: MailComposer,
  senders: Senders,
  blobs: BlobStore
})

/** Makes an attempt that the relay refuses for good; returns the state of the row, which `report` may change. */
const refused = (
  report: (row: { state: string }) => Effect.Effect<void>,
  { isMessage, isStillHeld }: { readonly isMessage: boolean; readonly isStillHeld: boolean } = {
    isMessage: true,
    isStillHeld: true
  }
) =>
  Effect.gen(function* () {
    const row = { state: "sending" }
    const settle = (state: string) =>
      Effect.sync(() => {
        if (row.state === "sending") row.state = state
      })
    const registry = yield* ActorRegistry
    const self = yield* registry.register({ name: "relay", kind: "mailer", brandId: undefined })
    const attempt = yield* services.pipe(
      Effect.map((all) =>
        sendingMail(
          all,
          () =>
            Effect.fail(
              new RelayFailed({
                code: "550",
                isAboutSender: false,
                isAway: false,
                permanent: true,
                reason: "No such user",
                cause: "no_mailbox"
              })
            ),
          self
        )
      ),
      Effect.provide([
        Layer.mock(MailOutbox, {
          content: () => Effect.succeedSome(content),
          renew: () => Effect.succeed(isStillHeld),
          failed: () => settle("failed"),
          sent: () => settle("sent")
        }),
        Layer.mock(Outbound, { report: () => report(row) }),
        Layer.mock(MailComposer, {}),
        Layer.mock(Senders, {}),
        Layer.mock(BlobStore, {})
      ])
    )
    yield* attempt({ ...leased, isMessage })
    return row.state
  }).pipe(Effect.provide(ActorRegistry.layer))

it.effect("leaves an email alone that somebody has sent again as soon as they heard that it failed", () =>
  Effect.gen(function* () {
    // Reported as failed, queued again by a program that listens, and leased by another node.
    const again = refused((row) =>
      Effect.sync(() => {
        row.state = "sending"
      })
    )
    assert.strictEqual(yield* again, "sending")
  })
)

it.effect("settles an email whose ticket cannot take the report, so that it is not sent again and again", () =>
  Effect.gen(function* () {
    assert.strictEqual(yield* refused(() => Effect.die(new Error("a bug"))), "failed")
  })
)

for (const isMessage of [true, false])
  it.effect(`reports nothing of ${isMessage ? "a message" : "a notice"} that another node is sending by now`, () =>
    Effect.gen(function* () {
      const failed = (row: { state: string }) =>
        Effect.sync(() => {
          row.state = "failed"
        })
      assert.strictEqual(yield* refused(failed, { isMessage, isStillHeld: false }), "sending")
      assert.strictEqual(yield* refused(failed, { isMessage, isStillHeld: true }), "failed")
    })
  )

for (const isForCopies of [false, true])
  it.effect(
    `reports nothing of a refused copy if another node is sending ${isForCopies ? "the copies" : "the email"} by now`,
    () =>
      Effect.gen(function* () {
        const mail = { ...content, cc: ["paul@north.example"], recipients: [content.to, "paul@north.example"] }
        const refused = { address: "paul@north.example", cause: "no_mailbox" as const, permanent: true, reason: "No" }
        /** The copies that the report says are lost. */
        const lost = Effect.fnUntraced(function* (isStillHeld: boolean) {
          const told: Array<string> = []
          const report = (_: MessageId, { copiesLost = [] }: CopiesReport) =>
            Effect.sync(() => void told.push(copiesLost.map(({ address }) => address).join()))
          const self = yield* (yield* ActorRegistry).register({ name: "relay", kind: "mailer", brandId: undefined })
          const attempt = yield* services.pipe(
            Effect.map((all) => sendingMail(all, () => Effect.succeed({ refused: [refused] }), self)),
            Effect.provide([
              Layer.mock(MailOutbox, {
                content: () => Effect.succeedSome(mail),
                renew: () => Effect.succeed(isStillHeld),
                reached: () => Effect.void
              }),
              Layer.mock(Outbound, { report, reportCopies: report }),
              Layer.mock(MailComposer, {}),
              Layer.mock(Senders, {}),
              Layer.mock(BlobStore, {})
            ])
          )
          yield* attempt({ ...leased, isForCopies })
          return told
        }, Effect.provide(ActorRegistry.layer))
        assert.deepStrictEqual(yield* lost(true), ["paul@north.example"])
        assert.deepStrictEqual(yield* lost(false), [""])
      })
  )
