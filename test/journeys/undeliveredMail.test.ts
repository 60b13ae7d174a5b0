import { randomUUID } from "node:crypto"
import { readFileSync } from "node:fs"
import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer, Schedule } from "effect"
import { createTransport } from "nodemailer"
import { type FakeRelay, fakeRelay } from "../support/FakeRelay.ts"
import { type Facts, hostedInstallation, start } from "../support/RunningServer.ts"

/** The product, with a mail server that accepts its mail and later reports what became of it. */
class Desk extends Context.Service<Desk, { readonly facts: Facts; readonly relay: FakeRelay }>()(
  "trunkline/test/UndeliveredDesk"
) {
  static readonly layer = Layer.effect(
    Desk,
    Effect.gen(function* () {
      const relay = yield* fakeRelay()
      const { facts } = yield* start(yield* hostedInstallation, { MAIL_RELAY_URL: `smtp://127.0.0.1:${relay.port}` })
      return { facts, relay }
    })
  )
}

const call = Effect.fnUntraced(function* (method: string, path: string, body?: object) {
  const { facts } = yield* Desk
  return yield* Effect.promise(async () => {
    const response = await fetch(`${facts.apiUrl}/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${facts.liveKey}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    })
    const text = await response.text()
    assert.isBelow(response.status, 300, `${method} ${path}: ${text}`)
    // biome-ignore lint/suspicious/noExplicitAny: the journey looks into answers as a caller without types does
    return JSON.parse(text) as any
  })
})

const soon = <A, E, R>(look: Effect.Effect<A, E, R>, until: (found: A) => boolean) =>
  Effect.repeat(look, { until, schedule: Schedule.spaced("20 millis") })

/** A ticket of a new customer with an agent's answer by mail, as the customer's mail systems have it. */
const answered = Effect.gen(function* () {
  const { facts, relay } = yield* Desk
  const customer = `ines-${randomUUID().slice(0, 8)}@north.example`
  const path = `/brands/${facts.brandId}/tickets`
  const ticket = yield* call("POST", path, { title: "Invoice 77", body: "It is wrong.", customerEmail: customer })
  const comment = yield* call("POST", `${path}/${ticket.id}/comments`, { body: "We are on it.", authorName: "Ada" })
  const delivery = Effect.map(call("GET", `${path}/${ticket.id}/comments/${comment.id}`), (one) => one.deliveries[0])
  yield* soon(delivery, ({ status }) => status === "sent")
  const mail = relay.sent.find(({ to }) => to.includes(customer)) ?? assert.fail("nothing was sent")
  const messageId = /^Message-ID:\s+<([^>]+)>/im.exec(mail.raw.toString("latin1"))?.[1] ?? assert.fail("no id")
  return { customer, ticket, path: `${path}/${ticket.id}`, delivery, returnPath: mail.from, messageId }
})
type Answered = Effect.Success<typeof answered>

/** A report as a real system writes it, about this mail, sent to its return path or elsewhere. */
const reported = Effect.fnUntraced(function* (name: string, mail: Answered, to = mail.returnPath) {
  const { facts } = yield* Desk
  const raw = readFileSync(`test/fixtures/mail/${name}.eml`, "latin1")
    .replaceAll("answer@acme.example", mail.messageId)
    .replaceAll(/(?:ines@north|paul@south|ada@east|lea@west|purchasing@south)\.example/g, mail.customer)
    .replace(/^(message-id): <(?!.*acme)/im, `$1: <${randomUUID()}.`)
    .replaceAll(/\r?\n/g, "\r\n")
  const transport = createTransport({ host: facts.smtpHost, port: facts.smtpPort, ignoreTLS: true })
  yield* Effect.tryPromise(() =>
    transport.sendMail({ envelope: { from: "", to: [to] }, raw: Buffer.from(raw, "latin1") })
  ).pipe(
    Effect.retry({ while: ({ cause }) => /\b4\d\d\b/.test(String(cause)), schedule: Schedule.spaced("50 millis") }),
    Effect.orDie
  )
})

const eventsOf = (ticketId: string) =>
  Effect.map(call("GET", `/events?ticketId=${ticketId}&limit=500`), ({ data }) =>
    (data as ReadonlyArray<{ readonly type: string; readonly data: Record<string, unknown> }>).filter(({ type }) =>
      type.startsWith("message.")
    )
  )
const typesOf = (ticketId: string) => Effect.map(eventsOf(ticketId), (events) => events.map(({ type }) => type))

layer(Desk.layer, { excludeTestServices: true })("Mail that does not arrive", (it) => {
  for (const [name, permanent] of [
    ["postfix-unknown-user", true],
    ["exchange-undeliverable", true],
    ["gmail-address-not-found", true],
    ["exim-report", true],
    ["exim-unknown-user", true],
    ["qmail-failure-notice", true],
    ["ses-mailbox-full", false]
  ] as const)
    it.effect(`is shown on its comment, even if it was delivered before: ${name}`, () =>
      Effect.gen(function* () {
        const mail = yield* answered
        yield* reported("bounces/postfix-delivered", mail)
        assert.strictEqual((yield* mail.delivery).status, "delivered")
        yield* reported(`bounces/${name}`, mail)
        const { error, status } = yield* mail.delivery
        assert.strictEqual(status, "bounced")
        assert.match(
          error,
          permanent ? /^The mailbox does not exist.* \(5\.\d+\.\d+ / : /^The mailbox is full.* \(4\.2\.2 /
        )
        const events = yield* eventsOf(mail.ticket.id)
        assert.deepStrictEqual(
          events.map(({ type }) => type),
          ["message.sent", "message.delivered", "message.bounced"]
        )
        assert.deepInclude(events.at(-1)?.data, { permanent, customerEmail: mail.customer })
        const customer = yield* call("GET", `/brands/${mail.ticket.brandId}/customers/${mail.ticket.customerId}`)
        assert.strictEqual(customer.emailBouncedAt !== undefined, permanent)
        const next = yield* call("POST", `${mail.path}/comments`, { body: "And?", authorName: "Ada" })
        assert.strictEqual(next.deliveries?.[0]?.status, permanent ? "suppressed" : "queued")
        if (permanent) assert.include(next.deliveries[0].error, "The mailbox does not exist")
        const { ticketId } = (yield* call("GET", `/brands/${mail.ticket.brandId}/inbound?limit=1`)).data[0]
        assert.strictEqual(ticketId, mail.ticket.id)
        const shown = yield* call("GET", mail.path)
        assert.strictEqual(shown.commentCount, 2, "a report is no comment")
      })
    )

  it.effect(
    "stops counting when the customer writes again, or the team says so: their mail system was wrong for an hour",
    () =>
      Effect.gen(function* () {
        const { facts, relay } = yield* Desk
        const mail = yield* answered
        const person = `/brands/${facts.brandId}/customers/${mail.ticket.customerId}`
        const answer = (body: string) =>
          Effect.map(
            call("POST", `${mail.path}/comments`, { body, authorName: "Ada" }),
            ({ deliveries }) => deliveries[0]
          )
        const sentTo = () => relay.sent.filter(({ to }) => to.includes(mail.customer)).length

        yield* reported("bounces/gmail-address-not-found", mail)
        assert.strictEqual((yield* answer("Are you there?")).status, "suppressed")
        const [, replyTo = ""] = /^Reply-To:\s+(\S+)/im.exec(relay.sent.at(-1)?.raw.toString("latin1") ?? "") ?? []
        const transport = createTransport({ host: facts.smtpHost, port: facts.smtpPort, ignoreTLS: true })
        yield* Effect.promise(() =>
          transport.sendMail({
            from: mail.customer,
            to: replyTo,
            subject: "Re: Invoice 77",
            text: "Our server was broken."
          })
        )
        assert.notProperty(yield* call("GET", person), "emailBouncedAt")
        assert.strictEqual((yield* answer("Good that you are back.")).status, "queued")
        yield* soon(Effect.sync(sentTo), (count) => count === 2)

        const { from, raw } = relay.sent.findLast(({ to }) => to.includes(mail.customer)) ?? assert.fail("not sent")
        const [, messageId = ""] = /^Message-ID:\s+<([^>]+)>/im.exec(raw.toString("latin1")) ?? []
        yield* reported("bounces/gmail-address-not-found", { ...mail, returnPath: from, messageId })
        assert.property(yield* call("GET", person), "emailBouncedAt")
        assert.notProperty(yield* call("PATCH", person, { notifyEmail: true }), "emailBouncedAt")
        assert.strictEqual((yield* answer("You told us by phone that it works.")).status, "queued")
        yield* soon(Effect.sync(sentTo), (count) => count === 3)
      })
  )

  it.effect("also stops counting for someone who was only in copy, and was no customer then", () =>
    Effect.gen(function* () {
      const { facts } = yield* Desk
      const mail = yield* answered
      const [copied, tickets] = [`paul-${randomUUID().slice(0, 8)}@south.example`, `/brands/${facts.brandId}/tickets`]
      yield* call("POST", `${mail.path}/comments`, { body: "For both.", authorName: "Ada", cc: [copied] })
      yield* reported("bounces/gmail-address-not-found", { ...mail, customer: copied })
      const answerTo = (path: string) =>
        Effect.map(call("POST", `${path}/comments`, { body: "Hello.", authorName: "Ada" }), ({ id }) =>
          Effect.map(call("GET", `${path}/comments/${id}`), ({ deliveries }) => deliveries[0].status)
        )
      const settled = (status: string) => status !== "queued"
      const opened = yield* call("POST", tickets, { title: "Mine", body: "Hello", customerEmail: copied })
      assert.strictEqual(yield* soon(yield* answerTo(`${tickets}/${opened.id}`), settled), "suppressed")

      const transport = createTransport({ host: facts.smtpHost, port: facts.smtpPort, ignoreTLS: true })
      yield* Effect.promise(() =>
        transport.sendMail({
          from: copied,
          to: facts.supportAddress,
          subject: "Hello?",
          text: "Our server was broken."
        })
      )
      assert.strictEqual(yield* soon(yield* answerTo(`${tickets}/${opened.id}`), settled), "sent")

      yield* reported("bounces/gmail-address-not-found", { ...mail, customer: copied })
      yield* call("PATCH", `/brands/${facts.brandId}/customers/${opened.customerId}`, { notifyEmail: true })
      assert.strictEqual(
        yield* soon(yield* answerTo(`${tickets}/${opened.id}`), settled),
        "sent",
        "the team knows better"
      )
    })
  )

  it.effect(
    "stays the last one for someone in copy who marked it as spam, even if mail bounced since and they write",
    () =>
      Effect.gen(function* () {
        const { facts } = yield* Desk
        const mail = yield* answered
        const copied = `pia-${randomUUID().slice(0, 8)}@south.example`
        yield* call("POST", `${mail.path}/comments`, { body: "For both.", authorName: "Ada", cc: [copied] })
        yield* reported("complaints/provider-abuse", { ...mail, customer: copied }, facts.supportAddress)
        yield* reported("bounces/gmail-address-not-found", { ...mail, customer: copied })
        const transport = createTransport({ host: facts.smtpHost, port: facts.smtpPort, ignoreTLS: true })
        yield* Effect.promise(() =>
          transport.sendMail({ from: copied, to: facts.supportAddress, subject: "Hello?", text: "It is me." })
        )
        const [opened] = (yield* call(
          "GET",
          `/brands/${facts.brandId}/tickets?customerEmail=${encodeURIComponent(copied)}`
        )).data
        const path = `/brands/${facts.brandId}/tickets/${opened.id}/comments`
        const { id } = yield* call("POST", path, { body: "Hello.", authorName: "Ada" })
        const delivery = Effect.map(call("GET", `${path}/${id}`), ({ deliveries }) => deliveries[0])
        const { error } = yield* soon(delivery, ({ status }) => status !== "queued")
        assert.strictEqual(error, "The recipient reported our email as spam")
      })
  )

  it.effect("is resent as the same mail when its author asks: the mailbox was full for a day", () =>
    Effect.gen(function* () {
      const { relay } = yield* Desk
      const mail = yield* answered
      yield* reported("bounces/ses-mailbox-full", mail)
      const { messageId } = yield* mail.delivery
      assert.strictEqual((yield* call("POST", `${mail.path}/messages/${messageId}/retry`)).status, "queued")
      yield* soon(mail.delivery, ({ status }) => status === "sent")
      const [first, second, ...more] = relay.sent.filter(({ to }) => to.includes(mail.customer))
      assert.isEmpty(more)
      const idOf = (raw: Buffer = Buffer.of()) => /^Message-ID:\s+<([^>]+)>/im.exec(raw.toString("latin1"))?.[1]
      assert.strictEqual(idOf(first?.raw), mail.messageId)
      assert.strictEqual(idOf(second?.raw), mail.messageId)
      assert.include(second?.raw.toString("latin1"), "We are on it.")
      assert.deepStrictEqual(yield* typesOf(mail.ticket.id), ["message.sent", "message.bounced", "message.sent"])
    })
  )

  for (const name of ["postfix-delayed", "exchange-delayed", "gmail-delayed", "exim-delayed"])
    it.effect(`is delayed until more is known: ${name}`, () =>
      Effect.gen(function* () {
        const mail = yield* answered
        yield* reported(`bounces/${name}`, mail)
        const { error, status } = yield* mail.delivery
        assert.strictEqual(status, "delayed")
        assert.match(error, /^4\.\d+\.\d+ /)
        yield* reported("bounces/postfix-delivered", mail)
        assert.deepInclude(yield* mail.delivery, { status: "delivered" })
        assert.isUndefined((yield* mail.delivery).error)
        yield* reported(`bounces/${name}`, mail)
        assert.deepStrictEqual(yield* typesOf(mail.ticket.id), ["message.sent", "message.delayed", "message.delivered"])
      })
    )

  it.effect("is unchanged while it is only relayed", () =>
    Effect.gen(function* () {
      const mail = yield* answered
      for (const name of ["postfix-relayed", "exchange-expanded"]) yield* reported(`bounces/${name}`, mail)
      assert.strictEqual((yield* mail.delivery).status, "sent")
      assert.deepStrictEqual(yield* typesOf(mail.ticket.id), ["message.sent"])
    })
  )

  it.effect("is the last one for a customer who marks it as spam, until they want mail again", () =>
    Effect.gen(function* () {
      const { facts } = yield* Desk
      const mail = yield* answered
      yield* reported("complaints/provider-abuse", mail, facts.supportAddress)
      assert.strictEqual((yield* mail.delivery).status, "delivered")
      const path = `/brands/${mail.ticket.brandId}/customers/${mail.ticket.customerId}`
      assert.isFalse((yield* call("GET", path)).notifyEmail)
      const silent = yield* call("POST", `${mail.path}/comments`, { body: "And?", authorName: "Ada" })
      assert.isUndefined(silent.deliveries)
      yield* call("PATCH", path, { notifyEmail: true })
      const heard = yield* call("POST", `${mail.path}/comments`, { body: "Again?", authorName: "Ada" })
      assert.strictEqual(heard.deliveries[0].to, mail.customer)
    })
  )
})
