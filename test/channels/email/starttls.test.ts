import { once } from "node:events"
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import { connect } from "node:tls"
import { NodeFileSystem } from "@effect/platform-node"
import { assert, it, layer } from "@effect/vitest"
import { Effect, Logger, Option } from "effect"
import { TestClock } from "effect/testing"
import { createTransport } from "nodemailer"
// A certificate whose private key is public: good enough for tests, and never offered by us.
import publicCertificate from "smtp-server/lib/tls-options.js"
import { loadTls } from "../../../channels/email/loadTls.ts"
import { renewTls } from "../../../channels/email/renewTls.ts"
import { SmtpListener } from "../../../channels/email/SmtpListener.ts"
import { client, mailBrand, layer as mailSite, ticketsOf } from "../../support/MailSite.ts"

const { cert, key } = publicCertificate() as { readonly cert: string; readonly key: string }

const file = (text: string) => {
  const path = join(mkdtempSync(join(tmpdir(), "tls-")), "file.pem")
  writeFileSync(path, text)
  return Option.some(path)
}

layer(mailSite({ tls: { cert, key } }), { excludeTestServices: true })("STARTTLS", (it) => {
  it.effect("encrypts if the client wants it", () =>
    Effect.gen(function* () {
      const { address, scope } = yield* mailBrand
      const { port } = yield* Effect.flatMap(SmtpListener, ({ address }) => address)
      const transport = createTransport({
        host: "127.0.0.1",
        port,
        requireTLS: true,
        tls: { rejectUnauthorized: false }
      })
      const { response } = yield* Effect.promise(() =>
        transport.sendMail({ from: "ines@north.example", to: address, subject: "Sealed", text: "x" })
      )
      assert.match(response, /^250/)
      assert.strictEqual((yield* ticketsOf(scope))[0]?.title, "Sealed")
    })
  )

  it.effect("discards what was sent in clear after the command", () =>
    Effect.gen(function* () {
      const { address } = yield* mailBrand
      const smtp = yield* client
      yield* Effect.promise(() => smtp.say("EHLO client.example"))
      const ready = yield* Effect.promise(() =>
        smtp.raw(`STARTTLS\r\nMAIL FROM:<eve@elsewhere.example>\r\nRCPT TO:<${address}>\r\n`)
      )
      assert.match(ready, /^220/)
      const answer = yield* Effect.promise(async () => {
        smtp.socket.removeAllListeners("data")
        smtp.socket.setEncoding()
        const sealed = connect({ socket: smtp.socket, rejectUnauthorized: false })
        await new Promise((resolve) => sealed.once("secureConnect", resolve))
        sealed.write("EHLO client.example\r\nDATA\r\n")
        let heard = ""
        for await (const chunk of sealed) {
          heard += chunk
          if (/^503/m.test(heard)) return heard
        }
        return heard
      })
      assert.match(answer, /^503 .*need RCPT/m)
    }).pipe(Effect.scoped)
  )
})

const pem = (name: string) => readFileSync(join(import.meta.dirname, "../../fixtures/tls", `${name}.pem`), "utf8")
const files = { cert: file(pem("named")), key: file(pem("key")) }

layer(mailSite({ tls: { cert, key }, renewedTls: loadTls(files.cert, files.key) }), { excludeTestServices: true })(
  "A renewed certificate",
  (it) => {
    it.effect("is used for new connections, without a restart", () =>
      Effect.gen(function* () {
        const shown = Effect.gen(function* () {
          const smtp = yield* client
          yield* Effect.promise(() => smtp.say("EHLO client.example"))
          yield* Effect.promise(() => smtp.raw("STARTTLS\r\n"))
          smtp.socket.removeAllListeners("data")
          const sealed = connect({ socket: smtp.socket, rejectUnauthorized: false })
          yield* Effect.promise(() => once(sealed, "secureConnect"))
          return sealed.getPeerX509Certificate()?.subject
        }).pipe(Effect.scoped)
        yield* Effect.timeout(
          Effect.repeat(shown, { until: (subject) => subject === "CN=hooks.example" }),
          "20 seconds"
        )
      })
    )
  }
)

it.effect("waits for both files of a renewal, and reports if one does not come", () => {
  const told: Array<string> = []
  return Effect.gen(function* () {
    const [certFile, keyFile] = [file(cert), file(key)]
    const used: Array<string> = []
    let looks = 0
    const read = Effect.ensuring(
      loadTls(certFile, keyFile),
      Effect.sync(() => void looks++)
    )
    // What was read has been judged once the loop has come round.
    const looked = (count: number) =>
      Effect.promise(async () => {
        while (looks < count) await setTimeout(1)
        await setTimeout(1)
      })
    const look = Effect.suspend(() => Effect.andThen(TestClock.adjust("1 minute"), looked(looks + 1)))
    yield* Effect.forkChild(renewTls({ cert, key }, read, (tls) => void used.push(tls.cert)))
    yield* looked(1)
    yield* look
    assert.deepStrictEqual([used, told], [[], []])
    writeFileSync(Option.getOrThrow(certFile), pem("named"))
    yield* look
    assert.deepStrictEqual([used, told], [[], []])
    yield* look
    yield* look
    assert.deepStrictEqual(used, [])
    assert.match(told.join("|"), /^The STARTTLS certificate could not be reloaded: SMTP_TLS_KEY must name [^|]*$/)
    writeFileSync(Option.getOrThrow(keyFile), pem("key"))
    yield* look
    assert.deepStrictEqual(used, [pem("named")])
  }).pipe(
    Effect.provide(NodeFileSystem.layer),
    Effect.provide(Logger.layer([Logger.make(({ message }) => void told.push(String(message)))]))
  )
})

it.effect("describes in one sentence what is wrong with the files", () =>
  Effect.gen(function* () {
    const sentence = (certFile: Option.Option<string>, keyFile: Option.Option<string>) =>
      Effect.map(Effect.flip(loadTls(certFile, keyFile)), ({ message }) => message)
    assert.isUndefined(yield* loadTls(Option.none(), Option.none()))
    assert.deepStrictEqual(yield* loadTls(file(cert), file(key)), { cert, key })
    assert.match(yield* sentence(file(cert), Option.none()), /^SMTP_TLS_KEY must be set too/)
    assert.match(yield* sentence(Option.some("/nowhere.pem"), file(key)), /^SMTP_TLS_CERT is "\/nowhere.pem", but/)
    assert.match(yield* sentence(file(cert), file("no key")), /^SMTP_TLS_KEY must name/)
    // One is an RSA key, the other an elliptic curve key.
    assert.match(yield* sentence(file(cert), file(pem("key"))), /^SMTP_TLS_KEY must name/)
  }).pipe(Effect.provide(NodeFileSystem.layer))
)
