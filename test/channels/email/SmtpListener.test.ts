import { createHash, randomBytes } from "node:crypto"
import { once } from "node:events"
import { assert, layer } from "@effect/vitest"
import { Duration, Effect, Stream } from "effect"
import { createTransport, type SendMailOptions } from "nodemailer"
import { SmtpListener } from "../../../channels/email/SmtpListener.ts"
import { uuidOf } from "../../../src/domain/Ids.ts"
import { Database } from "../../../src/sql/Database.ts"
import { BlobStore } from "../../../src/tickets/files/BlobStore.ts"
import {
  client,
  deliver,
  inboundDomain,
  mailBrand,
  layer as mailSite,
  rowsOf,
  ticketsOf
} from "../../support/MailSite.ts"
import { message } from "../../support/message.ts"

/** Sends with nodemailer, as any program would; returns the last reply. */
const send = Effect.fnUntraced(function* (options: SendMailOptions) {
  const { port } = yield* Effect.flatMap(SmtpListener, ({ address }) => address)
  const transport = createTransport({ host: "127.0.0.1", port, ignoreTLS: true })
  const { response } = yield* Effect.promise(() => transport.sendMail(options))
  return response
})

const bytesOf = Effect.fnUntraced(function* (key: unknown) {
  const blobs = yield* BlobStore
  return Buffer.concat([...(yield* Stream.runCollect(blobs.get(String(key))))])
})

