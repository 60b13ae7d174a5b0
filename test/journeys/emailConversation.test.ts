import { randomBytes, randomUUID } from "node:crypto"
import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer, Schedule } from "effect"
import { createTransport } from "nodemailer"
import { type FakeRelay, fakeRelay } from "../support/FakeRelay.ts"
import { type Letter, type MailProgram, openLetter, threadsOf, writeLetter } from "../support/MailProgram.ts"
import { type Facts, hostedInstallation, start } from "../support/RunningServer.ts"

/** What the customer and the agent write in turn, and the customer's mail program. */
const said: ReadonlyArray<{ readonly program: MailProgram; readonly customer: string; readonly agent: string }> = [
  {
    program: "gmail",
    customer: "The invoice names the wrong company.\n\nPlease correct it.",
    agent: "Hello Ines,\n\nwhich company **should** it be?"
  },
  { program: "outlook", customer: "Roth & Söhne GmbH <Berlin>.\n\nGrüße\nInes", agent: "Thank you! And the address?" },
  {
    program: "apple",
    customer: "Am Hang 7\n10115 Berlin 🏠",
    agent: "Here is the new one.\n\n> Am Hang 7\n\nIs that right?"
  },
  { program: "thunderbird", customer: "Almost: it should say\n\n  Hinterhaus\n\nbelow the street.", agent: "Done." },
  { program: "yahoo", customer: "Perfect, thanks.", agent: "You are welcome.\n\nAda" }
]
const closing = { program: "gmail" as const, customer: "P.S. Nice work!" }

/** How the mail systems in between change messages. */
interface Way {
  /** The relay replaces the ids of our mail with its own, as Amazon SES does. */
  readonly rewritesIds?: boolean
  /** The customer's programs reply to the sender, and ignore Reply-To. */
  readonly ignoresReplyTo?: boolean
  /** They name the message that they reply to, and none before it. */
  readonly leavesOutReferences?: boolean
}

/** The product with a mail server that it sends through. */
class Desk extends Context.Service<
  Desk,
  {
    readonly facts: Facts
    readonly relay: FakeRelay
    /** Ids that the relay assigned to mail for whoever is in `renamed`, by our id. */
    readonly assigned: ReadonlyMap<string, string>
    readonly renamed: Set<string>
  }
>()("trunkline/test/Desk") {
  static readonly layer = Layer.effect(
    Desk,
    Effect.gen(function* () {
      const assigned = new Map<string, string>()
      const renamed = new Set<string>()
      const relay = yield* fakeRelay({
        taken: ({ messageId = "", to }) => {
          const [first] = [to ?? []].flat().flatMap(({ value }) => value)
          if (!renamed.has(first?.address ?? "")) return "taken"
          const id = `0102018f6a1b2c3d-${randomUUID()}-000000`
          assigned.set(messageId, id)
          return `Ok ${id}`
        }
      })
      const { facts } = yield* start(yield* hostedInstallation, { MAIL_RELAY_URL: `smtp://127.0.0.1:${relay.port}` })
      return { facts, relay, assigned, renamed }
    })
  )
}

/** Calls the API as an integration does: what is temporarily unavailable is retried with the same key. */
const call = (facts: Facts, method: string, path: string, body?: unknown) => {
  const key = randomUUID()
  return Effect.promise(async () => {
    for (;;) {
      const response = await fetch(`${facts.apiUrl}/v1/brands/${facts.brandId}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${facts.liveKey}`,
          ...(method === "POST" ? { "idempotency-key": key } : {}),
          ...(body === undefined || body instanceof FormData ? {} : { "content-type": "application/json" })
        },
        ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) })
      })
      const text = await response.text()
      if (response.status === 503) continue
      assert.isBelow(response.status, 300, `${method} ${path}: ${text}`)
      // biome-ignore lint/suspicious/noExplicitAny: the journey looks into answers as a caller without types does
      return JSON.parse(text) as any
    }
  })
}

const soon = <A>(look: Effect.Effect<A>, until: (found: A) => boolean) =>
  Effect.repeat(look, { until, schedule: Schedule.spaced("20 millis") })

