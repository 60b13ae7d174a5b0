import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { loadMailauth } from "../../../channels/email/loadMailauth.ts"
import { DnsResolver } from "../../../src/runtime/DnsResolver.ts"
import { DnsServer, publish, resolver, zoneRecordOf } from "../../support/DnsServer.ts"
import { type FakeRelay, fakeRelay } from "../../support/FakeRelay.ts"
import { HttpSite, site } from "../../support/HttpSite.ts"
import { Installation } from "../../support/Installation.ts"
import { mailerFor } from "../../support/mailerFor.ts"
import { until } from "../../support/until.ts"

const world = site({ dns: resolver.pipe(Layer.provide(DnsServer.layer)) }).pipe(
  Layer.provideMerge(resolver),
  Layer.provideMerge(DnsServer.layer)
)

layer(world, { excludeTestServices: true })("A support address in the brand's own mailbox", (it) => {
  /** Sends a request about a brand of one mode that is expected to succeed. */
  const asking = (mode: "live" | "test") =>
    Effect.fnUntraced(function* (method: string, path: string, body?: object) {
      const { brand, key } = (yield* Installation)[mode]
      const answer = yield* (yield* HttpSite).ask(method, `/v1/brands/${brand.id}${path}`, { key, body })
      assert.isBelow(answer.status, 300, answer.text)
      return answer.json
    })
  const domainFor = Effect.fnUntraced(function* (mode: "live" | "test", domain: string, more: object = {}) {
    const ask = asking(mode)
    const { zone } = yield* DnsServer
    const { id, records } = yield* ask("POST", "/domains", { domain, type: "OUTBOUND", ...more })
    for (const record of records) publish(zone, record.name, zoneRecordOf(record))
    const { verified } = yield* ask("POST", `/domains/${id}/verify`)
    assert.isTrue(verified)
  })
  const sentTo = (relay: FakeRelay, address: string) =>
    until(
      Effect.sync(() => relay.sent.find(({ to }) => to.includes(address))),
      (sent) => sent !== undefined
    )

  it.effect("is verified by the code that arrives in its mailbox", () =>
    Effect.gen(function* () {
      const relay = yield* fakeRelay()
      yield* mailerFor(relay)
      const ask = asking("live")
      const { id } = yield* ask("POST", "/addresses", { address: "support@north-desk.example", kind: "forwarded" })
      assert.deepStrictEqual(yield* ask("POST", `/addresses/${id}/verify`), { verified: false })
      const mail = (yield* sentTo(relay, "support@north-desk.example"))?.raw.toString() ?? ""
      assert.match(mail, /^Auto-Submitted: auto-generated\r$/m)
      const [, code] = /^ {4}(\d{6})\r$/m.exec(mail) ?? []
      assert.deepStrictEqual(yield* ask("POST", `/addresses/${id}/verify`, { code }), { verified: true })
    })
  )

  it.effect(
    "sends the answers to whoever wrote to the forwarding mailbox, although the mail arrived at the brand's built-in address",
    () =>
      Effect.gen(function* () {
        const { ask: anywhere } = yield* HttpSite
        const { test } = yield* Installation
        const ask = asking("test")
        yield* domainFor("test", "east.example")
        for (const address of ["support@east.example", "billing@east.example"]) {
          const { id } = yield* ask("POST", "/addresses", { address, kind: "forwarded" })
          yield* ask("POST", `/addresses/${id}/verify`)
          const outbox = yield* anywhere("GET", `/v1/test/outbox?to=${address}`, { key: test.key })
          const [, code] = /^ {4}(\d{6})$/m.exec(outbox.json.data[0].text) ?? []
          yield* ask("POST", `/addresses/${id}/verify`, { code })
        }
        yield* ask("PATCH", "", { closedReply: "follow_up" })
        const taken = Effect.fnUntraced(function* (mail: object) {
          const body = { brandId: test.brand.id, ...mail }
          const answer = yield* anywhere("POST", "/v1/test/inbound/email", { key: test.key, body })
          assert.strictEqual(answer.status, 201, answer.text)
          return answer.json.ticketId as string
        })
        const answered = Effect.fnUntraced(function* (ticketId: string) {
          const { id } = yield* ask("POST", `/tickets/${ticketId}/comments`, { body: "We look into it." })
          return yield* until(
            Effect.map(
              anywhere("GET", `/v1/test/outbox?ticketId=${ticketId}&kind=reply`, { key: test.key }),
              ({ json }) => json.data.find(({ commentId }: { readonly commentId: string }) => commentId === id)
            ),
            (mail) => mail !== undefined
          )
        })
        yield* mailerFor(undefined)
        for (const to of ["billing@east.example", "support@east.example"]) {
          const raw = Buffer.from(
            [
              "From: Ines Roth <ines@north.example>",
              `To: East <${to}>`,
              `Message-ID: <${crypto.randomUUID()}@north.example>`,
              "Subject: Invoice 77",
              "",
              `For ${to}`,
              ""
            ].join("\r\n")
          ).toString("base64")
          const ticketId = yield* taken({ raw })
          const answer = yield* answered(ticketId)
          assert.include(answer.from, `<${to}>`)

          // Replies go to a reply address, which does not name that mailbox; the next answer has the same sender as the first.
          const reply = {
            from: "ines@north.example",
            to: [answer.replyAddress],
            subject: "Re: Invoice 77",
            text: "And?"
          }
          assert.strictEqual(yield* taken(reply), ticketId)
          assert.include((yield* answered(ticketId)).from, `<${to}>`)
          yield* ask("PATCH", `/tickets/${ticketId}`, { status: "closed" })
          const next = yield* taken({ ...reply, text: "It is wrong again." })
          assert.notStrictEqual(next, ticketId)
          assert.include((yield* answered(next)).from, `<${to}>`)
        }
      })
  )

  it.effect("signs mail from it, so that receivers recognize it as the domain's own", () =>
    Effect.gen(function* () {
      const { resolveFresh } = yield* DnsResolver
      const relay = yield* fakeRelay()
      yield* mailerFor(relay)
      const ask = asking("live")
      yield* domainFor("live", "west.example", { fromEmail: "care@west.example", fromName: "West" })
      yield* ask("PATCH", "", { fromEmail: "care@west.example" })
      const ticket = yield* ask("POST", "/tickets", { title: "Invoice 78", customerEmail: "paul@north.example" })
      yield* ask("POST", `/tickets/${ticket.id}/comments`, { body: "It is on its way.", authorName: "Ada" })
      const sent = yield* sentTo(relay, "paul@north.example")
      assert.match(sent?.from ?? "", /^b\.[0-9a-z]{26}@bounce\.west\.example$/)
      const result = yield* Effect.promise(async () =>
        (await loadMailauth()).authenticate(sent?.raw ?? "", {
          resolver: resolveFresh,
          sender: sent?.from ?? "",
          ip: "127.0.0.1",
          helo: "relay.example"
        })
      )
      assert.deepInclude(result.dkim.results[0]?.status, { result: "pass", aligned: "west.example" })
      assert.strictEqual(result.dmarc === false ? "none" : result.dmarc.status.result, "pass")
    })
  )

  it.effect("is the sender when the caller chose it, or when it is the brand's sender for all mail", () =>
    Effect.gen(function* () {
      const relay = yield* fakeRelay()
      yield* mailerFor(relay)
      const ask = asking("live")
      yield* domainFor("live", "south.example", { fromEmail: "care@south.example" })
      const addressOf = Effect.fnUntraced(function* (address: string) {
        const { id } = yield* ask("POST", "/addresses", { address, kind: "forwarded", fromName: "South Billing" })
        yield* ask("POST", `/addresses/${id}/verify`)
        const [, code] = /^ {4}(\d{6})\r$/m.exec((yield* sentTo(relay, address))?.raw.toString() ?? "") ?? []
        yield* ask("POST", `/addresses/${id}/verify`, { code })
        return id as string
      })
      const connectionId = yield* addressOf("billing@south.example")
      const sender = Effect.fnUntraced(function* (customerEmail: string, comment: object) {
        const ticket = yield* ask("POST", "/tickets", { title: "Invoice 79", customerEmail })
        yield* ask("POST", `/tickets/${ticket.id}/comments`, { body: "Done.", authorName: "Ada", ...comment })
        return /^From: (.*)\r$/m.exec((yield* sentTo(relay, customerEmail))?.raw.toString() ?? "")?.[1]
      })
      yield* ask("PATCH", "", { fromEmail: "care@south.example", fromName: "South", replyMode: "SINGLE" })
      assert.strictEqual(
        yield* sender("chosen@north.example", { connectionId }),
        '"Ada (South Billing)" <billing@south.example>'
      )
      assert.strictEqual(yield* sender("single@north.example", {}), '"Ada (South)" <care@south.example>')
    })
  )
})
