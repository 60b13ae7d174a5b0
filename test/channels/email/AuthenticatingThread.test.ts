import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Layer } from "effect"
import { make } from "../../../channels/email/AuthenticatingThread.ts"
import type { MailToCheck } from "../../../channels/email/serveAuthentication.ts"
import { DnsResolver, type Resolve } from "../../../src/runtime/DnsResolver.ts"

const origin = {
  clientAddress: "203.0.113.5",
  clientName: "mail.north.example",
  returnPath: "ada@north.example",
  serverName: "inbound.example"
}

const resolve: Resolve = async (name, type) => {
  if (name === "north.example" && type === "TXT") return [["v=spf1 ip4:203.0.113.5 -all"]]
  throw Object.assign(new Error(name), { code: "ENOTFOUND" })
}
const dns = Layer.succeed(DnsResolver, DnsResolver.of({ resolve, resolveFresh: resolve }))

const mail = (raw: string): MailToCheck => {
  const bytes = new Uint8Array(Buffer.from(raw))
  return { start: bytes.subarray(0, 256 * 1024), source: { bytes }, origin }
}
const from = "From: ada@north.example\r\n"
const signature = (tags: string) =>
  `DKIM-Signature: v=1; a=rsa-sha256; d=north.example; s=s; h=from; ${tags}bh=YWFh; b=YWFh\r\n`
const megabyte = (piece: string) => piece.repeat((1024 * 1024) / piece.length)

describe("The origin of a mail", () => {
  it.live("is checked in a separate thread, whatever the mail costs", () =>
    Effect.gen(function* () {
      const check = yield* make()
      assert.strictEqual((yield* check(mail(`${from}\r\nHello.\r\n`))).spf.result, "pass")
      const costly = {
        "bare line feeds": `${signature("c=relaxed/relaxed; ")}${from}\r\n${megabyte("a\n")}`,
        "lines to be cut": `${signature("c=relaxed/relaxed; ")}${signature("c=simple/relaxed; a=rsa-sha1; ")}${from}\r\n${megabyte("a b \r\n")}`,
        "lines of a header": `${from}${megabyte("a\n")}`,
        "blanks in a signature": `${signature(`x=${" ".repeat(100_000)}; `)}${from}\r\nHello.\r\n`,
        "names in From": `From: ${"a:".repeat(60_000)}\r\n\r\nHello.\r\n`,
        "beginnings of the body": `${Array.from({ length: 20 }, (_, at) => signature(`l=${at}; `)).join("")}${from}\r\n${megabyte("a b \r\n")}`
      }
      for (const [what, raw] of Object.entries(costly)) {
        const began = process.threadCpuUsage()
        yield* check(mail(raw))
        assert.isBelow(process.threadCpuUsage(began).user / 1000, 100, what)
      }
    }).pipe(Effect.scoped, Effect.provide(dns))
  )

  it.live("stays unknown for a mail that blocks its thread, and for none beside it", () => {
    let asked = 0
    const silent: Resolve = (name, type) =>
      name === "silent.example" || (name === "north.example" && asked++ === 0)
        ? new Promise(() => {})
        : resolve(name, type)
    return Effect.gen(function* () {
      // Shorter than the limit for checking a mail, which would otherwise end first.
      const check = yield* make(Duration.seconds(8))
      const holding = { ...mail(`${from}\r\nHello.\r\n`), origin: { ...origin, returnPath: "ada@silent.example" } }
      const [held, beside] = yield* Effect.all(
        [check(holding), Effect.delay(check(mail(`${from}\r\nHello.\r\n`)), "1 second")],
        { concurrency: 2 }
      )
      assert.deepStrictEqual([held.spf.result, beside.spf.result], ["temperror", "pass"])
    }).pipe(
      Effect.scoped,
      Effect.provideService(DnsResolver, DnsResolver.of({ resolve: silent, resolveFresh: silent }))
    )
  })

  it.live("is a temporary error for mails whose thread ends twice while DNS is silent", () => {
    const silent: Resolve = () => new Promise(() => {})
    return Effect.gen(function* () {
      const check = yield* make(Duration.seconds(1))
      // One after the other, so that mails are in a thread which is ended for another mail, and then in a second one.
      const found = yield* Effect.forEach(
        Array.from({ length: 80 }, (_, at) => at),
        (at) => Effect.delay(check(mail(`${from}\r\nHello.\r\n`)), Duration.millis(at * 40)),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(
        [...new Set(found.map(({ dmarc, spf }) => `${spf.result} ${dmarc.result}`))],
        ["temperror temperror"]
      )
    }).pipe(
      Effect.scoped,
      Effect.provideService(DnsResolver, DnsResolver.of({ resolve: silent, resolveFresh: silent }))
    )
  })
})
