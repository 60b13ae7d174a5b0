import { readFileSync } from "node:fs"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { IdGenerator } from "../../../src/domain/IdGenerator.ts"
import { idOf, uuidOf } from "../../../src/domain/Ids.ts"
import type { BrandScope } from "../../../src/domain/Principal.ts"
import { mailToken, tokenLocalPart } from "../../../src/domain/ReplyAddress.ts"
import { Database } from "../../../src/sql/Database.ts"
import { MailMarks } from "../../../src/tickets/outbound/MailMarks.ts"
import { deliver, inboundDomain, mailBrand, layer as mailSite, rowsOf, ticketsOf } from "../../support/MailSite.ts"
import { message } from "../../support/message.ts"
import { seedBrand } from "../../support/seedTenant.ts"

const customer = "ines@north.example"

/** A ticket of the customer, with what lets replies find it. */
const conversation = Effect.gen(function* () {
  const { address, scope } = yield* mailBrand
  const { system } = yield* Database
  const id = `${crypto.randomUUID()}@north.example`
  yield* deliver(message({ id, subject: "Invoice 77" }), address)
  const [ticket] = yield* ticketsOf(scope)
  if (ticket === undefined) return yield* Effect.die("no ticket")
  const token = mailToken(crypto.getRandomValues(new Uint8Array(16)))
  yield* system`insert into reply_addresses (token, tenant_id, brand_id, ticket_id, participant)
    values (${token}, ${scope.tenant.id}, ${uuidOf(scope.brandId)}, ${ticket.id}, ${customer})`
  const replyAddress = `${tokenLocalPart("reply", token)}@${inboundDomain}`
  return { address, scope, ticket, messageId: id, replyAddress, ticketId: idOf("ticket", ticket.id) }
})

const logOf = ({ brandId }: BrandScope) => rowsOf("inbound_messages", brandId)
const lastStep = (row: Record<string, unknown> | undefined, check: string) =>
  ((row?.["steps"] ?? []) as ReadonlyArray<{ check: string; result: string; detail: string }>).find(
    (step) => step.check === check
  )

const addAddress = Effect.fnUntraced(function* (scope: BrandScope, local: string, host: string, kind = "domain") {
  const { system } = yield* Database
  const id = (yield* IdGenerator).next("address")
  yield* system`insert into addresses (id, tenant_id, brand_id, local_part, domain, kind)
    values (${uuidOf(id)}, ${scope.tenant.id}, ${uuidOf(scope.brandId)}, ${local}, ${host}, ${kind})`
})

/** A mail that we sent about a ticket: its return path, and its id. */
const sentMail = Effect.fnUntraced(function* (scope: BrandScope, ticketId: string, messageId: string) {
  const { system } = yield* Database
  const id = (yield* IdGenerator).next("message")
  const token = mailToken(crypto.getRandomValues(new Uint8Array(16)))
  yield* system`insert into outgoing_mail (id, kind, message_id, tenant_id, brand_id, ticket_id, recipient, sealed, state, expires_at, bounce_token)
    values (${uuidOf(id)}, 'reply', ${`<${messageId}>`}, ${scope.tenant.id}, ${uuidOf(scope.brandId)}, ${ticketId}, ${customer}, false, 'sent', now() + interval '1 day', ${token})`
  return { id, returnPath: `${tokenLocalPart("bounce", token)}@${inboundDomain}` }
})

const stateOf = Effect.fnUntraced(function* (id: string) {
  const { system } = yield* Database
  const [row] = yield* system<{ receipt: string | null; last_error: string | null }>`
    select receipt, last_error from outgoing_mail where id = ${id}`
  return row
}, Effect.orDie)

const report = (messageId: string, action: "failed" | "delayed", status: string) =>
  [
    "From: MAILER-DAEMON@mx.north.example",
    "Subject: Undelivered Mail Returned to Sender",
    "Auto-Submitted: auto-replied",
    `Message-ID: <${crypto.randomUUID()}@mx.north.example>`,
    "MIME-Version: 1.0",
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
    "",
    "--b",
    "Content-Type: text/plain",
    "",
    "It did not arrive.",
    "--b",
    "Content-Type: message/delivery-status",
    "",
    "Reporting-MTA: dns; mx.north.example",
    "",
    `Final-Recipient: rfc822; ${customer}`,
    `Action: ${action}`,
    `Status: ${status}`,
    "Diagnostic-Code: smtp; 550 no such user",
    "--b",
    "Content-Type: text/rfc822-headers",
    "",
    `Message-ID: <${messageId}>`,
    "--b--",
    ""
  ].join("\r\n")

