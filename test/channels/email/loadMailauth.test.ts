import { generateKeyPairSync } from "node:crypto"
import { createRequire } from "node:module"
import { Readable } from "node:stream"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { createTransport } from "nodemailer"
import { vi } from "vitest"
import { authenticateMail } from "../../../channels/email/authenticateMail.ts"
import { loadMailauth } from "../../../channels/email/loadMailauth.ts"
import type { Resolve } from "../../../src/runtime/DnsResolver.ts"

const keys = () => generateKeyPairSync("rsa", { modulusLength: 2048 })
const record = ({ publicKey }: ReturnType<typeof keys>) =>
  `v=DKIM1; k=rsa; p=${publicKey.export({ type: "spki", format: "der" }).toString("base64")}`

const signed = ({ privateKey }: ReturnType<typeof keys>) =>
  Effect.promise(async () => {
    const { message } = await createTransport({ streamTransport: true, buffer: true, newline: "windows" }).sendMail({
      from: "ada@north.example",
      to: "support@acme.example",
      text: "Please correct the address.",
      dkim: {
        domainName: "north.example",
        keySelector: "mail",
        privateKey: privateKey.export({ type: "pkcs8", format: "pem" }).toString()
      }
    })
    // With `buffer` set, the message is a Buffer.
    return new Uint8Array(message as Buffer)
  })

const origin = {
  clientAddress: "203.0.113.5",
  clientName: "mail.north.example",
  returnPath: "ada@north.example",
  serverName: "inbound.example"
}

/** Number of public keys that OpenSSL parsed during `effect`. mailauth parses them through this object. */
const keysRead = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const read = vi.spyOn(createRequire(import.meta.url)("node:crypto"), "createPublicKey")
    yield* effect
    const { length } = read.mock.calls
    read.mockRestore()
    return length
  })

describe("DKIM keys", () => {
  it.live("are parsed once, as long as DNS returns the same", () =>
    Effect.gen(function* () {
      const [first, second] = [keys(), keys()]
      const [mail, later] = [yield* signed(first), yield* signed(second)]
      let published = record(first)
      let questions = 0
      const resolve: Resolve = async (name) => {
        if (name !== "mail._domainkey.north.example") throw Object.assign(new Error(name), { code: "ENOTFOUND" })
        questions++
        return [[published]]
      }
      const check = (bytes: Uint8Array, expected: string) =>
        Effect.map(
          Effect.promise(() => authenticateMail(bytes, { bytes }, origin, resolve)),
          ({ dkim }) =>
            assert.deepStrictEqual(
              dkim.map(({ result }) => result),
              [expected]
            )
        )

      assert.isAbove(yield* keysRead(check(mail, "pass")), 0)
      assert.strictEqual(yield* keysRead(check(mail, "pass")), 0)
      assert.strictEqual(yield* keysRead(check(later, "fail")), 0)
      assert.strictEqual(questions, 3)

      published = record(second)
      assert.isAbove(yield* keysRead(check(later, "pass")), 0)
      yield* check(mail, "fail")
      published = "v=DKIM1; k=rsa; p="
      yield* check(later, "neutral")
      published = record(first)
      assert.strictEqual(yield* keysRead(check(mail, "pass")), 0)
    })
  )
})

describe("A header", () => {
  it.live("ends where it ends, however the message is split", () =>
    Effect.gen(function* () {
      const key = keys()
      const resolve: Resolve = async (name) => {
        if (name !== "mail._domainkey.north.example") throw Object.assign(new Error(name), { code: "ENOTFOUND" })
        return [[record(key)]]
      }
      const mail = Buffer.from(yield* signed(key))
      const check = (message: Buffer, pieces: ReadonlyArray<Buffer> = [message]) =>
        Effect.promise(async () => {
          const { authenticate } = await loadMailauth()
          const { dkim } = await authenticate(Readable.from(pieces), { trustReceived: false, resolver: resolve })
          return dkim.results.map(({ status }) => status.result)
        })
      const body = mail.subarray(mail.indexOf("\r\n\r\n") + 4)
      assert.deepStrictEqual(yield* check(mail), ["pass"])
      assert.deepStrictEqual(
        yield* check(
          mail,
          [...mail.keys()].map((at) => mail.subarray(at, at + 1))
        ),
        ["pass"]
      )
      assert.deepStrictEqual(yield* check(Buffer.from(mail.toString("latin1").replaceAll("\r\n", "\n"), "latin1")), [
        "pass"
      ])
      assert.deepStrictEqual(yield* check(Buffer.concat([mail, Buffer.from("More.\r\n\r\n")])), ["neutral"])
      for (const noHeader of [Buffer.concat([Buffer.from("\r\n"), mail]), body, Buffer.from("\r\n\r\n")])
        assert.notInclude(yield* check(noHeader), "pass")
    })
  )
})
