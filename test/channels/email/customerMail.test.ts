import { generateKeyPairSync } from "node:crypto"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Option, Redacted } from "effect"
import PostalMime from "postal-mime"
import { loadMailauth } from "../../../channels/email/loadMailauth.ts"
import { uuidOf } from "../../../src/domain/Ids.ts"
import { tokenIn } from "../../../src/domain/ReplyAddress.ts"
import { Database } from "../../../src/sql/Database.ts"
import * as SqlInboundLog from "../../../src/sql/intake/SqlInboundLog.ts"
import { mailChannel } from "../../../src/sql/outbound/insertMail.ts"
import { BlobStore } from "../../../src/tickets/files/BlobStore.ts"
import { InboundLog } from "../../../src/tickets/intake/InboundLog.ts"
import { MailMarks } from "../../../src/tickets/outbound/MailMarks.ts"
import { Senders } from "../../../src/tickets/outbound/Senders.ts"
import { announce, send } from "../../support/attachmentCalls.ts"
import { type FakeRelay, fakeRelay } from "../../support/FakeRelay.ts"
import { diskBlobs } from "../../support/fileServices.ts"
import { HttpSite, site } from "../../support/HttpSite.ts"
import { Installation } from "../../support/Installation.ts"
import { becomeDue, copiesBecomeDue, mailerFor } from "../../support/mailerFor.ts"
import { mailMarks } from "../../support/mailServices.ts"
import { teamMember } from "../../support/teamMember.ts"
import { until } from "../../support/until.ts"

let serial = 0
const someone = () => `customer-${++serial}@north.example`

/** Sends a request that is expected to succeed. */
const ask = Effect.fnUntraced(function* (method: string, path: string, body?: object) {
  const answer = yield* (yield* HttpSite).ask(method, path, body === undefined ? {} : { body })
  assert.isBelow(answer.status, 300, answer.text)
  return answer.json
})

const openTicket = Effect.fnUntraced(function* (more: object = {}) {
  const { live } = yield* Installation
  const customerEmail = someone()
  const path = `/v1/brands/${live.brand.id}/tickets`
  const ticket = yield* ask("POST", path, {
    title: "Invoice 77",
    body: "It names the wrong company.",
    customerEmail,
    ...more
  })
  return { ticket, customerEmail, path: `${path}/${ticket.id}` }
})

/** Waits until the relay has this many mails for the address. */
const sentTo = (relay: FakeRelay, address: string, count = 1) =>
  until(
    Effect.sync(() => relay.sent.filter(({ to }) => to.includes(address))),
    (sent) => sent.length >= count
  )

/** Header and body of a mail, parsed by a different parser than the one for incoming mail. */
const parsed = (raw: Buffer | undefined) =>
  Effect.promise(async () => {
    const mail = await PostalMime.parse(raw ?? Buffer.alloc(0))
    const header = (name: string) =>
      mail.headers.filter(({ key }) => key === name.toLowerCase()).map(({ value }) => value)
    return { ...mail, header }
  })

/** The state of the message, once it is no longer `queued`. */
const settled = (path: string) =>
  until(
    Effect.map(ask("GET", `${path}/messages`), (messages) => messages.at(-1)),
    (message) => message !== undefined && message.status !== "queued"
  )

const eventsOf = Effect.fnUntraced(function* (ticketId: string) {
  const { data } = yield* ask("GET", `/v1/events?ticketId=${ticketId}&limit=500`)
  return data as ReadonlyArray<{
    readonly type: string
    readonly sequence: number
    readonly data: Record<string, unknown>
  }>
})