layer(mailSite(), { excludeTestServices: true })("Mail finds its ticket", (it) => {
  it.effect("or opens one, which names whoever wrote the forwarded message", () =>
    Effect.gen(function* () {
      const { address, scope } = yield* mailBrand
      const header = "From: Pat Lee <pat@south.example>\r\nDate: Tue, Mar 5, 2024\r\nSubject: Order 7\r\nTo: Ines"
      const body = `Can you take this?\r\n\r\n---------- Forwarded message ---------\r\n${header}\r\n\r\nWhere is it?`
      yield* deliver(message({ subject: "Fwd: Order 7", body }), address)
      yield* deliver(readFileSync("test/fixtures/mail/content/forwarded-message.eml"), address)
      yield* deliver(message({ subject: "Fwd: Order 8", body: body.replace("pat@south.example", address) }), address)
      assert.deepStrictEqual(
        (yield* ticketsOf(scope)).map(({ customer_email, source_data }) => [
          customer_email,
          source_data["suggestedCustomer"]
        ]),
        [
          [customer, { email: "pat@south.example", name: "Pat Lee" }],
          [customer, { email: "someone@else.example" }],
          [customer, undefined]
        ]
      )
    })
  )

  it.effect("by Outlook's thread if there is nothing else, and for participants only", () =>
    Effect.gen(function* () {
      const { address, scope } = yield* mailBrand
      const outlook = (block: string, topic = "Invoice 77") =>
        `Thread-Topic: ${topic}\r\nThread-Index: Adpk0p3pjV88KhtOT2ChssPU5fYHGA${block}\r\n`
      const first = message({ id: "outlook-1@north.example", subject: "Invoice 77", headers: outlook("==") })
      yield* deliver(first, address)
      yield* deliver(message({ headers: outlook("ABF2Wk"), body: "A second mail" }), address)
      yield* deliver(message({ headers: outlook("ABF2Wl", "Another matter"), body: "Something new" }), address)
      const stranger = message({ from: "eve@elsewhere.example", headers: outlook("ABF2Wm") })
      yield* deliver(stranger, address, "eve@elsewhere.example")
      // A header field that names the message replied to takes precedence.
      const answer = "In-Reply-To: <unknown@north.example>\r\n"
      yield* deliver(message({ headers: `${answer}${outlook("ABF2Wn")}`, body: "Of another thread" }), address)

      const tickets = yield* ticketsOf(scope)
      assert.deepStrictEqual(
        tickets.map(({ comment_count, customer_email }) => [customer_email, comment_count]),
        [
          [customer, 1],
          [customer, 0],
          ["eve@elsewhere.example", 0],
          [customer, 0]
        ]
      )
      assert.strictEqual(
        tickets[2]?.source_data["relatedTicketId"],
        `tkt_${idOf("ticket", tickets[0]?.id ?? "").slice(4)}`
      )
      const log = yield* logOf(scope)
      assert.strictEqual(lastStep(log[0], "message_references")?.detail, "replies to no message")
      assert.include(lastStep(log[1], "message_references")?.detail, "by its Outlook thread")
      assert.include(lastStep(log[3], "message_references")?.detail, "but the sender is not a participant")
    })
  )

  it.effect("by the reply address, whoever writes and whatever the header says", () =>
    Effect.gen(function* () {
      const { replyAddress, scope } = yield* conversation
      assert.match(yield* deliver(message({ subject: "Another subject" }), replyAddress.toUpperCase()), /^250/)
      const stranger = message({ from: "Eve <eve@elsewhere.example>", body: "I am new here." })
      assert.match(yield* deliver(stranger, replyAddress, "eve@elsewhere.example"), /^250/)
      const [ticket, ...others] = yield* ticketsOf(scope)
      assert.deepStrictEqual(others, [])
      assert.strictEqual(ticket?.comment_count, 2)
      assert.strictEqual(ticket?.customer_email, customer)
      const [known, unknown] = yield* rowsOf("comments", scope.brandId)
      assert.deepInclude(known?.["source_data"], { subject: "Another subject" })
      assert.notProperty(known?.["source_data"], "authorVerified")
      assert.deepInclude(unknown, { author_type: "CUSTOMER", author_name: "Eve" })
      assert.deepInclude(unknown?.["source_data"], { authorVerified: false })
      const log = yield* logOf(scope)
      assert.deepInclude(lastStep(log[1], "signed_reply_address"), { result: "matched" })
      assert.deepInclude(lastStep(log[1], "message_references"), { result: "skipped" })
    })
  )

  it.effect("with only its new text, and keeps what it quotes readable", () =>
    Effect.gen(function* () {
      const { replyAddress, scope } = yield* conversation
      const body = [
        "It is Roth GmbH.",
        "",
        "On Fri, 20 Nov 2026 at 10:00, Acme <support@acme.example> wrote:",
        "> Which name?"
      ]
      yield* deliver(message({ body: body.join("\r\n"), subject: "Re: Invoice 77" }), replyAddress)
      assert.strictEqual((yield* rowsOf("comments", scope.brandId))[0]?.["body"], "It is Roth GmbH.")
      assert.include((yield* logOf(scope)).at(-1)?.["quoted_text"], "> Which name?")
    })
  )

  it.effect("with its whole text when it opens a ticket, including quotes", () =>
    Effect.gen(function* () {
      const { address, scope } = yield* mailBrand
      const body = [
        "See below.",
        "",
        "On Fri, 20 Nov 2026 at 10:00, Acme <support@acme.example> wrote:",
        "> Which name?"
      ]
      yield* deliver(message({ body: body.join("\r\n") }), address)
      assert.strictEqual((yield* ticketsOf(scope))[0]?.body, body.join("\n"))
      assert.isNull((yield* logOf(scope))[0]?.["quoted_text"])
    })
  )

  it.effect("by a reply address before the message that the header replies to", () =>
    Effect.gen(function* () {
      const { messageId, replyAddress, scope, address } = yield* conversation
      const other = `${crypto.randomUUID()}@north.example`
      yield* deliver(message({ id: other, subject: "Another matter" }), address)
      yield* deliver(message({ headers: `In-Reply-To: <${other}>\r\n` }), replyAddress)
      const [first, second] = yield* ticketsOf(scope)
      assert.deepStrictEqual([first?.comment_count, second?.comment_count], [1, 0])
      assert.isString(messageId)
    })
  )

  it.effect("not by a token that is not ours", () =>
    Effect.gen(function* () {
      const { address } = yield* conversation
      const token = mailToken(crypto.getRandomValues(new Uint8Array(16)))
      for (const use of ["reply", "bounce"] as const) {
        const unknown = `${tokenLocalPart(use, token)}@${inboundDomain}`
        assert.match(yield* deliver(message(), unknown), /^550/, unknown)
        const tagged = `${address.split("@")[0]}+${tokenLocalPart(use, token)}@${inboundDomain}`
        assert.match(yield* deliver(message(), tagged), /^550/, tagged)
      }
    })
  )

  it.effect("in the brand, when the ticket of its reply address was purged", () =>
    Effect.gen(function* () {
      const { replyAddress, scope, ticket } = yield* conversation
      const { system } = yield* Database
      yield* system`update reply_addresses set ticket_id = null, participant = null where ticket_id = ${ticket.id}`
      yield* deliver(message({ subject: "Late" }), replyAddress)
      assert.deepStrictEqual(
        (yield* ticketsOf(scope)).map(({ title }) => title),
        ["Invoice 77", "Late"]
      )
    })
  )

  it.effect("by the id of our message, made with our key, even if nothing remembers it", () =>
    Effect.gen(function* () {
      const { address, scope, ticketId } = yield* conversation
      const marks = yield* MailMarks
      const ours = marks.messageId(ticketId, "acme.example")
      const forged = ours.replace(/\.[^.@]+@/, ".00000000000000000000000000@")
      yield* deliver(message({ headers: `References: <${forged}>\r\n`, subject: "Forged" }), address)
      yield* deliver(message({ headers: `References: <x@y.example> <${ours.toUpperCase()}>\r\n` }), address)
      const [ticket, forger] = yield* ticketsOf(scope)
      assert.strictEqual(ticket?.comment_count, 1)
      assert.strictEqual(forger?.title, "Forged")
    })
  )

  it.effect("by the ticket's number in the subject, for participants", () =>
    Effect.gen(function* () {
      const { address, scope } = yield* conversation
      const { system } = yield* Database
      const [row] = yield* system<{ number: number; ticket_prefix: string }>`
        select t.number, b.ticket_prefix from tickets t join brands b on b.id = t.brand_id where b.id = ${uuidOf(scope.brandId)}`
      const tag = `[${row?.ticket_prefix}-${row?.number}]`
      yield* deliver(message({ subject: `AW: ${tag} Invoice 77` }), address)
      yield* deliver(
        message({ subject: `Re: ${tag}`, from: "eve@elsewhere.example" }),
        address,
        "eve@elsewhere.example"
      )
      yield* deliver(message({ subject: `Re: [OTHER-${row?.number}]` }), address)
      const tickets = yield* ticketsOf(scope)
      assert.deepStrictEqual(
        tickets.map(({ comment_count }) => comment_count),
        [1, 0, 0]
      )
      const [, , eve] = yield* logOf(scope)
      assert.include(lastStep(eve, "subject_tag_and_sender")?.detail, "but the sender is not a participant")
    })
  )

  it.effect("by that number under a previous prefix of the brand, unless another brand has it now", () =>
    Effect.gen(function* () {
      const { address, scope } = yield* conversation
      const { system } = yield* Database
      const id = (yield* IdGenerator).next("log")
      yield* system`insert into audit_log (id, tenant_id, brand_id, event, entity_type, entity_id, changes, performed_by, source)
        values (${uuidOf(id)}, ${scope.tenant.id}, ${uuidOf(scope.brandId)}, 'brand.updated', 'brand', ${uuidOf(scope.brandId)},
          '{"ticketPrefix": {"old": "FORMER", "new": "LATER"}}', '{"type": "user"}', 'api')`
      const [row] = yield* system<{
        number: number
      }>`select number from tickets where brand_id = ${uuidOf(scope.brandId)}`
      const subject = `AW: [FORMER-${row?.number}] Invoice 77`
      yield* deliver(message({ subject }), address)
      assert.deepStrictEqual(
        (yield* ticketsOf(scope)).map(({ comment_count }) => comment_count),
        [1]
      )
      const other = yield* seedBrand(scope.tenant)
      yield* system`update brands set ticket_prefix = 'FORMER' where id = ${uuidOf(other.brandId)}`
      yield* deliver(message({ subject }), address)
      assert.deepStrictEqual(
        (yield* ticketsOf(scope)).map(({ comment_count }) => comment_count),
        [1, 0]
      )
    })
  )

  it.effect("by its Message-ID, if a mailing list changed the copy, whichever arrives first", () =>
    Effect.gen(function* () {
      for (const order of [0, 1]) {
        const { address, scope } = yield* mailBrand
        const id = `${crypto.randomUUID()}@north.example`
        const copies = [
          message({ id, body: "It has not come.\r\nWhere is it?" }),
          message({
            id,
            subject: "[help] Hello",
            headers: "List-Id: <help.north.example>\r\n",
            body: "It has not come. Where\r\nis it?\r\n\r\n____\r\nhelp mailing list"
          })
        ]
        yield* deliver(copies[order] ?? "", address)
        yield* deliver(copies[1 - order] ?? "", address)
        yield* deliver(message({ id, body: "Something else" }), address)
        yield* deliver(
          message({ id, body: "It has not come.\r\nWhere is it?!", from: "eve@elsewhere.example" }),
          address
        )
        assert.deepStrictEqual(
          (yield* ticketsOf(scope)).map(({ comment_count }) => comment_count),
          [1, 0, 0]
        )
      }
    })
  )

  it.effect("where it was merged, and as the brand configured once that is closed", () =>
    Effect.gen(function* () {
      const { address, replyAddress, scope, ticket } = yield* conversation
      const { system } = yield* Database
      yield* deliver(message({ subject: "The target" }), address)
      const target = (yield* ticketsOf(scope))[1]
      yield* system`update tickets set merged_into_id = ${target?.id}, status = 'closed', status_category = 'closed' where id = ${ticket.id}`
      yield* deliver(message({ body: "Still there?" }), replyAddress)
      assert.strictEqual((yield* ticketsOf(scope))[1]?.comment_count, 1)
      yield* system`update tickets set status = 'closed', status_category = 'closed', closed_at = now() - interval '20 days' where id = ${target?.id}`
      yield* deliver(message({ body: "Much later" }), replyAddress)
      const [, , followUp] = yield* ticketsOf(scope)
      assert.strictEqual(followUp?.follow_up_of_id, target?.id)
      const log = yield* logOf(scope)
      assert.deepInclude(lastStep(log.at(-1), "merged_target"), { result: "matched" })
      assert.deepInclude(lastStep(log.at(-1), "closed_policy"), { result: "matched" })
    })
  )
})

