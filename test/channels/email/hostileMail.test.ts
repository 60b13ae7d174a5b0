import { assert, layer } from "@effect/vitest"
import { Duration, Effect, Option, Stream } from "effect"
import { idOf } from "../../../src/domain/Ids.ts"
import type { BrandScope } from "../../../src/domain/Principal.ts"
import { BlobStore } from "../../../src/tickets/files/BlobStore.ts"
import { explainDecision } from "../../../src/tickets/intake/explainDecision.ts"
import { InboundLog } from "../../../src/tickets/intake/InboundLog.ts"
import { hostileMails } from "../../support/hostileMails.ts"
import { client, deliver, mailBrand, layer as mailSite, rowsOf, ticketsOf } from "../../support/MailSite.ts"
import { message } from "../../support/message.ts"

/** A message as a client sends it: with CR LF at the end of each line. */
const asSent = (text: string): Buffer => {
  const lines = text.replace(/\r?\n/g, "\r\n")
  return Buffer.from(lines.endsWith("\r\n") ? lines : `${lines}\r\n`, "latin1")
}

/** The brand's newest message, with its bytes and the description of its outcome. */
const newest = Effect.fnUntraced(function* (scope: BrandScope) {
  const log = yield* InboundLog
  const row = (yield* rowsOf("inbound_messages", scope.brandId)).at(-1)
  const found = Option.getOrThrow(yield* log.find(scope, idOf("inbound", String(row?.["id"]))))
  const bytes = yield* Stream.runCollect((yield* BlobStore).get(found.rawBlobKey ?? ""))
  return { ...found, bytes: Buffer.concat([...bytes]), words: explainDecision(found) }
})

/** Sends another mail right after it, which must not be delayed. */
const servesOthers = Effect.fnUntraced(function* (scope: BrandScope, address: string) {
  const body = `An ordinary mail ${crypto.randomUUID()}`
  assert.match(yield* deliver(message({ body }), address), /^250/)
  assert.strictEqual((yield* ticketsOf(scope)).at(-1)?.body, body)
})

layer(mailSite({ limits: { flaggedPerHour: 1_000, refusedPerHour: 2_000 } }), {
  excludeTestServices: true
})("A hostile mail over SMTP", (it) => {
  for (const [name, text] of Object.entries(hostileMails))
    it.effect(`is a ticket, stored byte for byte and explained, and delays no one: ${name}`, () =>
      Effect.gen(function* () {
        const { address, scope } = yield* mailBrand
        const sent = asSent(text)
        assert.match(yield* deliver(sent, address), /^250 2\.6\.0 accepted inb_/)
        assert.lengthOf(yield* ticketsOf(scope), 1)
        const { bytes, outcome, steps, words } = yield* newest(scope)
        assert.isTrue(bytes.equals(sent), "the bytes as they came")
        assert.strictEqual(outcome, "ticket_created")
        assert.include(words, "It opened a ticket")
        assert.lengthOf(
          steps.filter(({ detail }) => detail === ""),
          0
        )
        yield* servesOthers(scope, address)
      })
    )

  const refused: Record<string, readonly [text: string, answer: RegExp]> = {
    "more than a hundred Received fields": [message({ headers: "Received: x\r\n".repeat(101) }), /^554 5\.6\.0/],
    "two From fields": [message({ headers: "From: eve@evil.example\r\n" }), /^554 5\.6\.0/],
    "a dot that smuggles": ["From: ines@north.example\r\n\r\nx\n.\r\nMAIL FROM:<eve@evil.example>\r\n", /^554 5\.6\.0/]
  }
  for (const [name, [text, answer]] of Object.entries(refused))
    it.effect(`is refused with the appropriate code, and delays no one: ${name}`, () =>
      Effect.gen(function* () {
        const { address, scope } = yield* mailBrand
        const reply = yield* name.includes("smuggles")
          ? Effect.scoped(
              Effect.gen(function* () {
                const smtp = yield* client
                return yield* Effect.promise(async () => {
                  await smtp.envelope("ines@north.example", address)
                  await smtp.say("DATA")
                  return smtp.raw(`${text}.\r\n`)
                })
              })
            )
          : deliver(text, address)
        assert.match(reply, answer)
        assert.deepStrictEqual(yield* ticketsOf(scope), [])
        yield* servesOthers(scope, address)
      })
    )
})

// A busy machine takes long to run out of memory; the time limit must not be reached first.
const short = { readers: 1, memory: 28, time: Duration.seconds(50) }
layer(mailSite({ reading: short }), { excludeTestServices: true })(
  "A mail that needs more memory than a reader has",
  (it) => {
    it.effect("is a ticket with the mail attached and the reason; the next is parsed by another reader", () =>
      Effect.gen(function* () {
        const { address, scope } = yield* mailBrand
        const greedy = message({
          headers: "Content-Type: text/html; charset=utf-8\r\n",
          body: Buffer.from("ж\n".repeat(3_000_000)).toString("latin1")
        })
        assert.match(yield* deliver(asSent(greedy), address), /^250/)
        const [ticket] = yield* ticketsOf(scope)
        assert.strictEqual(ticket?.title, "Invoice shows the wrong company")
        assert.include(ticket?.body, "could not be displayed")
        assert.deepStrictEqual(
          (yield* rowsOf("attachments", scope.brandId)).map(({ filename }) => filename),
          ["message.eml"]
        )
        assert.include((yield* newest(scope)).error, "memory")
        yield* servesOthers(scope, address)
      })
    )
  }
)

layer(mailSite({ reading: { readers: 1, start: Duration.millis(1), time: Duration.millis(1) } }), {
  excludeTestServices: true
})("A mail that takes longer than a reader may", (it) => {
  it.effect("is a ticket with its title and sender, the mail attached and the reason; so is the next", () =>
    Effect.gen(function* () {
      const { address, scope } = yield* mailBrand
      for (const subject of ["One", "Two"]) assert.match(yield* deliver(message({ subject }), address), /^250/)
      assert.deepStrictEqual(
        (yield* ticketsOf(scope)).map(({ attachment_count, customer_name, title }) => [
          title,
          customer_name,
          attachment_count
        ]),
        [
          ["One", "Ines Roth", 1],
          ["Two", "Ines Roth", 1]
        ]
      )
      assert.include((yield* newest(scope)).error, "longer than 1ms")
      // A reply finds its ticket even if no one could parse it.
      const first = (yield* rowsOf("inbound_messages", scope.brandId))[0]?.["external_id"]
      yield* deliver(message({ headers: `In-Reply-To: <${first}>\r\n` }), address)
      assert.strictEqual((yield* ticketsOf(scope))[0]?.comment_count, 1)
    })
  )
})