layer(site(), { excludeTestServices: true })("Mail to customers", (it) => {
  it.effect("comes from the brand if a program answers without naming an author", () =>
    Effect.gen(function* () {
      const relay = yield* fakeRelay()
      yield* mailerFor(relay)
      const { customerEmail, path } = yield* openTicket()
      const comment = yield* ask("POST", `${path}/comments`, { body: "It is on its way." })
      assert.strictEqual(comment.authorName, "First key")
      const [sent] = yield* sentTo(relay, customerEmail)
      const mail = yield* parsed(sent?.raw)
      assert.deepStrictEqual(mail.from, { address: "no-reply@desk.example", name: "My Brand" })
    })
  )

  it.effect("carries an agent's answer, so that a reply finds its way back", () =>
    Effect.gen(function* () {
      const relay = yield* fakeRelay()
      yield* mailerFor(relay)
      const { customerEmail, path, ticket } = yield* openTicket()
      const comment = yield* ask("POST", `${path}/comments`, {
        body: "Hello Ines,\n\nwhich **company** is it? See https://desk.example/help.",
        authorName: "Ada Byron",
        cc: ["paul@north.example"]
      })
      assert.deepInclude(comment.deliveries[0], { channel: "email", to: customerEmail, status: "queued" })

      const [sent] = yield* sentTo(relay, customerEmail)
      assert.deepStrictEqual(sent?.to, [customerEmail, "paul@north.example"])
      assert.match(sent?.from ?? "", /^b\.[0-9a-z]{26}@inbound\.example$/)
      const mail = yield* parsed(sent?.raw)
      assert.deepStrictEqual(mail.from, { address: "no-reply@desk.example", name: "Ada Byron (My Brand)" })
      assert.deepStrictEqual(
        mail.to?.map(({ address }) => address),
        [customerEmail]
      )
      assert.deepStrictEqual(
        mail.cc?.map(({ address }) => address),
        ["paul@north.example"]
      )
      assert.strictEqual(mail.subject, "Invoice 77")
      const replyTo = mail.replyTo?.[0]?.address ?? ""
      assert.isDefined(tokenIn("reply", replyTo.split("@")[0] ?? ""))
      assert.strictEqual(replyTo.split("@")[1], "inbound.example")

      const marks = yield* Effect.provide(MailMarks, mailMarks)
      assert.deepStrictEqual(marks.idIn(mail.messageId?.slice(1, -1) ?? ""), Option.some(comment.id))
      assert.match(mail.messageId ?? "", /@desk\.example>$/)
      const { live } = yield* Installation
      assert.deepStrictEqual(marks.brandIn(mail.header("X-Trunkline-Loop")[0] ?? ""), Option.some(live.brand.id))
      for (const absent of ["Auto-Submitted", "Precedence", "X-Auto-Response-Suppress", "List-Unsubscribe", "Bcc"])
        assert.deepStrictEqual(mail.header(absent), [], absent)

      assert.strictEqual(
        mail.text?.replaceAll("\r\n", "\n").split("\n").slice(0, 3).join("\n"),
        "Hello Ines,\n\nwhich **company** is it? See https://desk.example/help."
      )
      assert.match(mail.text ?? "", /^On .+, \S+ wrote:\r?$\n^> It names the wrong company\.\r?$/m)
      assert.include(mail.html, "<strong>company</strong>")
      assert.include(mail.html, '<a href="https://desk.example/help">https://desk.example/help</a>.')
      assert.include(mail.html, 'content="light dark"')
      assert.match(mail.html ?? "", /<blockquote type="cite"[^>]*>\r?\nIt names the wrong company\./)

      const message = yield* settled(path)
      assert.deepInclude(message, {
        ticketId: ticket.id,
        commentId: comment.id,
        channel: "email",
        kind: "reply",
        from: "no-reply@desk.example",
        to: customerEmail,
        subject: "Invoice 77",
        externalId: mail.messageId?.slice(1, -1),
        status: "sent",
        attempts: 1
      })
      const again = yield* ask("GET", `${path}/comments/${comment.id}`)
      assert.deepInclude(again.deliveries[0], { messageId: message.id, status: "sent" })
      const shown = yield* ask("GET", path)
      assert.deepStrictEqual(shown.participants, [{ email: "paul@north.example", verified: true }])

      const events = yield* eventsOf(ticket.id)
      assert.deepStrictEqual(
        events.map(({ type }) => type),
        ["ticket.created", "comment.created", "ticket.updated", "message.sent"]
      )
      assert.deepStrictEqual(
        events.map(({ sequence }) => sequence),
        [1, 2, 3, 4]
      )
      assert.deepInclude(events[3]?.data ?? {}, {
        ticketId: ticket.id,
        ticketNumber: ticket.publicId,
        commentId: comment.id,
        customerEmail,
        message
      })
    })
  )

  it.effect("is signed with the key of its sending domain", () =>
    Effect.gen(function* () {
      const relay = yield* fakeRelay()
      const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 })
      const pem = privateKey.export({ type: "pkcs8", format: "pem" }).toString()
      const dkim = { domain: "acme.example", selector: "s1", privateKey: Redacted.make(pem) }
      const sender = {
        from: { name: "Acme", address: "help@acme.example" },
        replyDomain: "acme.example",
        bounceDomain: "bounce.acme.example"
      }
      const senders = Senders.of({
        senderOf: () => Effect.succeed(sender),
        choiceOf: () => Effect.succeed({ from: sender.from, senders: [] }),
        signerOf: (_, address) => Effect.succeed(address === sender.from.address ? dkim : undefined)
      })
      yield* mailerFor(relay, Layer.succeed(Senders, senders))
      const { customerEmail, path } = yield* openTicket()
      yield* ask("POST", `${path}/comments`, { body: "Hello", authorName: "Ada" })
      const [sent] = yield* sentTo(relay, customerEmail)
      assert.match(sent?.from ?? "", /^b\.\w{26}@bounce\.acme\.example$/)
      const mail = yield* parsed(sent?.raw)
      assert.deepStrictEqual(mail.from, { address: "help@acme.example", name: "Ada (Acme)" })
      assert.match(mail.messageId ?? "", /@acme\.example>$/)
      assert.match(mail.replyTo?.[0]?.address ?? "", /^r\.\w{26}@acme\.example$/)

      const key = publicKey.export({ type: "spki", format: "der" }).toString("base64")
      const asked: Array<string> = []
      const { dkim: verdict } = yield* Effect.promise(async () =>
        (await loadMailauth()).authenticate(sent?.raw ?? Buffer.alloc(0), {
          ip: "127.0.0.1",
          resolver: (name, type) => {
            if (type === "TXT" && name.includes("_domainkey")) {
              asked.push(name)
              return Promise.resolve([[`v=DKIM1; k=rsa; p=${key}`]])
            }
            return Promise.reject(Object.assign(new Error("no such name"), { code: "ENOTFOUND" }))
          }
        })
      )
      assert.deepStrictEqual(asked, ["s1._domainkey.acme.example"])
      assert.deepStrictEqual(
        verdict.results.map(({ signingDomain, status }) => [signingDomain, status.result]),
        [["acme.example", "pass"]]
      )
    })
  )

  it.effect("is from the address that the agent chose, which must be the brand's", () =>
    Effect.gen(function* () {
      const { path } = yield* openTicket()
      const brand = path.split("/tickets/")[0]
      const address = yield* ask("POST", `${brand}/addresses`, { address: "sales@inbound.example", kind: "alias" })
      const comment = yield* ask("POST", `${path}/comments`, { body: "Hello", connectionId: address.id })
      const { system } = yield* Database
      const [row] = yield* system`SELECT address_id FROM outgoing_mail
        WHERE id = ${uuidOf(comment.deliveries[0].messageId)}`
      assert.deepStrictEqual(row, { address_id: uuidOf(address.id) })

      const { ask: request } = yield* HttpSite
      const { test } = yield* Installation
      const others = yield* request("POST", `/v1/brands/${test.brand.id}/addresses`, {
        key: test.key,
        body: { address: "other@inbound.example", kind: "alias" }
      })
      assert.strictEqual(others.status, 201, others.text)
      for (const connectionId of [others.json.id, "adr_01m893khb3f5bbmdqn6zazb1ra", "sales@inbound.example"]) {
        const refused = yield* request("POST", `${path}/comments`, { body: { body: "x", connectionId } })
        assert.deepInclude(refused.json, { status: 400, code: "validation_failed" })
        assert.deepInclude(refused.json.errors[0], { field: "connectionId", code: "unknown_id" })
      }
    })
  )

  it.effect("continues one thread: the next answer references the previous one", () =>
    Effect.gen(function* () {
      const relay = yield* fakeRelay()
      yield* mailerFor(relay)
      const { customerEmail, path } = yield* openTicket()
      const mails = []
      for (const [index, body] of ["one", "two", "three"].entries()) {
        yield* ask("POST", `${path}/comments`, { body })
        mails.push(yield* parsed((yield* sentTo(relay, customerEmail, index + 1))[index]?.raw))
      }
      const [one, two, three] = mails
      assert.strictEqual(one?.inReplyTo, undefined)
      assert.strictEqual(one?.subject, "Invoice 77")
      assert.strictEqual(two?.inReplyTo, one?.messageId)
      assert.strictEqual(two?.subject, "Re: Invoice 77")
      assert.strictEqual(three?.inReplyTo, two?.messageId)
      assert.strictEqual(three?.references, `${one?.messageId} ${two?.messageId}`)
      assert.strictEqual(three?.replyTo?.[0]?.address, one?.replyTo?.[0]?.address, "one address for one person")
    })
  )

  it.effect("is also known by the id that the relay assigned", () =>
    Effect.gen(function* () {
      const ses = "0102018f6a1b2c3d-4e5f6071-8293-a4b5-c6d7-e8f901234567-000000"
      const relay = yield* fakeRelay({ taken: () => `Ok ${ses}` })
      yield* mailerFor(relay)
      const { customerEmail, path, ticket } = yield* openTicket()
      const comment = yield* ask("POST", `${path}/comments`, { body: "Which company is it?" })
      yield* sentTo(relay, customerEmail)
      yield* settled(path)
      const { system } = yield* Database
      assert.deepStrictEqual(
        yield* system`select message_id, direction, comment_id from message_ids where ticket_id = ${uuidOf(ticket.id)} and message_id like '%amazonses%'`,
        [{ message_id: `${ses}@email.amazonses.com`, direction: "out", comment_id: uuidOf(comment.id) }]
      )
      const { live } = yield* Installation
      const scope = { tenant: live.tenant, brandId: live.brand.id }
      const log = yield* Effect.provide(InboundLog, SqlInboundLog.layer)
      const [message] = yield* ask("GET", `${path}/messages`)
      assert.deepStrictEqual(
        yield* log.sentMail(scope, { messageIds: ["unknown@x.example", `${ses}@email.amazonses.com`] }),
        Option.some({ messageId: message.id, ticketId: ticket.id, noticeTo: undefined })
      )
    })
  )

  it.effect("includes files, and links to those that would make it too large", () =>
    Effect.gen(function* () {
      const relay = yield* fakeRelay()
      yield* mailerFor(relay)
      const { customerEmail, path } = yield* openTicket()
      const { live } = yield* Installation
      const pending = `/v1/brands/${live.brand.id}/attachments/pending`
      const waiting = Effect.fnUntraced(function* (filename: string, bytes: string) {
        const { id, uploadUrl } = yield* announce(pending, bytes, { filename })
        assert.strictEqual((yield* send(uploadUrl, bytes, { "content-type": "text/plain" })).status, 204)
        yield* ask("POST", `${pending}/${id}/confirm`)
        return id as string
      })
      const ids = [yield* waiting("invoice.txt", "the invoice"), yield* waiting("plans.txt", "x".repeat(4_000))]
      const { system } = yield* Database
      // Just too large to fit beside the invoice; possible where the limit on files is higher than in this test.
      yield* system`UPDATE attachments SET size = ${6 * 1024 * 1024 - 10} WHERE filename = 'plans.txt'`
      yield* ask("POST", `${path}/comments`, { body: "Here they are.", attachmentIds: ids })
      const mail = yield* parsed((yield* sentTo(relay, customerEmail))[0]?.raw)
      assert.deepStrictEqual(
        mail.attachments.map(({ content, filename, mimeType }) => ({
          filename,
          mimeType,
          content: new TextDecoder().decode(content as ArrayBuffer)
        })),
        [{ filename: "invoice.txt", mimeType: "text/plain", content: "the invoice" }]
      )
      const link = /plans\.txt: (https:\/\/desk\.example\/v1\/files\/\S+)/.exec(mail.text ?? "")?.[1] ?? ""
      assert.include(mail.html, link)
      yield* system`UPDATE attachments SET size = 4000 WHERE filename = 'plans.txt'`
      const { ask: fetchLink } = yield* HttpSite
      assert.strictEqual((yield* fetchLink("GET", new URL(link).pathname, { key: "" })).status, 200)
    })
  )

  it.effect("is composed again when it is resent after its links have expired, and stays the same message", () =>
    Effect.gen(function* () {
      let refusing = true
      const relay = yield* fakeRelay({ answer: () => (refusing ? { code: 554, text: "5.7.1 not today" } : undefined) })
      yield* mailerFor(relay)
      const { customerEmail, path } = yield* openTicket()
      const { live } = yield* Installation
      const pending = `/v1/brands/${live.brand.id}/attachments/pending`
      const { id, uploadUrl } = yield* announce(pending, "the drawing", { filename: "drawing.txt" })
      yield* send(uploadUrl, "the drawing", { "content-type": "text/plain" })
      yield* ask("POST", `${pending}/${id}/confirm`)
      const { system } = yield* Database
      yield* system`UPDATE attachments SET size = 11000000 WHERE filename = 'drawing.txt'`
      yield* ask("POST", `${path}/comments`, { body: "Here it is.", attachmentIds: [id] })
      const failed = yield* settled(path)
      yield* system`UPDATE outgoing_mail SET created_at = created_at - interval '8 days',
        text = replace(text, '/v1/files/', '/v1/files/expired-') WHERE id = ${uuidOf(failed.id)}`
      refusing = false
      yield* ask("POST", `${path}/messages/${failed.id}/retry`)
      assert.include(yield* settled(path), { status: "sent" })
      const sent = yield* sentTo(relay, customerEmail, 2)
      const [first, second] = yield* Effect.forEach(sent, ({ raw }) => parsed(raw))
      assert.include(second?.text, "drawing.txt: https://desk.example/v1/files/")
      assert.notInclude(second?.text, "expired-")
      assert.deepStrictEqual(
        [second?.messageId, second?.subject, second?.references, second?.inReplyTo],
        [first?.messageId, first?.subject, first?.references, first?.inReplyTo]
      )
      // A report about the first attempt is still recognized.
      assert.strictEqual(sent[1]?.from, sent[0]?.from)
    })
  )

  it.effect("waits for a file that cannot be read, and is sent without one that was deleted in the meantime", () =>
    Effect.gen(function* () {
      const relay = yield* fakeRelay()
      const blobs = yield* Effect.provide(BlobStore, diskBlobs)
      const { system } = yield* Database
      const { live } = yield* Installation
      const answered = Effect.fnUntraced(function* (filename: string) {
        const bytes = `the ${filename}`
        const pending = `/v1/brands/${live.brand.id}/attachments/pending`
        const { id, uploadUrl } = yield* announce(pending, bytes, { filename })
        yield* send(uploadUrl, bytes, { "content-type": "text/plain" })
        yield* ask("POST", `${pending}/${id}/confirm`)
        const { customerEmail, path } = yield* openTicket()
        yield* ask("POST", `${path}/comments`, { body: "Here it is.", attachmentIds: [id] })
        const [{ key, tenant } = { key: "", tenant: "" }] = yield* system<{ key: string; tenant: string }>`
          SELECT blob_key AS key, tenant_id AS tenant FROM attachments WHERE id = ${uuidOf(id)}`
        yield* blobs.remove(key)
        return { bytes, customerEmail, path, row: uuidOf(id), tenant }
      })
      const [away, deleted] = [yield* answered("invoice.txt"), yield* answered("draft.txt")]
      yield* mailerFor(relay)
      for (const [{ path }, name] of [
        [away, "invoice.txt"],
        [deleted, "draft.txt"]
      ] as const) {
        const waiting = yield* until(
          Effect.map(ask("GET", `${path}/messages`), ([message]) => message),
          ({ error }) => error !== undefined
        )
        assert.include(waiting, { status: "queued", attempts: 1, error: `Its file ${name} cannot be read` })
      }
      assert.deepStrictEqual(relay.sent, [])
      yield* blobs.put(away.tenant, Buffer.from(away.bytes))
      yield* system`UPDATE attachments SET deleted_at = now() WHERE id = ${deleted.row}`
      yield* becomeDue
      const filesFor = (to: string) =>
        Effect.gen(function* () {
          const mail = yield* parsed((yield* sentTo(relay, to))[0]?.raw)
          return mail.attachments.map(({ filename }) => filename)
        })
      assert.deepStrictEqual(yield* filesFor(away.customerEmail), ["invoice.txt"])
      assert.deepStrictEqual(yield* filesFor(deleted.customerEmail), [])
    })
  )

  it.effect(
    "is not sent for notes, for customers' own comments, or to customers who have no mailbox or want no mail",
    () =>
      Effect.gen(function* () {
        const { customerEmail, path, ticket } = yield* openTicket()
        const brand = path.split("/tickets/")[0]
        const none = Effect.fnUntraced(function* (body: object, at = path) {
          const comment = yield* ask("POST", `${at}/comments`, { body: "x", ...body })
          assert.notProperty(comment, "deliveries", JSON.stringify(body))
        })
        yield* none({ visibility: "internal" })
        yield* none({ authorType: "CUSTOMER" })
        yield* none({ authorType: "SYSTEM" })
        const chat = yield* openTicket({ source: "slack" })
        yield* none({}, chat.path)
        const unknown = yield* openTicket()
        const { system: sql } = yield* Database
        yield* sql`UPDATE customers SET email = 'user-7@slack.invalid', email_is_placeholder = true
        WHERE email = ${unknown.customerEmail}`
        yield* none({}, unknown.path)
        yield* ask("PATCH", `${brand}/customers/${ticket.customerId}`, { notifyEmail: false })
        yield* none({})
        yield* ask("PATCH", `${brand}/customers/${ticket.customerId}`, { notifyEmail: true, isBlocked: true })
        yield* none({})
        yield* ask("PATCH", `${brand}/customers/${ticket.customerId}`, { isBlocked: false })
        yield* ask("PATCH", path, { isSpam: true })
        yield* none({})
        assert.deepStrictEqual(yield* ask("GET", `${path}/messages`), [])
        const { system } = yield* Database
        const [row] = yield* system<{ count: number }>`SELECT count(*)::int AS count FROM outgoing_mail
        WHERE recipient IN (${customerEmail}, ${chat.customerEmail})`
        assert.strictEqual(row?.count, 0)
      })
  )

  it.effect("notifies a customer of a ticket that was opened for them, if requested", () =>
    Effect.gen(function* () {
      const relay = yield* fakeRelay()
      yield* mailerFor(relay)
      const { customerEmail, path, ticket } = yield* openTicket({ customerName: "Ines Roth", notifyCustomer: true })
      const [sent] = yield* sentTo(relay, customerEmail)
      const mail = yield* parsed(sent?.raw)
      assert.strictEqual(mail.subject, "Invoice 77")
      assert.include(mail.text, `Hello Ines Roth,`)
      assert.include(mail.text, ticket.publicId)
      assert.include(mail.text, "It names the wrong company.")
      assert.deepStrictEqual(mail.header("Auto-Submitted"), ["auto-generated"])
      assert.deepStrictEqual(mail.header("X-Auto-Response-Suppress"), ["All"])
      assert.isDefined(tokenIn("reply", mail.replyTo?.[0]?.address?.split("@")[0] ?? ""))
      assert.include(yield* settled(path), { kind: "notification", status: "sent" })
      // The first answer then continues that mail.
      yield* ask("POST", `${path}/comments`, { body: "Done." })
      const answer = yield* parsed((yield* sentTo(relay, customerEmail, 2))[1]?.raw)
      assert.strictEqual(answer.inReplyTo, mail.messageId)
      assert.strictEqual(answer.subject, "Re: Invoice 77")
    })
  )

  it.effect("fails when the next server refuses it permanently, and is the same message when it is resent", () =>
    Effect.gen(function* () {
      let refusing = true
      const relay = yield* fakeRelay({ answer: () => (refusing ? { code: 554, text: "5.7.1 not today" } : undefined) })
      yield* mailerFor(relay)
      const { customerEmail, path, ticket } = yield* openTicket()
      const comment = yield* ask("POST", `${path}/comments`, { body: "Hello" })
      const failed = yield* settled(path)
      assert.include(failed, { status: "failed", attempts: 1 })
      assert.include(failed.error, "5.7.1 not today")
      const told = (yield* eventsOf(ticket.id)).at(-1)
      assert.strictEqual(told?.type, "message.failed")
      assert.deepInclude(told?.data ?? {}, { permanent: true, commentId: comment.id })

      refusing = false
      const { ask: request } = yield* HttpSite
      const retry = `${path}/messages/${failed.id}/retry`
      const accepted = yield* request("POST", retry, { headers: { "idempotency-key": `again-${failed.id}` } })
      assert.strictEqual(accepted.status, 202, accepted.text)
      assert.include(accepted.json, { id: failed.id, status: "queued", attempts: 1 })
      assert.notProperty(accepted.json, "error")
      assert.include(yield* settled(path), { id: failed.id, status: "sent", attempts: 2 })
      const [first, second] = yield* sentTo(relay, customerEmail, 2)
      assert.strictEqual((yield* parsed(first?.raw)).messageId, (yield* parsed(second?.raw)).messageId)
      assert.strictEqual((yield* parsed(first?.raw)).date, (yield* parsed(second?.raw)).date)

      const conflict = yield* request("POST", retry)
      assert.deepInclude(conflict.json, { status: 409, code: "invalid_state", state: "sent" })
      const replayed = yield* request("POST", retry, { headers: { "idempotency-key": `again-${failed.id}` } })
      assert.strictEqual(replayed.text, accepted.text)
      assert.strictEqual(replayed.headers.get("idempotency-replayed"), "true")
    })
  )

  it.effect("fails with the next server's reply, truncated between characters", () =>
    Effect.gen(function* () {
      for (const start of ["", "x"]) {
        const relay = yield* fakeRelay({ answer: () => ({ code: 554, text: `5.7.1 ${start}${"😀".repeat(200)}` }) })
        yield* Effect.scoped(
          Effect.gen(function* () {
            yield* mailerFor(relay)
            const { path } = yield* openTicket()
            yield* ask("POST", `${path}/comments`, { body: "Hello" })
            const { error } = yield* settled(path)
            assert.match(error, /5\.7\.1 x?😀{100}/u)
            assert.notInclude(error, "\ufffd")
          })
        )
      }
    })
  )

  it.effect("waits while the next server cannot accept it, and is abandoned after five days", () =>
    Effect.gen(function* () {
      const relay = yield* fakeRelay({ answer: () => ({ code: 451, text: "4.3.0 later" }) })
      yield* mailerFor(relay)
      const { path, ticket } = yield* openTicket()
      yield* ask("POST", `${path}/comments`, { body: "Hello" })
      const waiting = yield* until(
        Effect.map(ask("GET", `${path}/messages`), ([message]) => message),
        (message) => message.error !== undefined
      )
      assert.include(waiting, { status: "queued", attempts: 1 })
      const { system } = yield* Database
      yield* system`UPDATE outgoing_mail SET expires_at = now() - interval '1 second' WHERE recipient = ${waiting.to}`
      yield* becomeDue
      assert.include(yield* settled(path), { status: "failed", attempts: 1 })
      assert.deepInclude((yield* eventsOf(ticket.id)).at(-1)?.data ?? {}, { permanent: false })
    })
  )

  it.effect("waits while its ticket is in the trash, and is sent when that is restored", () =>
    Effect.gen(function* () {
      const relay = yield* fakeRelay()
      const [binned, kept] = yield* Effect.all([openTicket(), openTicket()])
      yield* ask("POST", `${binned.path}/comments`, { body: "Hello" })
      yield* ask("DELETE", binned.path)
      yield* ask("POST", `${kept.path}/comments`, { body: "Hello" })
      yield* mailerFor(relay)
      // Became due later, and is sent.
      yield* sentTo(relay, kept.customerEmail)
      assert.notInclude(
        relay.sent.flatMap(({ to }) => to),
        binned.customerEmail
      )
      const { system } = yield* Database
      const waiting = yield* system`SELECT state, attempts FROM outgoing_mail WHERE recipient = ${binned.customerEmail}`
      assert.deepStrictEqual(waiting, [{ state: "queued", attempts: 0 }])
      yield* ask("POST", `${binned.path}/restore`)
      yield* system`SELECT pg_notify(${mailChannel}, '')`
      yield* sentTo(relay, binned.customerEmail)
      assert.include(yield* settled(binned.path), { status: "sent", attempts: 1 })
    })
  )

  it.effect(
    "fails for the customer even if the server accepted it for a copy, and names the copies that were refused",
    () =>
      Effect.gen(function* () {
        const customer = someone()
        const relay = yield* fakeRelay({
          refuses: {
            [customer]: { code: 550, text: "no such user" },
            "gone@north.example": { code: 550, text: "gone" }
          }
        })
        yield* mailerFor(relay)
        const refused = yield* openTicket({ customerEmail: customer })
        yield* ask("POST", `${refused.path}/comments`, { body: "x", cc: ["paul@north.example"] })
        assert.include((yield* settled(refused.path)).error, "no such user")
        const copied = yield* openTicket()
        yield* ask("POST", `${copied.path}/comments`, { body: "x", cc: ["gone@north.example"] })
        const message = yield* settled(copied.path)
        assert.strictEqual(message.status, "sent")
        assert.include(message.error, "Not to gone@north.example")
      })
  )

  it.effect("goes to the address the customer writes from if the mailbox where they want answers does not exist", () =>
    Effect.gen(function* () {
      const [first, second] = [someone(), someone()]
      const none = { code: 550, text: "5.1.1 no such user" }
      const relay = yield* fakeRelay({ refuses: { [first]: none, [second]: none } })
      yield* mailerFor(relay)
      const { customerEmail, path, ticket } = yield* openTicket()
      const { system } = yield* Database
      const answered = Effect.fnUntraced(function* () {
        yield* ask("POST", `${path}/comments`, { body: "x" })
        return yield* settled(path)
      })
      yield* system`UPDATE tickets SET source_data = ${JSON.stringify({ replyTo: first })}::jsonb WHERE id = ${uuidOf(ticket.id)}`
      assert.include(yield* answered(), { to: first, status: "failed" })
      assert.include(yield* answered(), { to: customerEmail, status: "sent" })
      const said = yield* ask("POST", `${path}/comments`, { body: "There?", authorType: "CUSTOMER" })
      yield* system`UPDATE comments SET source_data = ${JSON.stringify({ replyTo: second })}::jsonb WHERE id = ${uuidOf(said.id)}`
      assert.include(yield* answered(), { to: second, status: "failed" })
      assert.include(yield* answered(), { to: customerEmail, status: "sent" })
    })
  )

  it.effect("goes nowhere once it was reported as spam from the address where the customer wants answers", () =>
    Effect.gen(function* () {
      const relay = yield* fakeRelay()
      yield* mailerFor(relay)
      const { customerEmail, path, ticket } = yield* openTicket()
      const { system } = yield* Database
      const asked = someone()
      yield* system`UPDATE tickets SET source_data = ${JSON.stringify({ replyTo: asked })}::jsonb WHERE id = ${uuidOf(ticket.id)}`
      yield* system`INSERT INTO bounced_addresses (tenant_id, brand_id, address, reason)
        SELECT tenant_id, brand_id, ${asked}, 'complaint' FROM tickets WHERE id = ${uuidOf(ticket.id)}`
      yield* ask("POST", `${path}/comments`, { body: "x" })
      assert.include(yield* settled(path), {
        status: "suppressed",
        error: "The recipient reported our email as spam"
      })
      assert.isEmpty(relay.sent.filter(({ to }) => to.includes(customerEmail) || to.includes(asked)))
    })
  )

  it.effect("names the people in copy to whom it is not sent because their mailbox does not exist", () =>
    Effect.gen(function* () {
      const [gone, paul] = [someone(), someone()]
      const relay = yield* fakeRelay({ refuses: { [gone]: { code: 550, text: "5.1.1 no such user" } } })
      yield* mailerFor(relay)
      const { path } = yield* openTicket()
      const answered = Effect.fnUntraced(function* (cc: ReadonlyArray<string>) {
        yield* ask("POST", `${path}/comments`, { body: "x", cc })
        return yield* settled(path)
      })
      assert.include(yield* answered([gone]), { status: "sent" })
      assert.include(yield* answered([gone, paul]), {
        status: "sent",
        error: `Not to ${gone}: The mailbox does not exist, according to its mail system`
      })
      assert.deepInclude(
        relay.sent.map(({ to }) => to.filter((address) => [gone, paul].includes(address))),
        [paul]
      )
      assert.isUndefined((yield* answered([paul])).error)
    })
  )

  it.effect("is retried for a customer whom the server defers, and not for people in copy who have it already", () =>
    Effect.gen(function* () {
      const [customer, copy, gone] = [someone(), someone(), someone()]
      const later = { code: 450, text: "4.2.0 greylisted, try again later" }
      const refuses: Record<string, { code: number; text: string }> = {
        [customer]: later,
        [gone]: { code: 550, text: "gone" }
      }
      const relay = yield* fakeRelay({ refuses })
      yield* mailerFor(relay)
      const { path } = yield* openTicket({ customerEmail: customer })
      yield* ask("POST", `${path}/comments`, { body: "x", cc: [copy, gone] })
      yield* sentTo(relay, copy)
      const waiting = yield* until(
        Effect.map(ask("GET", `${path}/messages`), ([message]) => message),
        ({ error }) => error !== undefined
      )
      assert.include(waiting, { status: "queued", attempts: 1 })
      assert.include(waiting.error, later.text)
      delete refuses[customer]
      yield* becomeDue
      assert.include(yield* settled(path), { status: "sent", attempts: 2 })
      assert.deepStrictEqual(
        relay.sent.map(({ to }) => to),
        [[copy], [customer]]
      )
      const [first, second] = yield* Effect.forEach(relay.sent, ({ raw }) => parsed(raw))
      assert.strictEqual(first?.messageId, second?.messageId)
      assert.deepStrictEqual(
        second?.cc?.map(({ address }) => address),
        [copy, gone]
      )
    })
  )

  it.effect("counts as sent for a customer who has it, and is retried only for deferred people in copy", () =>
    Effect.gen(function* () {
      const [customer, copy, slow, gone, fickle] = [someone(), someone(), someone(), someone(), someone()]
      const later = { code: 450, text: "4.2.0 greylisted, try again later" }
      const refuses: Record<string, { code: number; text: string }> = {
        [slow]: later,
        [fickle]: later,
        [gone]: { code: 550, text: "5.1.1 no such user" }
      }
      const relay = yield* fakeRelay({ refuses })
      yield* mailerFor(relay)
      const { path } = yield* openTicket({ customerEmail: customer })
      yield* ask("POST", `${path}/comments`, { body: "x", cc: [copy, slow, gone, fickle] })
      const first = yield* settled(path)
      assert.include(first, { status: "sent", attempts: 1 })
      assert.match(first.error, new RegExp(`^Not to ${gone}: [^;]*5.1.1 no such user$`))

      // Others are deferred until their own time comes.
      delete refuses[slow]
      yield* copiesBecomeDue
      yield* sentTo(relay, slow)
      const { system } = yield* Database
      yield* until(
        system<{
          waiting: unknown
        }>`SELECT context ->> 'waiting' AS waiting FROM outgoing_mail WHERE id = ${uuidOf(first.id)}`,
        ([row]) => row?.waiting === JSON.stringify([customer, fickle]).replaceAll(",", ", ")
      )
      refuses[fickle] = { code: 550, text: "5.7.1 not wanted" }
      yield* copiesBecomeDue
      const last = yield* until(
        Effect.map(ask("GET", `${path}/messages`), ([message]) => message),
        ({ error }) => error !== first.error
      )
      assert.include(last, { status: "sent", attempts: 1 })
      assert.include(last.error, `${first.error}; Not to ${fickle}:`)
      assert.isEmpty(
        yield* system`SELECT FROM outgoing_mail WHERE id = ${uuidOf(first.id)} AND copies_due_at IS NOT NULL`
      )
      assert.deepStrictEqual(
        relay.sent.map(({ to }) => to),
        [[customer, copy], [slow]]
      )
      const [mail, again] = yield* Effect.forEach(relay.sent, ({ raw }) => parsed(raw))
      assert.strictEqual(mail?.messageId, again?.messageId)
      assert.deepStrictEqual(
        again?.to?.map(({ address }) => address),
        [customer]
      )
    })
  )

  it.effect("waits for a customer whom the server defers, even if it refuses someone in copy permanently", () =>
    Effect.gen(function* () {
      const [customer, gone] = [someone(), someone()]
      const refuses: Record<string, { code: number; text: string }> = {
        [customer]: { code: 450, text: "4.2.0 greylisted" },
        [gone]: { code: 550, text: "5.1.1 no such user" }
      }
      const relay = yield* fakeRelay({ refuses })
      yield* mailerFor(relay)
      const { path } = yield* openTicket({ customerEmail: customer })
      yield* ask("POST", `${path}/comments`, { body: "x", cc: [gone] })
      const waiting = yield* until(
        Effect.map(ask("GET", `${path}/messages`), ([message]) => message),
        ({ error }) => new RegExp(`greylisted.*; Not to ${gone}: `).test(error)
      )
      // Reporting the copy did not make it due.
      assert.include(waiting, { status: "queued", attempts: 1 })
      const { system } = yield* Database
      const [row] =
        yield* system`SELECT due_at > now() + interval '30 seconds' AS later FROM outgoing_mail WHERE id = ${uuidOf(waiting.id)}`
      assert.deepStrictEqual(row, { later: true })
      delete refuses[customer]
      yield* becomeDue
      const sent = yield* settled(path)
      assert.include(sent, { status: "sent", attempts: 2 })
      assert.match(sent.error, new RegExp(`^Not to ${gone}: [^;]*5.1.1 no such user$`))
      assert.deepStrictEqual(
        relay.sent.map(({ to }) => to),
        [[customer]]
      )
    })
  )

  it.effect("goes only to the customer when it is resent while copies wait, which are sent separately", () =>
    Effect.gen(function* () {
      const [customer, slow] = [someone(), someone()]
      const refuses: Record<string, { code: number; text: string }> = {
        [customer]: { code: 550, text: "5.7.1 looks like spam" },
        [slow]: { code: 450, text: "4.2.0 greylisted" }
      }
      const relay = yield* fakeRelay({ refuses })
      yield* mailerFor(relay)
      const { path } = yield* openTicket({ customerEmail: customer })
      yield* ask("POST", `${path}/comments`, { body: "x", cc: [slow] })
      const { id, status } = yield* settled(path)
      assert.strictEqual(status, "failed")
      for (const address of [customer, slow]) delete refuses[address]
      yield* ask("POST", `${path}/messages/${id}/retry`)
      yield* settled(path)
      yield* copiesBecomeDue
      yield* sentTo(relay, slow)
      assert.deepStrictEqual(
        relay.sent.map(({ to }) => to),
        [[customer], [slow]]
      )
    })
  )

  it.effect(
    "goes to no one in copy once its comment was deleted or they want none, and names those deferred for too long",
    () =>
      Effect.gen(function* () {
        const { system } = yield* Database
        const [slow, tired] = [someone(), someone()]
        const refuses: Record<string, { code: number; text: string }> = {
          [slow]: { code: 450, text: "4.2.0 greylisted" },
          [tired]: { code: 450, text: "4.2.0 greylisted" }
        }
        const relay = yield* fakeRelay({ refuses })
        yield* mailerFor(relay)
        const waitingFor = Effect.fnUntraced(function* (copy = slow) {
          const { path } = yield* openTicket()
          const { id } = yield* ask("POST", `${path}/comments`, { body: "x", cc: [copy] })
          const message = yield* settled(path)
          assert.isUndefined(message.error)
          return { comment: `${path}/comments/${id}`, path, id: uuidOf(message.id) }
        })
        const deleted = yield* waitingFor()
        const late = yield* waitingFor()
        const rested = yield* waitingFor(tired)
        yield* ask("DELETE", deleted.comment)
        yield* system`INSERT INTO bounced_addresses (tenant_id, brand_id, address, reason)
          SELECT tenant_id, brand_id, ${tired}, 'complaint' FROM outgoing_mail WHERE id = ${rested.id}`
        yield* system`UPDATE outgoing_mail SET expires_at = now() WHERE id = ${late.id}`
        for (const address of [slow, tired]) delete refuses[address]
        yield* copiesBecomeDue
        yield* until(system`SELECT FROM outgoing_mail WHERE copies_due_at IS NOT NULL`, (rows) => rows.length === 0)
        const [told] = yield* ask("GET", `${late.path}/messages`)
        assert.include(told, { status: "sent", error: `Not to ${slow}: It was not sent in time` })
        assert.isEmpty(relay.sent.filter(({ to }) => to.includes(slow) || to.includes(tired)))
      })
  )

  it.effect("goes to no one in copy who has it already, when it is resent to a customer who has not", () =>
    Effect.gen(function* () {
      const [customer, copy] = [someone(), someone()]
      const refuses: Record<string, { code: number; text: string }> = {
        [customer]: { code: 550, text: "5.7.1 looks like spam" }
      }
      const relay = yield* fakeRelay({ refuses })
      yield* mailerFor(relay)
      const { path } = yield* openTicket({ customerEmail: customer })
      yield* ask("POST", `${path}/comments`, { body: "x", cc: [copy] })
      const { id } = yield* settled(path)
      delete refuses[customer]
      yield* ask("POST", `${path}/messages/${id}/retry`)
      assert.include(yield* settled(path), { status: "sent" })
      const { system } = yield* Database
      yield* system`UPDATE outgoing_mail SET receipt = 'bounced' WHERE id = ${uuidOf(id)}`
      yield* ask("POST", `${path}/messages/${id}/retry`)
      yield* sentTo(relay, customer, 2)
      assert.deepStrictEqual(
        relay.sent.map(({ to }) => to),
        [[copy], [customer], [customer]]
      )
    })
  )

  it.effect(
    "goes to the address the customer writes from, when it is resent because the other mailbox did not exist",
    () =>
      Effect.gen(function* () {
        const asked = someone()
        const relay = yield* fakeRelay({ refuses: { [asked]: { code: 550, text: "5.1.1 no such user" } } })
        yield* mailerFor(relay)
        const { customerEmail, path, ticket } = yield* openTicket()
        const { system } = yield* Database
        yield* system`UPDATE tickets SET source_data = ${JSON.stringify({ replyTo: asked })}::jsonb WHERE id = ${uuidOf(ticket.id)}`
        yield* ask("POST", `${path}/comments`, { body: "x" })
        const failed = yield* settled(path)
        assert.include(failed, { to: asked, status: "failed" })
        yield* ask("POST", `${path}/messages/${failed.id}/retry`)
        assert.include(yield* settled(path), { id: failed.id, to: customerEmail, status: "sent" })
        assert.deepStrictEqual(
          relay.sent.map(({ to }) => to),
          [[customerEmail]]
        )
      })
  )

  it.effect("goes to no one in copy who wants none by then, when it is resent", () =>
    Effect.gen(function* () {
      const [asked, copy] = [someone(), someone()]
      const refuses: Record<string, { code: number; text: string }> = {
        [asked]: { code: 550, text: "5.1.1 no such user" },
        [copy]: { code: 450, text: "4.2.0 greylisted, try again later" }
      }
      const relay = yield* fakeRelay({ refuses })
      yield* mailerFor(relay)
      const { customerEmail, path, ticket } = yield* openTicket()
      const { system } = yield* Database
      yield* system`UPDATE tickets SET source_data = ${JSON.stringify({ replyTo: asked })}::jsonb WHERE id = ${uuidOf(ticket.id)}`
      const other = someone()
      yield* ask("POST", `${path}/comments`, { body: "x", cc: [other, copy] })
      const failed = yield* settled(path)
      assert.include(failed, { to: asked, status: "failed" })
      yield* system`INSERT INTO bounced_addresses (tenant_id, brand_id, address, reason)
        SELECT tenant_id, brand_id, ${copy}, 'complaint' FROM tickets WHERE id = ${uuidOf(ticket.id)}`
      delete refuses[copy]
      yield* ask("POST", `${path}/messages/${failed.id}/retry`)
      assert.include(yield* settled(path), { to: customerEmail, status: "sent" })
      assert.deepStrictEqual(
        relay.sent.map(({ to }) => to),
        [[other], [customerEmail]]
      )
    })
  )

  for (const [said, cause, advice] of [
    [{ code: 550, text: "5.1.1 no such user" }, "no_mailbox", "The mailbox does not exist"],
    [{ code: 550, text: "5.2.1 mailbox disabled" }, "no_mailbox", "The mailbox does not exist"],
    [{ code: 552, text: "5.2.2 over quota" }, "mailbox_full", "The mailbox is full"],
    [{ code: 552, text: "5.3.4 too big" }, "too_large", "The email is larger"],
    [{ code: 550, text: "5.7.1 looks like spam" }, "policy", "Their mail system classified it as spam"],
    [{ code: 554, text: "5.4.6 loop" }, "other", "5.4.6 loop"]
  ] as const)
    it.effect(
      `fails when the relay refuses its recipient, and suspends the address only if there is no mailbox: ${cause} (${said.text})`,
      () =>
        Effect.gen(function* () {
          const customer = someone()
          const copy = someone()
          const relay = yield* fakeRelay({ refuses: { [customer]: said, [copy]: said } })
          yield* mailerFor(relay)
          const { path, ticket } = yield* openTicket({ customerEmail: customer })
          yield* ask("POST", `${path}/comments`, { body: "x", cc: [copy] })
          const { error, status } = yield* settled(path)
          assert.strictEqual(status, "failed")
          assert.include(error, advice)
          assert.include(error, said.text)
          const last = (yield* eventsOf(ticket.id)).findLast(({ type }) => type === "message.failed")
          assert.deepInclude(last?.data ?? {}, { permanent: true, cause })
          const rests = cause === "no_mailbox"
          const person = yield* ask("GET", `/v1/brands/${ticket.brandId}/customers/${ticket.customerId}`)
          assert.strictEqual(person.emailBouncedAt !== undefined, rests)
          const { system } = yield* Database
          const rows = yield* system`SELECT address FROM bounced_addresses WHERE address IN (${customer}, ${copy})`
          assert.lengthOf(rows, rests ? 2 : 0)
        })
    )

  it.effect("is the last one sent to a watcher whom the relay does not know", () =>
    Effect.gen(function* () {
      const outsider = someone()
      const relay = yield* fakeRelay({ refuses: { [outsider]: { code: 550, text: "5.1.1 no such user" } } })
      yield* mailerFor(relay)
      const { path } = yield* openTicket()
      yield* ask("POST", `${path}/watchers`, { memberId: `custom_${outsider}`, memberEmail: outsider })
      yield* ask("POST", `${path}/comments`, { body: "Hello", authorName: "Ada" })
      const { system } = yield* Database
      const rows = yield* until(
        system`SELECT reason FROM bounced_addresses WHERE address = ${outsider}`,
        (found) => found.length > 0
      )
      assert.deepStrictEqual(rows, [{ reason: "bounce" }])
    })
  )

  it.effect("stays with its ticket after its text was removed", () =>
    Effect.gen(function* () {
      const relay = yield* fakeRelay()
      yield* mailerFor(relay)
      const { path } = yield* openTicket()
      yield* ask("POST", `${path}/comments`, { body: "Hello" })
      const message = yield* settled(path)
      const { system } = yield* Database
      yield* system`UPDATE outgoing_mail SET settled_at = now() - interval '31 days' WHERE id = ${uuidOf(message.id)}`
      // Old mail is removed when a mailer starts, and every hour.
      yield* mailerFor(relay)
      const [row] = yield* until(
        system<{
          text: string
          html: string | null
        }>`SELECT text, html FROM outgoing_mail WHERE id = ${uuidOf(message.id)}`,
        ([row]) => row?.text === ""
      )
      assert.deepStrictEqual(row, { text: "", html: null })
      assert.deepStrictEqual(yield* ask("GET", `${path}/messages`), [message])
    })
  )

  it.effect("is not sent when nothing can send it, and says so", () =>
    Effect.gen(function* () {
      const { path, ticket } = yield* openTicket()
      yield* ask("POST", `${path}/comments`, { body: "Hello" })
      const { system } = yield* Database
      yield* system`UPDATE outgoing_mail SET updated_at = '2020-01-01' WHERE ticket_id = ${uuidOf(ticket.id)}`
      yield* mailerFor(undefined)
      const message = yield* settled(path)
      assert.include(message, { status: "suppressed", kind: "reply" })
      assert.match(message?.error ?? "", /MAIL_RELAY_URL/)
      assert.notMatch(message?.updatedAt ?? "", /^2020/, "when it was kept")
      assert.notInclude((yield* eventsOf(ticket.id)).map(({ type }) => type).join(), "message.")
    })
  )

  it.effect(
    "notifies watchers of a ticket about what happens, only members about notes, and no one about their own actions",
    () =>
      Effect.gen(function* () {
        const relay = yield* fakeRelay()
        yield* mailerFor(relay)
        const { path, ticket } = yield* openTicket()
        const agent = yield* teamMember("agent")
        const outsider = someone()
        yield* ask("POST", `${path}/watchers`, { memberId: agent.id, memberEmail: agent.email })
        yield* ask("POST", `${path}/watchers`, { memberId: `custom_${outsider}`, memberEmail: outsider })
        const note = { body: "Between us: **no refund**.", visibility: "internal", authorName: "Ada" }
        yield* ask("POST", `${path}/comments`, note)
        yield* ask("PATCH", path, { status: "pending" })
        const own = yield* agent.ask("PATCH", path, { body: { status: "open" } })
        assert.strictEqual(own.status, 200, own.text)

        const toOutsiders = yield* Effect.forEach(yield* sentTo(relay, outsider, 2), ({ raw }) => parsed(raw))
        const toOutsider = toOutsiders.find(({ text }) => text?.includes("Status: Open → Pending"))
        assert.isDefined(toOutsider)
        assert.strictEqual(toOutsider.subject, `[${ticket.publicId}] Invoice 77`)
        const toAgent = yield* Effect.forEach(yield* sentTo(relay, agent.email, 2), ({ raw }) => parsed(raw))
        assert.isTrue(
          toAgent.some(({ text }) => text?.includes("Ada added an internal note:") && text.includes("no refund"))
        )
        for (const mail of [...toOutsiders, ...toAgent]) {
          assert.deepStrictEqual(mail.header("Auto-Submitted"), ["auto-generated"])
          assert.strictEqual(mail.replyTo, undefined)
          assert.strictEqual(mail.inReplyTo, toOutsider.inReplyTo, "programs show them as one thread")
        }
        assert.isFalse(toOutsiders.some(({ text }) => text?.includes("refund")))
        assert.isFalse(toAgent.some(({ text }) => text?.includes("Pending → Open")))
        // Notifications are internal: no messages to the customer, no events.
        assert.deepStrictEqual(yield* ask("GET", `${path}/messages`), [])
      })
  )

  it.effect("tells watchers of a ticket when nothing proves who wrote a mail", () =>
    Effect.gen(function* () {
      const { path } = yield* openTicket()
      const outsider = someone()
      yield* ask("POST", `${path}/watchers`, { memberId: `custom_${outsider}`, memberEmail: outsider })
      const { id } = yield* ask("POST", `${path}/comments`, {
        body: "Pay me.",
        authorType: "CUSTOMER",
        authorName: "Ines"
      })
      const { system } = yield* Database
      yield* system`UPDATE comments SET source = 'email', source_data = '{"authorVerified": false}' WHERE id = ${uuidOf(id)}`
      const relay = yield* fakeRelay()
      yield* mailerFor(relay)
      const [notice] = yield* sentTo(relay, outsider)
      assert.match((yield* parsed(notice?.raw)).text ?? "", /^Ines \(unverified sender\) commented:\n\nPay me\./)
    })
  )
})