layer(mailSite(), { excludeTestServices: true })("Mail finds its brand", (it) => {
  it.effect("by its addresses, also with a tag, as postmaster, and by a catch-all domain", () =>
    Effect.gen(function* () {
      const { scope } = yield* mailBrand
      yield* addAddress(scope, "help", "acme.example")
      yield* addAddress(scope, "*", "rest.example")
      for (const to of [
        "Help@ACME.example",
        "help+77@acme.example",
        "postmaster@acme.example",
        "abuse@acme.example",
        "anybody@rest.example"
      ])
        assert.match(yield* deliver(message(), to), /^250/, to)
      assert.match(yield* deliver(message(), "nobody@acme.example"), /^550/)
      assert.strictEqual((yield* ticketsOf(scope)).length, 5)
      assert.deepStrictEqual(
        (yield* logOf(scope)).map((row) => (row["envelope"] as { route: { rule: string } }).route.rule),
        ["address", "tagged_address", "operator", "operator", "catch_all"]
      )
    })
  )

  it.effect("never by relaying, however the address hides its domain", () =>
    Effect.gen(function* () {
      const { address } = yield* mailBrand
      const local = address.split("@")[0]
      for (const to of [
        `eve%elsewhere.example@${inboundDomain}`,
        `elsewhere.example!eve@${inboundDomain}`,
        `"eve@elsewhere.example"@${inboundDomain}`,
        `${local}@elsewhere.example`,
        `eve@elsewhere.example@${inboundDomain}`
      ])
        assert.match(yield* deliver(message(), to), /^5\d\d/, to)
    })
  )
})

