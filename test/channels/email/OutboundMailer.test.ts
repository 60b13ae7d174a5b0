import { assert, layer } from "@effect/vitest"
import { Clock, Deferred, Duration, Effect, Layer, Option, Redacted, References } from "effect"
import { SqlClient } from "effect/sql"
import * as OutboundMailer from "../../../channels/email/OutboundMailer.ts"
import { signInMail } from "../../../src/accounts/signInMail.ts"
import { Vault } from "../../../src/accounts/Vault.ts"
import { DatabaseUnavailable } from "../../../src/domain/DatabaseUnavailable.ts"
import { IdGenerator } from "../../../src/domain/IdGenerator.ts"
import { uuidOf } from "../../../src/domain/Ids.ts"
import type { OutgoingMail } from "../../../src/domain/OutgoingMail.ts"
import type { Mode } from "../../../src/domain/Tenant.ts"
import { ActorRegistry, type ActorStatus } from "../../../src/runtime/ActorRegistry.ts"
import { freePort } from "../../../src/runtime/freePort.ts"
import { insertMail, mailChannel } from "../../../src/sql/outbound/insertMail.ts"
import * as SqlMailOutbox from "../../../src/sql/outbound/SqlMailOutbox.ts"
import type { BlobStore } from "../../../src/tickets/files/BlobStore.ts"
import type { MailComposer } from "../../../src/tickets/outbound/MailComposer.ts"
import { MailOutbox } from "../../../src/tickets/outbound/MailOutbox.ts"
import type { Outbound } from "../../../src/tickets/outbound/Outbound.ts"
import type { Senders } from "../../../src/tickets/outbound/Senders.ts"
import { fakeRelay } from "../../support/FakeRelay.ts"
import { fileServices } from "../../support/fileServices.ts"
import { AccountServices } from "../../support/Installation.ts"
import { outboundServices } from "../../support/outboundServices.ts"
import { seedBrand, seedTenant } from "../../support/seedTenant.ts"
import { outbox, outboxWhen } from "../../support/signInServices.ts"
import { silentHandoff } from "../../support/silentHandoff.ts"
import { answeredLate, until, untilHolds } from "../../support/until.ts"

const from = { name: "Acme", address: "no-reply@acme.example" }
const link = "http://localhost:3000/auth/callback?token=secret-of-the-link"

/** Queues a mail as a service would, in an otherwise empty outbox. */
const queueMail = Effect.fnUntraced(function* (lifetime: Duration.Input = "15 minutes") {
  const sql = yield* SqlClient.SqlClient
  yield* sql`DELETE FROM outgoing_mail`
  const mail = signInMail({
    id: (yield* IdGenerator).next("message"),
    to: "ada@team.example",
    link,
    lifetime: Duration.fromInputUnsafe(lifetime),
    publicUrl: "http://localhost:3000",
    domain: "acme.example"
  })
  yield* sql.withTransaction(insertMail(sql, yield* Vault, mail))
  return mail
})

/** Queues a mail to a customer of a brand in `mode`. */
const queueCustomerMail = Effect.fnUntraced(function* (mode: Mode) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`DELETE FROM outgoing_mail`
  const about = yield* seedBrand(yield* seedTenant(mode))
  const mail = {
    id: (yield* IdGenerator).next("message"),
    kind: "notification",
    messageId: `<${mode}@acme.example>`,
    about,
    from: { name: "Acme Support", address: "help@acme.example" },
    to: "ines@north.example",
    cc: ["paul@north.example"],
    replyTo: "reply@inbound.example",
    subject: "Your ticket",
    text: "We are on it.\n",
    html: "<p>We are on it.</p>",
    headers: { "In-Reply-To": "<question@north.example>", "Auto-Submitted": "auto-replied" },
    secret: false,
    lifetime: Duration.days(1)
  } satisfies OutgoingMail
  yield* sql.withTransaction(insertMail(sql, yield* Vault, mail))
  return mail
})

