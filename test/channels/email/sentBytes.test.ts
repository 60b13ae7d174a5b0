import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import PostalMime from "postal-mime"
import { uuidOf } from "../../../src/domain/Ids.ts"
import { Database } from "../../../src/sql/Database.ts"
import { announce, brandPath, send } from "../../support/attachmentCalls.ts"
import { fakeRelay } from "../../support/FakeRelay.ts"
import { HttpSite, site } from "../../support/HttpSite.ts"
import { Installation } from "../../support/Installation.ts"
import { mailerFor } from "../../support/mailerFor.ts"
import { until } from "../../support/until.ts"

let serial = 0

/** The bytes of the answer that a customer gets to a ticket, optionally with a title that no API would accept. */
const answerTo = Effect.fnUntraced(function* (comment: object, title?: string) {
  const relay = yield* fakeRelay()
  yield* mailerFor(relay)
  const { ask } = yield* HttpSite
  const { live } = yield* Installation
  const customerEmail = `bytes-${++serial}@north.example`
  const tickets = `/v1/brands/${live.brand.id}/tickets`
  const opened = yield* ask("POST", tickets, { body: { title: "Invoice", customerEmail } })
  assert.strictEqual(opened.status, 201, opened.text)
  const { system } = yield* Database
  if (title !== undefined) {
    yield* system`UPDATE tickets SET title = ${title} WHERE id = ${uuidOf(opened.json.id)}`
    yield* system`UPDATE brands SET from_name = ${title} WHERE id = ${uuidOf(live.brand.id)}`
  }
  const added = yield* ask("POST", `${tickets}/${opened.json.id}/comments`, { body: { body: "Done.", ...comment } })
  assert.strictEqual(added.status, 201, added.text)
  const [sent] = yield* until(
    Effect.sync(() => relay.sent.filter(({ to }) => to.includes(customerEmail))),
    (found) => found.length > 0
  )
  const raw = sent?.raw ?? Buffer.alloc(0)
  const mail = yield* Effect.promise(() => PostalMime.parse(raw))
  return { raw: raw.toString("latin1"), mail, envelope: sent?.to ?? [], customerEmail }
})

/** A file that a comment may claim; returns its id. */
const pendingFile = Effect.fnUntraced(function* (filename: string, contentType: string, bytes: Uint8Array) {
  const { ask } = yield* HttpSite
  const pending = `${yield* brandPath}/attachments/pending`
  const { id, uploadUrl } = yield* announce(pending, bytes, { filename, contentType })
  yield* send(uploadUrl, bytes, { "content-type": contentType })
  yield* ask("POST", `${pending}/${id}/confirm`)
  return id
})

layer(site(), { excludeTestServices: true })("An outgoing mail", (it) => {
  it.effect("has no header field injected by a title or a name", () =>
    Effect.gen(function* () {
      const breaking = "Hello\r\nBcc: eve@elsewhere.example\nX-Evil: 1\u2028\u0085\r\n\r\n<b>body</b>"
      const { customerEmail, envelope, mail } = yield* answerTo({}, breaking)
      assert.deepStrictEqual(envelope, [customerEmail])
      const names = mail.headers.map(({ key }) => key)
      assert.notInclude(names, "bcc")
      assert.notInclude(names, "x-evil")
      assert.match(mail.subject ?? "", /^Hello Bcc: eve@elsewhere\.example X-Evil: 1/)
      assert.strictEqual(mail.from?.address, "no-reply@desk.example")
      assert.strictEqual(mail.text?.split("\n")[0]?.trimEnd(), "Done.")
    })
  )

  it.effect("ends where it should: lone dots arrive unchanged, and every line ends with CRLF", () =>
    Effect.gen(function* () {
      const body = ["First", ".", "..", ".\rQUIT", "", "Last é 日本 😀", `${"long ".repeat(400)}end`].join("\n")
      const { mail, raw } = yield* answerTo({ body })
      assert.strictEqual(raw.replaceAll("\r\n", "").match(/[\r\n]/), null)
      for (const line of raw.split("\r\n")) assert.isAtMost(line.length, 998)
      const text = mail.text?.replaceAll("\r\n", "\n") ?? ""
      assert.include(text, "First\n.\n..\n.\nQUIT\n\nLast é 日本 😀\n")
      assert.include(text, `${"long ".repeat(400)}end`)
    })
  )

  for (const contentType of ["message/rfc822", "Multipart/mixed", "text/plain"])
    it.effect(`carries files byte for byte, whatever they contain: ${contentType}`, () =>
      Effect.gen(function* () {
        const head = `Subject: Gr\u00fc\u00df\nContent-Type: multipart/mixed; boundary=q\n\n--q\n\n\0\r.\n--q--\n`
        const file = Buffer.from(`${head}${"long".repeat(400)}\nno line end`, "latin1")
        const attachmentId = yield* pendingFile("forwarded.eml", contentType, file)
        const { mail, raw } = yield* answerTo({ attachmentIds: [attachmentId] })
        assert.deepStrictEqual(
          mail.attachments.map(({ content, disposition, filename }) => ({
            content: Buffer.from(content as ArrayBuffer).toString("latin1"),
            disposition,
            filename
          })),
          [{ content: file.toString("latin1"), disposition: "attachment", filename: "forwarded.eml" }]
        )
        assert.notMatch(raw, /[^\t\r\n -~]/)
        for (const line of raw.split("\r\n")) assert.isAtMost(line.length, 998)
      })
    )

  it.effect("fetches nothing: URLs and paths in it are text", () =>
    Effect.gen(function* () {
      const body = '<img src="file:///etc/passwd"> ![x](http://127.0.0.1:1/secret) file:///etc/passwd'
      const { mail } = yield* answerTo({ body }, "file:///etc/passwd")
      assert.lengthOf(mail.attachments, 0)
      assert.notInclude(mail.text, "root:")
      assert.notMatch(mail.html ?? "", /<img/)
    })
  )
})