layer(mailSite(), { excludeTestServices: true })("Automatic mail", (it) => {
  const answer = "Auto-Submitted: auto-replied\r\n"

  it.effect("is stored without effect when it is an automatic reply to nothing of ours", () =>
    Effect.gen(function* () {
      const { address, scope } = yield* mailBrand
      assert.match(yield* deliver(message({ headers: answer }), address), /^250 2\.6\.0 accepted inb_/)
      assert.deepStrictEqual(yield* ticketsOf(scope), [])
      assert.deepInclude((yield* logOf(scope))[0], { status: "ignored", outcome: "none" })
    })
  )

  it.effect("becomes a comment that changes no status when it replies to our mail, also at its return path", () =>
    Effect.gen(function* () {
      const { messageId, scope, ticket } = yield* conversation
      const { system } = yield* Database
      const { returnPath } = yield* sentMail(scope, ticket.id, `${crypto.randomUUID()}@acme.example`)
      yield* system`update tickets set status = 'resolved', status_category = 'resolved' where id = ${ticket.id}`
      yield* deliver(
        message({ headers: `${answer}In-Reply-To: <${messageId}>\r\n` }),
        `${scope.brandId}@${inboundDomain}`
      )
      yield* deliver(message({ headers: answer }), returnPath, "")
      const [after, ...others] = yield* ticketsOf(scope)
      assert.deepStrictEqual(others, [])
      assert.deepInclude(after, { status: "resolved", comment_count: 2 })
      const comments = yield* rowsOf("comments", scope.brandId)
      assert.isTrue(comments.every(({ is_automated }) => is_automated === true))
    })
  )

  it.effect("never adds participants, and opens a ticket marked as such when it is not a reply", () =>
    Effect.gen(function* () {
      const { address, scope } = yield* mailBrand
      yield* deliver(message({ headers: "Precedence: bulk\r\nCc: lea@west.example\r\n" }), address)
      const [ticket] = yield* ticketsOf(scope)
      assert.deepInclude(ticket, { is_automated: true })
      assert.isNull(ticket?.participants)
    })
  )

  it.effect("about an undelivered mail updates that mail, found by its return path, and nothing else", () =>
    Effect.gen(function* () {
      const { scope, ticket } = yield* conversation
      const mail = yield* sentMail(scope, ticket.id, `${crypto.randomUUID()}@acme.example`)
      assert.match(yield* deliver(report("unknown@acme.example", "failed", "5.1.1"), mail.returnPath, ""), /^250/)
      assert.strictEqual((yield* stateOf(uuidOf(mail.id)))?.receipt, "bounced")
      const [after, ...others] = yield* ticketsOf(scope)
      assert.deepStrictEqual([others, after?.comment_count], [[], 0])
      const log = yield* logOf(scope)
      assert.deepInclude(log.at(-1), { status: "processed", outcome: "bounce", ticket_id: ticket.id })
      const types = (yield* rowsOf("events", scope.brandId)).map(({ type }) => type)
      assert.include(types, "message.bounced")
      const { system } = yield* Database
      const bounced = yield* system`select address from bounced_addresses where brand_id = ${uuidOf(scope.brandId)}`
      assert.deepStrictEqual(bounced, [{ address: customer }])
    })
  )

  it.effect("finds the mail by its id if the return path does not identify it, and tells a delay from a failure", () =>
    Effect.gen(function* () {
      const { address, scope, ticket } = yield* conversation
      const messageId = `${crypto.randomUUID()}@acme.example`
      const mail = yield* sentMail(scope, ticket.id, messageId)
      yield* deliver(report(messageId, "delayed", "4.4.1"), address, "")
      assert.deepStrictEqual(yield* stateOf(uuidOf(mail.id)), {
        receipt: "delayed",
        last_error: "4.4.1 550 no such user"
      })
      assert.include(
        lastStep((yield* logOf(scope)).at(-1), "bounce")?.detail,
        "delivery is delayed to ines@north.example (4.4.1)"
      )
      yield* deliver(report(messageId, "failed", "5.1.1"), address, "")
      assert.strictEqual((yield* stateOf(uuidOf(mail.id)))?.receipt, "bounced")
      yield* deliver(report("somebody-else@acme.example", "failed", "5.1.1"), address, "")
      assert.deepInclude((yield* logOf(scope)).at(-1), { status: "ignored", outcome: "bounce" })
      assert.strictEqual((yield* ticketsOf(scope)).length, 1)
    })
  )

  it.effect(
    "about several people suspends the address of each whose mailbox does not exist, also of a notified member",
    () =>
      Effect.gen(function* () {
        const { scope, ticket } = yield* conversation
        const { system } = yield* Database
        yield* system`update tickets set participants = '[{"email": "paul@south.example", "verified": false}]'
        where id = ${ticket.id}`
        const answer = yield* sentMail(scope, ticket.id, `${crypto.randomUUID()}@acme.example`)
        const several = readFileSync("test/fixtures/mail/bounces/postfix-several.eml")
        yield* deliver(several, answer.returnPath, "")
        assert.deepStrictEqual(yield* stateOf(uuidOf(answer.id)), {
          receipt: "bounced",
          last_error:
            "The mailbox is full: write again later, or contact them another way (4.2.2 452 4.2.2 Mailbox full)"
        })
        const notice = yield* sentMail(scope, ticket.id, `${crypto.randomUUID()}@acme.example`)
        yield* system`update outgoing_mail set kind = 'notice', recipient = 'ada@acme.example' where id = ${uuidOf(notice.id)}`
        yield* deliver(report("unknown@acme.example", "failed", "5.1.1"), notice.returnPath, "")
        assert.isNull((yield* stateOf(uuidOf(notice.id)))?.receipt)
        const rested = yield* system`select address, reason from bounced_addresses
        where brand_id = ${uuidOf(scope.brandId)} order by address`
        assert.deepStrictEqual(rested, [
          { address: "ada@acme.example", reason: "bounce" },
          { address: "paul@south.example", reason: "bounce" }
        ])
      })
  )

  it.effect("that reports spam is a complaint about that mail, or a ticket if the mail is not known", () =>
    Effect.gen(function* () {
      const { address, scope, ticket } = yield* conversation
      const mail = yield* sentMail(scope, ticket.id, "answer@acme.example")
      const { system } = yield* Database
      const complaint = readFileSync("test/fixtures/mail/complaints/provider-abuse.eml")
      yield* deliver(complaint, address, "feedback@mailbox.example")
      assert.strictEqual((yield* stateOf(uuidOf(mail.id)))?.receipt, "delivered")
      const [wanted] = yield* system`select notify_email from customers
        where brand_id = ${uuidOf(scope.brandId)} and email = ${customer}`
      assert.deepStrictEqual(wanted, { notify_email: false })
      assert.include(lastStep((yield* logOf(scope)).at(-1), "bounce")?.detail, "reported as spam by ines@north.example")
      assert.strictEqual((yield* ticketsOf(scope)).length, 1)

      for (const name of ["not-spam", "dmarc-failure", "redacted-headers"]) {
        const other = yield* mailBrand
        yield* deliver(
          readFileSync(`test/fixtures/mail/complaints/${name}.eml`),
          other.address,
          "feedback@mailbox.example"
        )
        assert.deepStrictEqual(
          (yield* ticketsOf(other.scope)).map(({ is_automated }) => is_automated),
          [true]
        )
      }
    })
  )

  it.effect("of our own is dropped when it comes back, and counts as a person's if another brand sent it", () =>
    Effect.gen(function* () {
      const { address, scope } = yield* mailBrand
      const other = yield* seedBrand(scope.tenant)
      const marks = yield* MailMarks
      const loop = (brandId: typeof scope.brandId) => `X-Trunkline-Loop: ${marks.loopMark(brandId)}\r\n`
      yield* deliver(message({ headers: loop(scope.brandId) }), address)
      yield* deliver(message({ from: address }), address)
      yield* addAddress(scope, "support", "acme.example", "forwarded")
      yield* deliver(message({ from: "Support <support@acme.example>" }), address)
      assert.deepStrictEqual(yield* ticketsOf(scope), [])
      const log = yield* logOf(scope)
      assert.isTrue(log.every(({ outcome, status }) => status === "ignored" && outcome === "none"))

      yield* deliver(message({ headers: loop(other.brandId) }), address)
      yield* deliver(message({ headers: "X-Trunkline-Loop: br_forged.mac\r\n" }), address)
      assert.deepStrictEqual(
        (yield* ticketsOf(scope)).map(({ is_automated }) => is_automated),
        [false, false]
      )
    })
  )

  it.effect(
    "belongs to whoever filled in the form, or wrote to the group, that sent it from the brand's own address",
    () =>
      Effect.gen(function* () {
        const { address, replyAddress, scope, ticketId } = yield* conversation
        yield* addAddress(scope, "support", "acme1.example", "forwarded")
        const own = "Support <support@acme1.example>"
        const group = [
          "Reply-To: Support <support@acme1.example>",
          "X-Original-From: Pat Lee <pat@south.example>",
          "Precedence: list",
          "List-Id: <support.acme1.example>",
          "List-Post: <https://groups.example/support/post>, <mailto:support@acme1.example>",
          "List-Unsubscribe: <mailto:support+unsubscribe@acme1.example>",
          ""
        ].join("\r\n")
        yield* deliver(message({ from: "'Pat Lee' via Support <support@acme1.example>", headers: group }), address)
        yield* deliver(
          message({ from: own, headers: "Reply-To: Paul <paul@south.example>\r\nCc: eve@west.example\r\n" }),
          address
        )
        // Our own answer, from which someone removed our marks in transit.
        yield* deliver(message({ from: own, headers: `Reply-To: ${replyAddress}\r\n` }), address)
        const [, ...opened] = yield* ticketsOf(scope)
        assert.deepStrictEqual(
          opened.map(({ customer_email, customer_name, is_automated, participants }) => [
            customer_email,
            customer_name,
            is_automated,
            participants
          ]),
          [
            ["pat@south.example", "Pat Lee", false, null],
            ["paul@south.example", "Paul", false, [{ email: "eve@west.example", verified: false }]]
          ]
        )

        yield* deliver(
          message({ from: own, headers: `Reply-To: ${customer}\r\nCc: eve@west.example\r\n` }),
          replyAddress
        )
        const comment = (yield* rowsOf("comments", scope.brandId)).at(-1)
        assert.include(comment, { ticket_id: uuidOf(ticketId), author_type: "CUSTOMER" })
        assert.deepInclude(comment?.["source_data"], { authorVerified: false })
      })
  )

  it.effect("is automatic if it comes through a list that is not an address of the brand", () =>
    Effect.gen(function* () {
      const { address, scope } = yield* mailBrand
      const list = (name: string) => `List-Id: <${name.replace("@", ".")}>\r\nList-Post: <mailto:${name}>\r\n`
      yield* deliver(message({ headers: list("users@lists.example") }), address)
      yield* addAddress(scope, "support", "acme2.example", "forwarded")
      yield* deliver(message({ headers: list("support@acme2.example") }), address)
      yield* deliver(message({ headers: list("news@east.example") + list("support@acme2.example") }), address)
      assert.deepStrictEqual(
        (yield* ticketsOf(scope)).map(({ is_automated }) => is_automated),
        [true, false, true]
      )
    })
  )

  it.effect("is not ours just because someone claims our address as sender without proof", () =>
    Effect.gen(function* () {
      const { address, scope } = yield* mailBrand
      const { system } = yield* Database
      yield* addAddress(yield* seedBrand(scope.tenant), "ceo", "west.example", "forwarded")
      yield* addAddress(scope, "cfo", "west.example", "forwarded")
      yield* system`update addresses set verified = false where domain = 'west.example'`
      yield* deliver(message({ from: "ceo@west.example" }), address)
      yield* deliver(message({ from: "cfo@west.example" }), address)
      assert.deepStrictEqual(
        (yield* ticketsOf(scope)).map(({ is_automated }) => is_automated),
        [false, false]
      )
    })
  )

  it.effect("is dropped if it has the id of a message of ours", () =>
    Effect.gen(function* () {
      const { address, scope, ticket } = yield* conversation
      const { system } = yield* Database
      yield* system`insert into message_ids (tenant_id, brand_id, message_id, ticket_id, direction)
        values (${scope.tenant.id}, ${uuidOf(scope.brandId)}, 'ours@acme.example', ${ticket.id}, 'out')`
      yield* deliver(message({ id: "ours@acme.example" }), address)
      assert.deepInclude((yield* logOf(scope)).at(-1), { status: "ignored", outcome: "none" })
    })
  )
})