/** A mailer of its own that runs until the scope closes. */
const startMailer = (relay: string | undefined, services: Layer.Layer<never> = Layer.empty) =>
  Effect.gen(function* () {
    const printed: Array<string> = []
    const context = yield* Effect.context<MailOutbox | Outbound | MailComposer | Senders | BlobStore>()
    yield* Layer.build(
      OutboundMailer.layer({
        relay: Option.map(Option.fromUndefinedOr(relay), (url) => Redacted.make(url)),
        from,
        print: (text) => Effect.sync(() => void printed.push(text))
      }).pipe(Layer.provide(Layer.merge(Layer.succeedContext(context), services)))
    )
    return printed
  })

/** Makes everything that waits due. */
const becomeDue = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`UPDATE outgoing_mail SET due_at = now() - interval '1 second' WHERE state IN ('queued', 'sending')`
  yield* sql`SELECT pg_notify(${mailChannel}, '')`
})

const theMail = Effect.map(outbox, ([mail]) => mail)
const whenMail = (state: string, attempts = 0) =>
  Effect.map(
    outboxWhen((mails) => mails.some((mail) => mail.state === state && mail.attempts >= attempts)),
    ([mail]) => mail
  )

layer(
  SqlMailOutbox.layer.pipe(
    Layer.provide(silentHandoff),
    Layer.provideMerge(outboundServices({ inboundDomain: "inbound.example" })),
    Layer.provideMerge(fileServices({ publicUrl: "https://desk.example", maxBytes: 1024 })),
    Layer.provideMerge(AccountServices),
    Layer.provideMerge(ActorRegistry.layer),
    Layer.provideMerge(Layer.succeed(References.MinimumLogLevel, "Fatal"))
  ),
  {
    excludeTestServices: true
  }
)("OutboundMailer", (it) => {
  it.effect("passes mail to the relay as it was composed, and forgets the secret in it", () =>
    Effect.gen(function* () {
      const relay = yield* fakeRelay()
      yield* startMailer(`smtp://127.0.0.1:${relay.port}`)
      const { messageId } = yield* queueMail()
      const row = yield* whenMail("sent")
      const [mail] = relay.mails
      assert.strictEqual(mail?.messageId, messageId)
      assert.strictEqual(mail?.from?.text, '"Acme" <no-reply@acme.example>')
      assert.strictEqual(mail?.subject, "Sign in to Trunkline")
      assert.include(mail?.text, link)
      assert.strictEqual(mail?.headers.get("auto-submitted"), "auto-generated")
      assert.include(row, { text: "", sealed: false, attempts: 1, last_error: null })
      assert.lengthOf(relay.mails, 1)
    })
  )

  it.effect("passes mail to a customer on in its brand's name, with its copies, headers and HTML", () =>
    Effect.gen(function* () {
      const relay = yield* fakeRelay()
      yield* startMailer(`smtp://127.0.0.1:${relay.port}`)
      yield* queueCustomerMail("live")
      yield* whenMail("sent")
      const [mail] = relay.mails
      assert.strictEqual(mail?.from?.text, '"Acme Support" <help@acme.example>')
      assert.deepInclude(mail?.cc, { text: "paul@north.example" })
      assert.strictEqual(mail?.replyTo?.text, "reply@inbound.example")
      assert.strictEqual(mail?.inReplyTo, "<question@north.example>")
      assert.strictEqual(mail?.headers.get("auto-submitted"), "auto-replied")
      assert.strictEqual(mail?.html, "<p>We are on it.</p>")
    })
  )

  it.effect("never sends mail of test mode, with or without a relay", () =>
    Effect.gen(function* () {
      const relay = yield* fakeRelay()
      const printed = yield* startMailer(undefined)
      yield* startMailer(`smtp://127.0.0.1:${relay.port}`)
      const captured = yield* queueCustomerMail("test")
      yield* becomeDue
      // Mail that is sent afterwards proves that the mailers have looked.
      const sql = yield* SqlClient.SqlClient
      const after = { ...captured, id: (yield* IdGenerator).next("message"), messageId: "<after@acme.example>" }
      yield* sql.withTransaction(insertMail(sql, yield* Vault, { ...after, about: undefined }))
      yield* outboxWhen((mails) => mails.some(({ state }) => state === "sent" || state === "kept"))
      assert.deepStrictEqual(
        (yield* outbox).map(({ attempts, message_id, state }) => [message_id, state === "captured", attempts]),
        [
          [captured.messageId, true, 0],
          ["<after@acme.example>", false, 1]
        ]
      )
      assert.strictEqual(relay.mails.length + printed.length, 1)
    })
  )

  it.effect("holds mail of a brand in the trash until the brand is restored", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { lease } = yield* MailOutbox
      const { about, id } = yield* queueCustomerMail("live")
      const brandId = uuidOf(about.brandId)
      yield* sql`UPDATE brands SET deleted_at = now() WHERE id = ${brandId}`
      assert.deepStrictEqual(yield* lease(10, Duration.minutes(1), []), [])
      yield* sql`UPDATE brands SET deleted_at = NULL WHERE id = ${brandId}`
      assert.deepStrictEqual(
        (yield* lease(10, Duration.minutes(1), [])).map((mail) => [mail.id, mail.attempts]),
        [[id, 1]]
      )
    })
  )

  it.effect("sends what was queued before it started", () =>
    Effect.gen(function* () {
      const relay = yield* fakeRelay()
      yield* queueMail()
      yield* startMailer(`smtp://127.0.0.1:${relay.port}`)
      yield* whenMail("sent")
      assert.lengthOf(relay.mails, 1)
    })
  )

  it.effect("keeps mail sealed while the relay is down, and sends it when it is back", () =>
    Effect.gen(function* () {
      const port = yield* freePort("127.0.0.1")
      yield* startMailer(`smtp://127.0.0.1:${port}`)
      const { messageId } = yield* queueMail()
      const waiting = yield* whenMail("queued", 1)
      assert.isTrue(waiting?.sealed)
      assert.match(waiting?.last_error ?? "", /ECONNREFUSED/)

      const relay = yield* fakeRelay({ port })
      yield* becomeDue
      const sent = yield* whenMail("sent")
      assert.include(sent, { attempts: 2 })
      assert.deepStrictEqual(
        relay.mails.map((mail) => mail.messageId),
        [messageId]
      )
    })
  )

  it.effect("waits at least 54 s after a first failure", () =>
    Effect.gen(function* () {
      const relay = yield* fakeRelay({ answer: () => ({ code: 451, text: "later" }) })
      yield* startMailer(`smtp://127.0.0.1:${relay.port}`)
      yield* queueMail()
      assert.match((yield* whenMail("queued", 1))?.last_error ?? "", /later/)
      const sql = yield* SqlClient.SqlClient
      const [row] = yield* sql<{ early: boolean }>`SELECT due_at < created_at + interval '54 seconds' AS early
        FROM outgoing_mail`
      assert.deepStrictEqual(row, { early: false })
    })
  )

  it.effect("gives up on a mail that the relay refuses permanently, and stores the reason", () =>
    Effect.gen(function* () {
      const relay = yield* fakeRelay({ answer: () => ({ code: 554, text: "no such mailbox" }) })
      yield* startMailer(`smtp://127.0.0.1:${relay.port}`)
      yield* queueMail()
      const failed = yield* whenMail("failed")
      assert.match(failed?.last_error ?? "", /no such mailbox/)
      assert.include(failed, { attempts: 1, text: "" })
    })
  )

  it.effect("sends mail from its author's address if the relay does not accept the null sender", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const [strict, other] = yield* Effect.all([fakeRelay({ refusesNull: true }), fakeRelay()])
      for (const [relay, from] of [
        [strict, "help@acme.example"],
        [other, ""]
      ] as const) {
        yield* queueCustomerMail("live")
        yield* sql`UPDATE outgoing_mail SET return_path = ''`
        yield* Effect.scoped(Effect.andThen(startMailer(`smtp://127.0.0.1:${relay.port}`), whenMail("sent")))
        assert.deepStrictEqual(
          relay.sent.map((sent) => sent.from),
          [from]
        )
      }
    })
  )

  it.effect("resends a mail with the same Message-ID when it was killed before it knew that it was sent", () =>
    Effect.gen(function* () {
      const relay = yield* fakeRelay()
      const stored = yield* MailOutbox
      const { messageId } = yield* queueMail()
      // Nothing is stored any more, as after kill -9.
      const accepted = yield* Deferred.make<void>()
      const sent = () => Effect.andThen(Deferred.succeed(accepted, undefined), Effect.die("killed"))
      const killed = Layer.succeed(MailOutbox, { ...stored, sent })
      yield* Effect.scoped(
        Effect.gen(function* () {
          yield* startMailer(`smtp://127.0.0.1:${relay.port}`, killed)
          yield* Deferred.await(accepted)
        })
      )
      assert.include(yield* theMail, { state: "sending", attempts: 1, sealed: true })

      yield* startMailer(`smtp://127.0.0.1:${relay.port}`)
      yield* becomeDue
      yield* whenMail("sent", 2)
      assert.deepStrictEqual(
        relay.mails.map((mail) => mail.messageId),
        [messageId, messageId]
      )
    })
  )

  it.effect("sends a mail once if the database goes away as the relay accepts it, and comes back much later", () =>
    Effect.gen(function* () {
      const stored = yield* MailOutbox
      let isAway = false
      const relay = yield* fakeRelay({
        answer: () => {
          isAway = true
          return undefined
        }
      })
      const unlessAway = <A>(effect: Effect.Effect<A, DatabaseUnavailable>) =>
        Effect.suspend(() => (isAway ? Effect.fail(new DatabaseUnavailable({ reason: "unreachable" })) : effect))
      const outage = Layer.succeed(MailOutbox, {
        ...stored,
        lease: (...asked) => unlessAway(stored.lease(...asked)),
        sent: (id) => unlessAway(stored.sent(id)),
        postpone: (...asked) => unlessAway(stored.postpone(...asked)),
        backlog: unlessAway(stored.backlog)
      })
      yield* queueMail()
      yield* startMailer(`smtp://127.0.0.1:${relay.port}`, outage)
      yield* Effect.repeat(Effect.sleep(5), { until: () => isAway })
      // Longer than mail in progress may take when the server stops.
      yield* Effect.sleep(8_000)
      isAway = false
      yield* whenMail("sent")
      yield* Effect.sleep(2_000)
      assert.lengthOf(relay.mails, 1)
    })
  )

  it.effect("sends what it has leased when it is stopped: no one else could before the lease ends", () =>
    Effect.gen(function* () {
      const stored = yield* MailOutbox
      const relay = yield* fakeRelay()
      const leased = yield* Deferred.make<void>()
      const slow = Layer.succeed(MailOutbox, {
        ...stored,
        lease: (...asked) => Effect.tap(stored.lease(...asked), (found) => answeredLate(leased, found))
      })
      yield* queueMail()
      const mailer = startMailer(`smtp://127.0.0.1:${relay.port}`, slow)
      yield* Effect.scoped(Effect.andThen(mailer, Deferred.await(leased)))
      assert.lengthOf(relay.mails, 1)
    })
  )

  it.effect("leaves a mail alone while its sender is still storing the result, however late", () =>
    Effect.gen(function* () {
      const stored = yield* MailOutbox
      const relay = yield* fakeRelay()
      // The write path was away for longer than the mail was leased, and due mail is found sooner than the write is retried.
      const [taken, looked] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      let hasEnded = false
      const slow = Layer.succeed(MailOutbox, {
        ...stored,
        lease: (...asked) =>
          Effect.suspend(() => {
            const isLater = hasEnded
            return Effect.tap(stored.lease(...asked), () =>
              isLater ? Deferred.succeed(looked, undefined) : Effect.void
            )
          }),
        sent: (id) =>
          Deferred.succeed(taken, undefined).pipe(
            Effect.andThen(Deferred.await(looked)),
            Effect.andThen(stored.sent(id))
          )
      })
      yield* queueMail()
      yield* startMailer(`smtp://127.0.0.1:${relay.port}`, slow)
      yield* Deferred.await(taken)
      yield* becomeDue
      hasEnded = true
      yield* (yield* SqlClient.SqlClient)`SELECT pg_notify(${mailChannel}, '')`
      assert.include(yield* whenMail("sent"), { attempts: 1 })
      const { messageId } = yield* queueMail()
      yield* whenMail("sent", 1)
      assert.lengthOf(relay.mails, 2)
      assert.strictEqual(relay.mails[1]?.messageId, messageId)
    })
  )

  it.effect("does not send a mail that another node took over while this machine slept", () =>
    Effect.gen(function* () {
      const stored = yield* MailOutbox
      const sql = yield* SqlClient.SqlClient
      const relay = yield* fakeRelay()
      const asked = yield* Deferred.make<void>()
      const clock = yield* Clock.Clock
      let slept = 0
      const now = () => clock.currentTimeMillisUnsafe() + slept
      const wall = Layer.succeed(Clock.Clock, {
        sleep: (duration) => clock.sleep(duration),
        currentTimeMillis: Effect.sync(now),
        currentTimeMillisUnsafe: now,
        currentTimeNanos: clock.currentTimeNanos,
        currentTimeNanosUnsafe: () => clock.currentTimeNanosUnsafe(),
        monotonicTimeNanos: clock.monotonicTimeNanos,
        monotonicTimeNanosUnsafe: () => clock.monotonicTimeNanosUnsafe()
      })
      const takenOver = sql`UPDATE outgoing_mail SET attempts = attempts + 1, due_at = now() + interval '1 hour'`
      const sleeping = Layer.succeed(MailOutbox, {
        ...stored,
        content: (mail) =>
          Effect.tap(stored.content(mail), () =>
            Effect.map(Effect.orDie(takenOver), () => {
              slept = 3_600_000
            })
          ),
        renew: (...asking) => Effect.tap(stored.renew(...asking), () => Deferred.succeed(asked, undefined))
      })
      yield* queueMail()
      const mailer = startMailer(`smtp://127.0.0.1:${relay.port}`, Layer.merge(sleeping, wall))
      const over = Effect.raceFirst(
        Deferred.await(asked),
        untilHolds(() => relay.mails.length > 0)
      )
      yield* Effect.scoped(Effect.andThen(mailer, over))
      assert.lengthOf(relay.mails, 0)
      assert.include(yield* theMail, { state: "sending", attempts: 2 })
    })
  )

  it.effect("returns a mail at once when it is stopped while the relay does not respond", () =>
    Effect.gen(function* () {
      const silent = yield* fakeRelay({ answer: () => "silence" })
      yield* Effect.scoped(
        Effect.gen(function* () {
          yield* startMailer(`smtp://127.0.0.1:${silent.port}`)
          yield* queueMail()
          yield* Effect.repeat(Effect.sleep(5), { until: () => silent.mails.length > 0 })
        })
      )
      assert.include(yield* theMail, { state: "queued", sealed: true })
    })
  )

  it.effect("sends a mail once, however many nodes there are", () =>
    Effect.gen(function* () {
      const relay = yield* fakeRelay()
      // Leftovers of another test would be sent as well.
      yield* (yield* SqlClient.SqlClient)`DELETE FROM outgoing_mail`
      for (const _ of [1, 2, 3]) yield* startMailer(`smtp://127.0.0.1:${relay.port}`)
      yield* queueMail()
      yield* whenMail("sent")
      assert.lengthOf(relay.mails, 1)
    })
  )

  it.effect("sends nothing that has expired", () =>
    Effect.gen(function* () {
      const relay = yield* fakeRelay()
      yield* queueMail(Duration.zero)
      yield* startMailer(`smtp://127.0.0.1:${relay.port}`)
      assert.include(yield* whenMail("failed"), { attempts: 0, text: "" })
      assert.lengthOf(relay.mails, 0)
    })
  )

  it.effect("logs in with the credentials in the URL", () =>
    Effect.gen(function* () {
      const relay = yield* fakeRelay({ password: "p@ss word" })
      yield* startMailer(`smtp://ada%40acme:p%40ss%20word@127.0.0.1:${relay.port}`)
      yield* queueMail()
      yield* whenMail("sent")
      assert.deepStrictEqual(relay.logins, ["ada@acme:p@ss word"])
    })
  )

  it.effect("keeps mail for later when its own credentials are refused", () =>
    Effect.gen(function* () {
      const relay = yield* fakeRelay({ password: "right" })
      yield* startMailer(`smtp://ada:wrong@127.0.0.1:${relay.port}`)
      yield* queueMail()
      assert.match((yield* whenMail("queued", 1))?.last_error ?? "", /535/)
    })
  )

  it.effect("does not talk to a relay whose certificate it cannot verify", () =>
    Effect.gen(function* () {
      const relay = yield* fakeRelay({ secure: true })
      yield* startMailer(`smtps://127.0.0.1:${relay.port}`)
      yield* queueMail()
      assert.match((yield* whenMail("queued", 1))?.last_error ?? "", /certificate/)
      assert.lengthOf(relay.mails, 0)
    })
  )

  it.effect("keeps mail readable without a relay, and shows it to whoever runs the server", () =>
    Effect.gen(function* () {
      const printed = yield* startMailer(undefined)
      yield* queueMail()
      const kept = yield* whenMail("kept")
      assert.include(kept?.text, link)
      assert.lengthOf(printed, 1)
      assert.include(
        printed[0],
        "Mail to ada@team.example, not sent because MAIL_RELAY_URL is not set: Sign in to Trunkline"
      )
      assert.include(printed[0], link)
    })
  )

  it.effect("says that it does not show the text of mail to a customer, instead of showing an empty one", () =>
    Effect.gen(function* () {
      const printed = yield* startMailer(undefined)
      yield* queueCustomerMail("live")
      yield* whenMail("kept")
      assert.lengthOf(printed, 1)
      assert.match(
        printed[0] ?? "",
        /not sent because MAIL_RELAY_URL is not set: .+\n {2}\(its text is not shown here\)\n/
      )
      assert.notInclude(printed[0], "We are on it")
    })
  )

  it.effect("removes settled mail after 30 days", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      // Notifications about a brand, which have no ticket, are removed too.
      const { id, ...notification } = yield* queueCustomerMail("live")
      yield* queueMail()
      yield* sql.withTransaction(insertMail(sql, yield* Vault, { ...notification, id, about: undefined }))
      yield* sql`UPDATE outgoing_mail SET state = 'sent', settled_at = now() - interval '31 days'`
      yield* startMailer(undefined)
      yield* outboxWhen((mails) => mails.length === 0)
    })
  )

  it.effect("removes captured mail after 7 days, and keeps the newest 10,000 of a tenant", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* queueCustomerMail("test")
      const columns = "kind, recipient, subject, text, sealed, state, expires_at, tenant_id, brand_id"
      const copies = (count: number, age: string) =>
        sql.unsafe(`INSERT INTO outgoing_mail (id, message_id, ${columns})
          SELECT uuid_at(now() - interval '${age}' - n * interval '1 millisecond'), 'copy ' || '${age} ' || n, ${columns}
          FROM generate_series(1, ${count}) n, (SELECT * FROM outgoing_mail WHERE message_id = '<test@acme.example>') m`)
      yield* copies(1, "8 days")
      yield* copies(10_001, "1 hour")
      yield* (yield* MailOutbox).purge({
        settled: Duration.days(30),
        captured: Duration.days(7),
        capturedCount: 10_000
      })
      const left = yield* sql<{ message_id: string }>`SELECT message_id FROM outgoing_mail ORDER BY id`
      assert.lengthOf(left, 10_000)
      assert.strictEqual(left[0]?.message_id, "copy 1 hour 9999")
      assert.strictEqual(left.at(-1)?.message_id, "<test@acme.example>")
    })
  )

  it.effect("reports what it does, the last failure and when mail was last sent", () =>
    Effect.gen(function* () {
      let isFull = true
      const relay = yield* fakeRelay({ answer: () => (isFull ? { code: 452, text: "full" } : undefined) })
      yield* startMailer(`smtp://127.0.0.1:${relay.port}`)
      yield* queueMail()
      const registry = yield* ActorRegistry
      const lineThat = (holds: (line: ActorStatus) => boolean) =>
        until(
          Effect.map(registry.list, (lines) =>
            lines.find((line) => line.name.endsWith(String(relay.port)) && holds(line))
          ),
          (found) => found !== undefined
        )
      const refused = yield* lineThat(({ backlog, lastError }) => backlog === 1 && lastError !== undefined)
      assert.include(refused, { kind: "mailer", state: "running", lastError: "EMESSAGE 452" })
      assert.isUndefined(refused?.lastOutboundAt)
      isFull = false
      yield* queueMail()
      // A mailer that has just started looks immediately.
      yield* startMailer(`smtp://127.0.0.1:${relay.port}`)
      yield* lineThat(({ lastOutboundAt }) => lastOutboundAt !== undefined)
    })
  )
})