const conversation = Effect.fnUntraced(function* (way: Way) {
  const { assigned, facts, relay, renamed } = yield* Desk
  const address = `ines-${randomUUID().slice(0, 8)}@north.example`
  if (way.rewritesIds === true) renamed.add(address)
  const transport = createTransport({ host: facts.smtpHost, port: facts.smtpPort, ignoreTLS: true })
  /** Everything in the customer's mailbox, sent and received, in order. */
  const mailbox: Array<Letter> = []

  const customerSays = Effect.fnUntraced(function* (program: MailProgram, text: string, files: Letter["files"] = []) {
    const answers = mailbox.at(-1)
    const to =
      answers === undefined ? facts.supportAddress : way.ignoresReplyTo ? answers.from.address : answers.answerTo
    const letter = yield* Effect.promise(() =>
      writeLetter(program, {
        from: `Ines Roth <${address}>`,
        to,
        text,
        files,
        ...(answers === undefined ? { subject: "Invoice 77" } : { answers }),
        references: way.leavesOutReferences !== true
      })
    )
    // Her mail server retries when it is deferred.
    yield* Effect.tryPromise(() => transport.sendMail({ envelope: { from: address, to: [to] }, raw: letter.raw })).pipe(
      Effect.retry({ while: ({ cause }) => /\b4\d\d\b/.test(String(cause)) }),
      Effect.orDie
    )
    mailbox.push(letter)
  })

  /** The agent answers; the customer receives it. */
  const agentSays = Effect.fnUntraced(function* (ticket: string, body: string, files: Letter["files"] = []) {
    const attachmentIds = yield* Effect.forEach(files, ({ content, filename }) => {
      const form = new FormData()
      form.append("file", new Blob([new Uint8Array(content)], { type: "application/pdf" }), filename)
      return Effect.map(call(facts, "POST", "/attachments/pending/upload", form), ({ id }) => id as string)
    })
    const sentTo = () => relay.sent.filter(({ to }) => to.includes(address))
    const received = sentTo().length
    yield* call(facts, "POST", `${ticket}/comments`, { body, authorName: "Ada Byron", attachmentIds })
    // Until the server knows that the relay has it, and under which id.
    yield* soon(call(facts, "GET", `${ticket}/messages`), (messages) => messages.at(-1)?.status === "sent")
    const [sent, ...others] = sentTo().slice(received)
    assert.deepStrictEqual(others, [])
    assert.deepStrictEqual(sent?.to, [address])
    const raw = sent?.raw.toString("latin1") ?? ""
    const ours = /^Message-ID:\s+(<[^>]+>)/im.exec(raw)?.[1] ?? assert.fail("a mail without an id")
    const id = assigned.get(ours)
    assert.strictEqual(id !== undefined, way.rewritesIds === true)
    const arrived = id === undefined ? raw : raw.replace(ours, `<${id}@email.amazonses.com>`)
    mailbox.push(yield* Effect.promise(() => openLetter(Buffer.from(arrived, "latin1"))))
  })

  return { address, facts, mailbox, customerSays, agentSays }
})