layer(mailSite({ limits: { heldPerHour: 3 } }), { excludeTestServices: true })(
  "Much mail from one sender on one ticket",
  (it) => {
    it.effect("is kept, and no longer changes the status, while that of others does", () =>
      Effect.gen(function* () {
        const { replyAddress, scope, ticketId } = yield* conversation
        const { system } = yield* Database
        const resolve = system`update tickets set status = 'resolved', status_category = 'resolved', status_id = (select id from statuses where brand_id = ${uuidOf(scope.brandId)} and key = 'resolved')
          where id = ${uuidOf(ticketId)}`
        const statuses: Array<string> = []
        for (const from of [customer, customer, customer, customer, "paul@north.example"]) {
          yield* resolve
          yield* deliver(message({ from }), replyAddress, from)
          statuses.push((yield* ticketsOf(scope))[0]?.status ?? "")
        }
        // The mail that opened the ticket counts too.
        assert.deepStrictEqual(statuses, ["open", "open", "resolved", "resolved", "open"])
        const log = yield* logOf(scope)
        assert.deepStrictEqual(
          log.map(({ flags }) => flags),
          [[], [], [], ["ticket_over_limit"], ["ticket_over_limit"], []]
        )
        assert.strictEqual((yield* ticketsOf(scope))[0]?.comment_count, 5)
      })
    )
  }
)