// A busy machine takes long to read a large file; the time limit must not be reached.
const patient = { time: Duration.minutes(2) }
layer(mailSite({ reading: patient }), { excludeTestServices: true })("SmtpListener", (it) => {
  it.effect("turns a mail into a ticket and replies 250 with its inbound id", () =>
    Effect.gen(function* () {
      const { address, scope } = yield* mailBrand
      const reply = yield* deliver(message(), address)
      assert.match(reply, /^250 2\.6\.0 accepted inb_[0-9a-z]{26}$/)
      const [ticket, ...others] = yield* ticketsOf(scope)
      assert.strictEqual(others.length, 0)
      assert.deepInclude(ticket, {
        title: "Invoice shows the wrong company",
        body: "Please correct the address.",
        customer_email: "ines@north.example",
        customer_name: "Ines Roth",
        status: "open",
        origin: "email"
      })
    })
  )

  it.effect("accepts a mail with names that are cut in the middle of a character", () =>
    Effect.gen(function* () {
      const { address, scope } = yield* mailBrand
      for (const start of ["", "x"]) {
        const name = `${start}${"😀".repeat(300)}`
        const headers = [`Cc: ${name} <paul@north.example>`, `Thread-Topic: ${name}`, ""].join("\r\n")
        const raw = message({ from: `${name} <ines@north.example>`, subject: name, headers, body: name })
        assert.match(yield* deliver(Buffer.from(raw), address), /^250 /)
      }
      for (const { customer_name, title } of yield* ticketsOf(scope)) {
        assert.match(customer_name ?? "", /^x?😀{99,100}$/u)
        assert.match(title, /^x?😀{127}$/u)
      }
    })
  )

  it.effect("logs the message with its raw bytes and each check in words", () =>
    Effect.gen(function* () {
      const { address, scope } = yield* mailBrand
      const raw = message({ subject: "Kept as it came" })
      yield* deliver(raw, address)
      const [logged] = yield* rowsOf("inbound_messages", scope.brandId)
      assert.deepInclude(logged, { status: "processed", outcome: "ticket_created", sender: "ines@north.example" })
      assert.strictEqual(String(yield* bytesOf(logged?.blob_key)), raw)
      assert.include(JSON.stringify(logged?.steps), '"check":"message_references"')
      const [event] = (yield* rowsOf("events", scope.brandId)).filter(({ type }) => type === "ticket.created")
      assert.include(String(event?.payload), '"channel":"email"')
    })
  )

  it.effect("adds the customer's reply to the ticket and reopens it", () =>
    Effect.gen(function* () {
      const { address, scope } = yield* mailBrand
      const { system } = yield* Database
      yield* deliver(message({ id: "first@north.example" }), address)
      const [ticket] = yield* ticketsOf(scope)
      yield* system`update tickets set status = 'resolved', status_category = 'resolved', resolved_at = now() where id = ${ticket?.id}`
      const reply = yield* send({
        from: "Ines Roth <INES@north.example>",
        to: address,
        subject: "AW: Invoice shows the wrong company",
        text: "It is Roth GmbH.",
        references: ["<unknown@north.example>", "<first@north.example>"]
      })
      assert.match(reply, /^250/)
      const [reopened, ...others] = yield* ticketsOf(scope)
      assert.strictEqual(others.length, 0)
      assert.deepInclude(reopened, { status: "open", comment_count: 1 })
      const [comment] = yield* rowsOf("comments", scope.brandId)
      assert.deepInclude(comment, { body: "It is Roth GmbH.", author_type: "CUSTOMER", visibility: "public" })
    })
  )

  it.effect("names a customer without a name as soon as a mail of theirs has one, on all their tickets", () =>
    Effect.gen(function* () {
      const { address, scope } = yield* mailBrand
      const from = "ines@north.example"
      for (const id of ["one", "two"]) yield* deliver(message({ id: `${id}@north.example`, from }), address)
      const headers = "In-Reply-To: <two@north.example>\r\n"
      assert.match(yield* deliver(message({ from: `Ines Roth <${from}>`, headers }), address), /^250/)
      assert.deepStrictEqual(
        (yield* ticketsOf(scope)).map(({ comment_count, customer_name }) => [customer_name, comment_count]),
        [
          ["Ines Roth", 0],
          ["Ines Roth", 1]
        ]
      )
    })
  )

  it.effect("names a customer once if two mails of theirs arrive at once", () =>
    Effect.gen(function* () {
      const { address, scope } = yield* mailBrand
      const from = "ines@north.example"
      yield* deliver(message({ id: "nameless@north.example", from }), address)
      yield* Effect.forEach(
        ["Ines Roth", "Ines R."],
        (name) => deliver(message({ id: `${name.length}@north.example`, from: `${name} <${from}>` }), address),
        { concurrency: "unbounded" }
      )
      const updates = (yield* rowsOf("events", scope.brandId)).filter(({ type }) => type === "customer.updated")
      assert.strictEqual(updates.length, 1)
      const names = (yield* ticketsOf(scope)).map(({ customer_name }) => customer_name)
      assert.deepStrictEqual([names.length, new Set(names).size], [3, 1])
    })
  )

  it.effect("treats an unnecessarily quoted address like the unquoted one (RFC 5321, 4.1.2)", () =>
    Effect.gen(function* () {
      const { address, scope } = yield* mailBrand
      const quoted = `"${address.replace("@", '"@')}`
      assert.match(yield* deliver(message(), [quoted, address]), /^250 2\.6\.0 accepted \S+$/)
      assert.match(yield* deliver(message(), `"${address.replace("@", ' "@')}`), /^5/)
      assert.strictEqual((yield* ticketsOf(scope)).length, 1)
      const [logged] = yield* rowsOf("inbound_messages", scope.brandId)
      assert.deepStrictEqual(logged?.["recipients"], [address])
    })
  )

  it.effect("accepts mail from senders whose address needs quotes, and knows no such recipients", () =>
    Effect.gen(function* () {
      const { address, scope } = yield* mailBrand
      const smtp = yield* client
      const say = (command: string) => Effect.promise(() => smtp.say(command))
      yield* say("EHLO client.example")
      for (const local of ["john doe", "john@home", "a<b>", 'a\\"b', "", "$& $1"]) {
        assert.match(yield* say(`MAIL FROM:<"${local}"@north.example> SIZE=100`), /^250/, local)
        assert.match(yield* say(`RCPT TO:<"${local}"@${address.split("@")[1]}>`), /^550/, local)
        yield* say("RSET")
      }
      for (const wrong of [
        '"john doe@north.example',
        '"john" doe@north.example',
        '"a\tb"@north.example',
        '"a"@b@c',
        '"a"@'
      ])
        assert.match(yield* say(`MAIL FROM:<${wrong}>`), /^501/, wrong)
      assert.match(yield* say('MAIL FROM:<"john doe"@north.example> SIZE=99999999'), /^552/)
      assert.match(yield* deliver(message(), address, '"john doe"@north.example'), /^250 /)
      assert.strictEqual((yield* ticketsOf(scope)).length, 1)
      const nobody = message({ from: '"john doe"@north.example' })
      assert.match(
        yield* deliver(nobody, address, '"john doe"@north.example'),
        /^554 .*From, Sender, Reply-To and the envelope.*spaces/
      )
    }).pipe(Effect.scoped)
  )

  it.effect(
    "accepts mail from addresses with dots where no standard allows them, as Japanese carriers assigned them",
    () =>
      Effect.gen(function* () {
        const { address, scope } = yield* mailBrand
        const senders = ["aki..k@phone.example", "aki.@phone.example", ".aki@phone.example"]
        for (const from of senders) assert.match(yield* deliver(message({ from, id: from }), address, from), /^250 /)
        assert.sameMembers(
          (yield* ticketsOf(scope)).map(({ customer_email }) => customer_email),
          senders
        )
      })
  )

  it.effect("gives a stranger who quotes a message id a ticket of its own", () =>
    Effect.gen(function* () {
      const { address, scope } = yield* mailBrand
      yield* deliver(message({ id: "seen@north.example" }), address)
      yield* deliver(
        message({ from: "eve@elsewhere.example", headers: "In-Reply-To: <seen@north.example>\r\n" }),
        address
      )
      const [first, second] = yield* ticketsOf(scope)
      assert.strictEqual(first?.comment_count, 0)
      assert.strictEqual(second?.customer_email, "eve@elsewhere.example")
      assert.isString(second?.source_data.relatedTicketId)
    })
  )

  it.effect("ignores the same message when it arrives again, by another route and with other trace fields", () =>
    Effect.gen(function* () {
      const { address, scope } = yield* mailBrand
      const mail = message({ id: "twice@north.example" })
      const first = yield* deliver(mail, address)
      const second = yield* deliver(`Received: from elsewhere.example\r\n${mail}`, address, "bounce@relay.example")
      assert.strictEqual(second, first)
      assert.strictEqual((yield* ticketsOf(scope)).length, 1)
      const types = (yield* rowsOf("events", scope.brandId)).map(({ type }) => type)
      assert.deepStrictEqual(types, ["customer.created", "ticket.created"])
    })
  )

  it.effect("creates one ticket from eight concurrent deliveries", () =>
    Effect.gen(function* () {
      const { address, scope } = yield* mailBrand
      const mail = message()
      const replies = yield* Effect.all(
        Array.from({ length: 8 }, () => deliver(mail, address)),
        { concurrency: 8 }
      )
      assert.strictEqual(new Set(replies).size, 1)
      assert.match(replies[0] ?? "", /^250/)
      assert.strictEqual((yield* ticketsOf(scope)).length, 1)
    })
  )

  it.effect("accepts two messages with one Message-ID and different contents", () =>
    Effect.gen(function* () {
      const { address, scope } = yield* mailBrand
      yield* deliver(message({ id: "same@north.example", body: "One." }), address)
      yield* deliver(message({ id: "same@north.example", body: "Two." }), address)
      assert.deepStrictEqual(
        (yield* ticketsOf(scope)).map(({ body }) => body),
        ["One.", "Two."]
      )
    })
  )

  it.effect("opens a ticket in each brand that it is addressed to, once, however often it arrives", () =>
    Effect.gen(function* () {
      const [one, two] = [yield* mailBrand, yield* mailBrand]
      const mail = message()
      yield* deliver(mail, one.address)
      const both = yield* deliver(mail, [one.address, two.address])
      assert.match(both, /^250 2\.6\.0 accepted inb_\w+ inb_\w+$/)
      assert.strictEqual((yield* ticketsOf(one.scope)).length, 1)
      assert.strictEqual((yield* ticketsOf(two.scope)).length, 1)
    })
  )

  it.effect("keeps files byte for byte, and knows which of them the text shows", () =>
    Effect.gen(function* () {
      const { address, scope } = yield* mailBrand
      const [scan, logo] = [randomBytes(70_000), randomBytes(3_000)]
      yield* send({
        from: "ines@north.example",
        to: address,
        subject: "Two files",
        html: '<p>See <img src="cid:logo@north"></p>',
        attachments: [
          { filename: "../scan\u202efdp.exe €.pdf", content: scan, contentType: "application/pdf" },
          { filename: "logo.png", content: logo, cid: "logo@north" }
        ]
      })
      const files = yield* rowsOf("attachments", scope.brandId)
      const pdf = files.find(({ content_type }) => content_type === "application/pdf")
      const png = files.find(({ content_type }) => content_type === "image/png")
      assert.strictEqual(pdf?.filename, "_scan fdp.exe €.pdf")
      assert.strictEqual(png?.filename, "logo.png")
      assert.deepStrictEqual([pdf?.inline, png?.inline], [false, true])
      assert.isTrue(scan.equals(yield* bytesOf(pdf?.blob_key)))
      assert.isTrue(logo.equals(yield* bytesOf(png?.blob_key)))
      assert.strictEqual(pdf?.sha256, createHash("sha256").update(scan).digest("hex"))
      assert.strictEqual((yield* ticketsOf(scope))[0]?.attachment_count, 2)
    })
  )

  it.effect("keeps a file of twenty megabytes byte for byte while others are served", () =>
    Effect.gen(function* () {
      const { address, scope } = yield* mailBrand
      const other = yield* mailBrand
      const film = randomBytes(18 * 1024 * 1024)
      const [large, small] = yield* Effect.all(
        [
          send({
            from: "ines@north.example",
            to: address,
            subject: "Film",
            attachments: [{ filename: "a.mp4", content: film }]
          }),
          deliver(message(), other.address)
        ],
        { concurrency: 2 }
      )
      assert.match(large, /^250/)
      assert.match(small, /^250/)
      const [file] = yield* rowsOf("attachments", scope.brandId)
      assert.strictEqual(file?.size, film.length)
      assert.isTrue(film.equals(yield* bytesOf(file?.blob_key)))
    })
  )

  it.effect("turns a message of twenty thousand parts into one ticket, with the message attached", () =>
    Effect.gen(function* () {
      const { address, scope } = yield* mailBrand
      const raw = message({
        subject: "Twenty thousand parts",
        headers: "MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n",
        body: "--b\r\n\r\nx\r\n".repeat(20_000)
      })
      assert.match(yield* deliver(raw, address), /^250/)
      assert.match(yield* deliver(raw, address), /^250/)
      const tickets = yield* ticketsOf(scope)
      assert.strictEqual(tickets.length, 1)
      assert.strictEqual(tickets[0]?.title, "Twenty thousand parts")
      const [file] = yield* rowsOf("attachments", scope.brandId)
      assert.strictEqual(file?.filename, "message.eml")
      assert.strictEqual(String(yield* bytesOf(file?.blob_key)), raw)
    })
  )

  it.effect("marks automatic mail, and does not let it change the status", () =>
    Effect.gen(function* () {
      const { address, scope } = yield* mailBrand
      const { system } = yield* Database
      yield* deliver(message({ id: "asked@north.example" }), address)
      yield* system`update tickets set status = 'pending', status_category = 'pending' where brand_id = ${uuidOf(scope.brandId)}`
      yield* deliver(
        message({
          headers: "Auto-Submitted: auto-replied\r\nIn-Reply-To: <asked@north.example>\r\n",
          body: "I am away."
        }),
        address
      )
      const [ticket] = yield* ticketsOf(scope)
      assert.deepInclude(ticket, { status: "pending", comment_count: 1 })
      assert.strictEqual((yield* rowsOf("comments", scope.brandId))[0]?.is_automated, true)
    })
  )

  it.effect("refuses recipients that are not ours, and says which", () =>
    Effect.gen(function* () {
      const { address, scope } = yield* mailBrand
      const { system } = yield* Database
      const unknown = `550 5.1.1 No such mailbox here`
      const off = yield* mailBrand
      yield* system`update brands set inbound_email_enabled = false where id = ${uuidOf(off.scope.brandId)}`
      const smtp = yield* client
      const replies = yield* Effect.promise(() =>
        smtp.envelope(
          "ines@north.example",
          `nobody@${inboundDomain}`,
          "someone@elsewhere.example",
          `someone%elsewhere.example@${inboundDomain}`,
          off.address,
          address.toUpperCase(),
          address.replace("@", "+invoice-7@")
        )
      )
      assert.deepStrictEqual(replies.slice(0, 4), [unknown, unknown, unknown, unknown])
      assert.match(replies[4] ?? "", /^250/)
      assert.match(replies[5] ?? "", /^250/)
      assert.match(yield* Effect.promise(() => smtp.data(message())), /^250/)
      assert.strictEqual((yield* ticketsOf(scope)).length, 1)
    }).pipe(Effect.scoped)
  )

  it.effect("offers neither authentication nor a publicly known certificate", () =>
    Effect.gen(function* () {
      const smtp = yield* client
      const offers = yield* Effect.promise(() => smtp.say("EHLO client.example"))
      assert.notMatch(offers, /AUTH|STARTTLS|DSN|XCLIENT/)
      assert.include(offers, "SIZE 36700160")
      for (const command of ["AUTH PLAIN AHgAeA==", "VRFY ines", "STARTTLS", "WIZ", "XCLIENT ADDR=1.2.3.4"]) {
        assert.match(yield* Effect.promise(() => smtp.say(command)), /^50\d/, command)
      }
    }).pipe(Effect.scoped)
  )

  it.effect("refuses a message that is announced as too large, and one that grows too large", () =>
    Effect.gen(function* () {
      const { address, scope } = yield* mailBrand
      const smtp = yield* client
      yield* Effect.promise(() => smtp.say("EHLO client.example"))
      assert.match(yield* Effect.promise(() => smtp.say("MAIL FROM:<i@north.example> SIZE=36700161")), /^552/)
      const sent = yield* Effect.promise(async () => {
        await smtp.envelope("i@north.example", address)
        await smtp.say("DATA")
        const line = `${"x".repeat(1022)}\r\n`.repeat(1024)
        let written = 0
        let reply: string | undefined
        const heard = smtp.reply().then((text) => {
          reply = text
          return text
        })
        // A busy server stops reading for a while; one that has closed never reads again.
        while (reply === undefined && written < 200 * line.length) {
          written += line.length
          if (!smtp.socket.write(line)) await Promise.race([once(smtp.socket, "drain").catch(() => heard), heard])
        }
        return { reply: await heard, written }
      })
      assert.match(sent.reply, /^552 5\.3\.4/)
      assert.isBelow(sent.written, 200 * 1024 * 1024)
      smtp.socket.end()
      assert.isTrue(yield* Effect.promise(() => smtp.closed()))
      assert.strictEqual((yield* ticketsOf(scope)).length, 0)
    }).pipe(Effect.scoped)
  )

  it.effect("accepts a hundred recipients and asks to send the rest later", () =>
    Effect.gen(function* () {
      const { address } = yield* mailBrand
      const smtp = yield* client
      const recipients = Array.from({ length: 101 }, (_, number) => address.replace("@", `+${number}@`))
      const replies = yield* Effect.promise(() => smtp.envelope("ines@north.example", ...recipients))
      assert.isTrue(replies.slice(0, 100).every((reply) => reply.startsWith("250")))
      assert.match(replies[100] ?? "", /^452 4\.5\.3/)
    }).pipe(Effect.scoped)
  )

  it.effect("refuses a message without an identifiable author, and one in a mail loop", () =>
    Effect.gen(function* () {
      const { address, scope } = yield* mailBrand
      assert.match(yield* deliver(message({ headers: "From: eve@elsewhere.example\r\n" }), address), /^554/)
      assert.match(yield* deliver("Subject: from nobody\r\n\r\nx\r\n", address, ""), /^554/)
      // No one writes from a placeholder address.
      assert.match(yield* deliver("From: 14155550100@sms.invalid\r\nSubject: claim\r\n\r\nx\r\n", address), /^554/)
      assert.match(yield* deliver(message({ headers: "Received: by x\r\n".repeat(101) }), address), /^554/)
      assert.strictEqual((yield* ticketsOf(scope)).length, 0)
      assert.match(yield* deliver("Subject: no From\r\n\r\nx\r\n", address, "cron@host.example"), /^250/)
      assert.strictEqual((yield* ticketsOf(scope))[0]?.customer_email, "cron@host.example")
    })
  )

  it.effect("prevents smuggling of a second message, whatever line ends surround its dot", () =>
    Effect.gen(function* () {
      const { address, scope } = yield* mailBrand
      const smuggled = "MAIL FROM:<a@b.example>\r\nRCPT TO:<x@y.example>\r\nDATA\r\nSubject: smuggled\r\n\r\nx\r\n.\r\n"
      for (const end of ["\n.\n", "\n.\r\n", "\r.\r", "\r.\r\n", "\r\n.\n", "\r\n.\r", "\n.\r", "\r.\n"]) {
        const smtp = yield* client
        const reply = yield* Effect.promise(async () => {
          await smtp.envelope("ines@north.example", address)
          await smtp.say("DATA")
          return smtp.raw(`${message()}${end}${smuggled}`)
        })
        assert.match(reply, /^554/, JSON.stringify(end))
        smtp.socket.end()
        assert.isTrue(yield* Effect.promise(() => smtp.closed()))
      }
      assert.strictEqual((yield* ticketsOf(scope)).length, 0)
    }).pipe(Effect.scoped)
  )

  it.effect("keeps harmless dots and bare line ends", () =>
    Effect.gen(function* () {
      const { address, scope } = yield* mailBrand
      const smtp = yield* client
      const reply = yield* Effect.promise(async () => {
        await smtp.envelope("ines@north.example", address)
        await smtp.say("DATA")
        return smtp.raw(`${message({ body: "one\ntwo.\n...three\r\n..\r\nfour" })}.\r\n`)
      })
      assert.match(reply, /^250/)
      assert.strictEqual((yield* ticketsOf(scope))[0]?.body, "one\ntwo.\n..three\n.\nfour")
    }).pipe(Effect.scoped)
  )

  it.effect("continues when a client hangs up in the middle of a message", () =>
    Effect.gen(function* () {
      const { address, scope } = yield* mailBrand
      const smtp = yield* client
      yield* Effect.promise(async () => {
        await smtp.envelope("ines@north.example", address)
        await smtp.say("DATA")
        smtp.socket.write("Subject: half a mess")
        smtp.close()
      })
      assert.match(yield* deliver(message(), address), /^250/)
      assert.strictEqual((yield* ticketsOf(scope)).length, 1)
    }).pipe(Effect.scoped)
  )
})