layer(Desk.layer, { excludeTestServices: true })("A customer and an agent who exchange eleven mails", (it) => {
  const ways: Record<string, Way> = {
    "have one ticket here and one thread there": {},
    "have them when the customer's programs answer past the reply address": { ignoresReplyTo: true },
    "have them when the relay gives our mail ids of its own": { rewritesIds: true },
    "have them when both happens, and a new id is all that an answer names": {
      rewritesIds: true,
      ignoresReplyTo: true,
      leavesOutReferences: true
    }
  }
  for (const [name, way] of Object.entries(ways))
    it.effect(name, () =>
      Effect.gen(function* () {
        const { address, agentSays, customerSays, facts, mailbox } = yield* conversation(way)
        const ticketsHere = Effect.map(call(facts, "GET", "/tickets"), ({ data }) =>
          data.filter((one: { customerEmail: string }) => one.customerEmail === address)
        )
        const [scan, invoice, photo] = [randomBytes(30_000), randomBytes(50_000), randomBytes(20_000)]
        let ticket = ""
        for (const [turn, { agent, customer, program }] of said.entries()) {
          yield* customerSays(
            program,
            customer,
            {
              0: [{ filename: "Rechnung äöü.pdf", content: scan }],
              3: [{ filename: "photo.jpg", content: photo }]
            }[turn]
          )
          if (turn === 0) {
            const [opened] = yield* ticketsHere
            assert.deepInclude(opened, { title: "Invoice 77", customerEmail: address, body: customer })
            ticket = `/tickets/${opened.id}`
          }
          yield* agentSays(ticket, agent, turn === 2 ? [{ filename: "invoice-77.pdf", content: invoice }] : [])
        }
        yield* customerSays(closing.program, closing.customer)

        // Here: one ticket with ten comments in order, each with its new text and without quotes.
        const tickets = yield* ticketsHere
        assert.lengthOf(tickets, 1)
        const comments = yield* call(facts, "GET", `${ticket}/comments`)
        const expected = [
          ...said.flatMap(({ agent, customer }, turn) => [
            ...(turn === 0 ? [] : [["CUSTOMER", "Ines Roth", customer]]),
            ["AGENT", "Ada Byron", agent]
          ]),
          ["CUSTOMER", "Ines Roth", closing.customer]
        ]
        assert.lengthOf(comments, 10)
        assert.deepStrictEqual(
          comments.map((one: Record<string, string>) => [one["authorType"], one["authorName"], one["body"]]),
          expected
        )

        // Files of both, byte for byte.
        const files = yield* call(facts, "GET", `${ticket}/attachments`)
        const sha256 = yield* Effect.forEach([scan, invoice, photo], (bytes) =>
          Effect.promise(async () => Buffer.from(await crypto.subtle.digest("SHA-256", bytes)).toString("hex"))
        )
        assert.sameMembers(
          files.map((file: Record<string, string>) => `${file["filename"]} ${file["sha256"]}`),
          [`Rechnung äöü.pdf ${sha256[0]}`, `invoice-77.pdf ${sha256[1]}`, `photo.jpg ${sha256[2]}`]
        )
        const withFile = mailbox.filter(({ files, from }) => files.length > 0 && from.address !== address)
        assert.deepStrictEqual(
          withFile.flatMap(({ files }) => files),
          [{ filename: "invoice-77.pdf", content: invoice }]
        )

        // There: one thread, in which each of our mails replies to the customer's previous one.
        assert.lengthOf(mailbox, 11)
        assert.strictEqual(threadsOf(mailbox), 1)
        for (const [index, letter] of mailbox.entries()) {
          if (letter.from.address === address) continue
          assert.strictEqual(letter.inReplyTo, mailbox[index - 1]?.messageId)
          assert.strictEqual(letter.references[0], mailbox[0]?.messageId)
          assert.strictEqual(letter.references.at(-1), mailbox[index - 1]?.messageId)
          assert.strictEqual(letter.subject, "Re: Invoice 77")
          assert.strictEqual(letter.from.name, `Ada Byron (${tickets[0].brandName ?? "My Brand"})`)
          assert.strictEqual(letter.answerTo, mailbox[1]?.answerTo)
        }
        // From the customer's first mail with Outlook on.
        for (const letter of mailbox.slice(3).filter(({ from }) => from.address !== address))
          assert.isTrue(letter.threadIndex?.startsWith(mailbox[2]?.threadIndex?.slice(0, 28) ?? "none"))

        const log = (yield* call(facts, "GET", `/inbound?limit=20&from=${address}`)).data as ReadonlyArray<{
          readonly id: string
        }>
        const decisions = yield* Effect.forEach(log.slice(0, 5), (entry) =>
          Effect.map(call(facts, "GET", `/inbound/${entry.id}/explain`), ({ decision }) => decision as string)
        )
        for (const decision of decisions)
          assert.include(
            decision,
            way.ignoresReplyTo ? "because it replies to" : "because it was sent to the reply address"
          )
      })
    )
})