layer(mailSite({ limits: { flaggedPerHour: 2, refusedPerHour: 4 } }), { excludeTestServices: true })(
  "Much mail from one sender",
  (it) => {
    it.effect("is marked, and then deferred, while others are served", () =>
      Effect.gen(function* () {
        const { address, scope } = yield* mailBrand
        const replies: Array<string> = []
        for (let count = 0; count < 6; count++) replies.push((yield* deliver(message(), address)).slice(0, 3))
        assert.deepStrictEqual(replies, ["250", "250", "250", "250", "451", "451"])
        assert.match(yield* deliver(message({ from: "ada@east.example" }), address, "ada@east.example"), /^250/)
        const log = yield* logOf(scope)
        assert.deepStrictEqual(
          log.map(({ flags }) => flags),
          [[], [], ["sender_over_limit"], ["sender_over_limit"], []]
        )
      })
    )

    it.effect("with one id and two contents is accepted twice and marked", () =>
      Effect.gen(function* () {
        const { address, scope } = yield* mailBrand
        yield* deliver(message({ id: "same@north.example", body: "One." }), address)
        yield* deliver(message({ id: "same@north.example", body: "Two." }), address)
        assert.deepStrictEqual(
          (yield* logOf(scope)).map(({ flags }) => flags),
          [[], ["duplicate_message_id"]]
        )
      })
    )
  }
)

layer(mailSite(), { excludeTestServices: true })("People in a mail", (it) => {
  const participants = Effect.fnUntraced(function* (scope: BrandScope) {
    const { system } = yield* Database
    const [row] = yield* system<{
      participants: ReadonlyArray<{ email: string; verified: boolean }> | null
      source_data: Record<string, unknown>
    }>`
      select participants, source_data from tickets where brand_id = ${uuidOf(scope.brandId)} order by id limit 1`
    return { emails: (row?.participants ?? []).map(({ email }) => email), ...row }
  }, Effect.orDie)

  it.effect("become participants, except for ourselves, the sender and addresses that cannot reply", () =>
    Effect.gen(function* () {
      const { address, scope } = yield* mailBrand
      yield* addAddress(scope, "support", "acme.example", "forwarded")
      const headers = [
        `Cc: Ada <Ada@East.example>, ${customer}, no-reply@shop.example,`,
        ` ${address.replace("@", "+1@")}, "Kern, Lea" <lea@west.example>, ada@east.example`,
        ""
      ].join("\r\n")
      yield* deliver(message({ headers }), address)
      const { emails, participants: people } = yield* participants(scope)
      assert.deepStrictEqual(emails, ["ada@east.example", "lea@west.example"])
      assert.isTrue(people?.every(({ verified }) => verified))
    })
  )

  it.effect("are not addresses whose mail arrives here: with a tag, by a catch-all domain, or of a ticket", () =>
    Effect.gen(function* () {
      const { address, replyAddress, scope } = yield* conversation
      yield* addAddress(scope, "orders", "tags.example", "forwarded")
      yield* addAddress(scope, "*", "all.example")
      const own = ["orders+7@tags.example", "anybody@all.example", replyAddress.replace(/@.*/, "@desk.tags.example")]
      const headers = `Cc: ${own.join(", ")}, lea@west.example\r\n`
      const first = message({ headers }).replace(/^To: .*$/m, "To: Ada <ada@east.example>")
      yield* deliver(first, replyAddress)
      assert.deepStrictEqual((yield* participants(scope)).emails, ["ada@east.example", "lea@west.example"])
      // A sender with such an address is not our own mail coming back.
      yield* deliver(message({ from: "anybody@all.example" }), address, "anybody@all.example")
      assert.include(
        (yield* ticketsOf(scope)).map(({ customer_email }) => customer_email),
        "anybody@all.example"
      )
    })
  )

  it.effect("are not the mailbox that forwarded it", () =>
    Effect.gen(function* () {
      const { address, scope } = yield* mailBrand
      yield* deliver(message({ headers: "Cc: lea@west.example\r\n" }), address)
      assert.deepStrictEqual((yield* participants(scope)).emails, ["lea@west.example"])
    })
  )

  it.effect("are those in To if the mailbox that forwarded it is in copy", () =>
    Effect.gen(function* () {
      const { address, scope } = yield* mailBrand
      yield* addAddress(scope, "help", "north-desk.example", "forwarded")
      const mail = message({ headers: "Cc: help@north-desk.example\r\n" })
      yield* deliver(mail.replace(/^To: .*$/m, "To: Lea <lea@west.example>"), address)
      assert.deepStrictEqual((yield* participants(scope)).emails, ["lea@west.example"])
    })
  )

  it.effect("are limited to twenty per mail, and the rest is listed", () =>
    Effect.gen(function* () {
      const { address, scope } = yield* mailBrand
      const copies = Array.from({ length: 25 }, (_, number) => `p${number}@west.example`)
      yield* deliver(message({ headers: `Cc: ${copies.join(",\r\n ")}\r\n` }), address)
      const { emails, source_data } = yield* participants(scope)
      assert.deepStrictEqual(emails, copies.slice(0, 20))
      assert.deepStrictEqual(source_data?.["notAdded"], copies.slice(20))
    })
  )

  it.effect("are added by participants, and not by strangers", () =>
    Effect.gen(function* () {
      const { replyAddress, scope } = yield* conversation
      const stranger = message({ from: "eve@elsewhere.example", headers: "Cc: mallory@elsewhere.example\r\n" })
      yield* deliver(stranger, replyAddress, "eve@elsewhere.example")
      yield* deliver(
        message({ headers: "Cc: lea@west.example\r\n" }).replace(/^To: .*$/m, `To: ${replyAddress}`),
        replyAddress
      )
      assert.deepStrictEqual((yield* participants(scope)).emails, ["eve@elsewhere.example", "lea@west.example"])
    })
  )

  it.effect("are answered at a Reply-To only if it is in their own domain", () =>
    Effect.gen(function* () {
      const { address, scope } = yield* mailBrand
      yield* deliver(message({ headers: "Reply-To: desk@mail.north.example\r\n" }), address)
      yield* deliver(message({ headers: "Reply-To: desk@elsewhere.example\r\n" }), address)
      assert.deepStrictEqual(
        (yield* ticketsOf(scope)).map(({ source_data }) => source_data["replyTo"]),
        ["desk@mail.north.example", undefined]
      )
    })
  )
})
