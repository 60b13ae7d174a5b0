import { mkdtempSync, readFileSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { withLineFeeds } from "../../../../channels/email/mime/lineEnds.ts"
import { readBody } from "../../../../channels/email/mime/readBody.ts"

const read = async (text: string | Buffer) =>
  (await readBody({ source: { bytes: new Uint8Array(Buffer.from(text)) }, folder: "", returnPath: "" })).body

/** A message of parts, each with its own header and body. */
const parts = (type: string, ...bodies: ReadonlyArray<string>) =>
  `Content-Type: ${type}; boundary=b\r\n\r\n${bodies.map((body) => `--b\r\n${body}\r\n`).join("")}--b--\r\n`

const textOf = async (message: string | Buffer) => (await read(message)).text

const inCharset = (declared: string, bytes: ReadonlyArray<number>) =>
  Buffer.concat([Buffer.from(`Content-Type: text/plain; charset=${declared}\r\n\r\n`), Buffer.from(bytes)])

describe("readBody", () => {
  it("prefers the plain text of alternatives, unless it is empty", async () => {
    const html = "Content-Type: text/html\r\n\r\n<p>from HTML</p>"
    assert.strictEqual(await textOf(parts("multipart/alternative", "\r\nfrom text", html)), "from text")
    assert.strictEqual(await textOf(parts("multipart/alternative", "\r\n \r\n", html)), "from HTML")
    assert.strictEqual(await textOf(parts("multipart/alternative", "\r\n\u200b\u00a0\u200c\r\n", html)), "from HTML")
  })

  it("reads text in another format as it is, unless it is a file or an alternative view", async () => {
    const markdown = "Content-Type: text/markdown; charset=utf-8\r\n\r\n# Not *delivered*"
    const pdf = "Content-Type: application/pdf\r\n\r\nx"
    const html = "Content-Type: text/html\r\n\r\n<p>from HTML</p>"
    const of = async (message: string) => {
      const { files, text } = await read(message)
      return [text, ...files.map(({ filename }) => filename)]
    }
    const text = "# Not *delivered*"
    assert.deepStrictEqual(await of(markdown), [text])
    assert.deepStrictEqual(await of(parts("multipart/mixed", markdown, pdf)), [text, "attachment-1.pdf"])
    assert.deepStrictEqual(await of(parts("multipart/alternative", markdown, html)), [text])
    assert.deepStrictEqual(await of(parts("multipart/mixed", "\r\nSee below", markdown)), [
      "See below",
      "attachment-1.md"
    ])
    assert.deepStrictEqual(await of(markdown.replace("\r\n", '; name="a.md"\r\n')), ["", "a.md"])
    assert.deepStrictEqual(await of(markdown.replace("\r\n", "\r\nContent-Disposition: attachment\r\n")), [
      "",
      "attachment-1.md"
    ])
    assert.deepStrictEqual(await of("Content-Type: text/enriched\r\n\r\nHello"), ["Hello"])
    const watch = "Content-Type: text/watch-html\r\n\r\n<b>short</b>"
    assert.deepStrictEqual(await of(parts("multipart/alternative", watch, html)), ["from HTML"])
    assert.deepStrictEqual(await of("Content-Type: text/calendar\r\n\r\nBEGIN:VCALENDAR"), ["", "invite.ics"])
    assert.deepStrictEqual(await of("Content-Type: text/x-vcalendar\r\n\r\nBEGIN:VCALENDAR"), ["", "invite.vcs"])
  })

  it("concatenates the texts of a mixed message", async () => {
    const message = parts("multipart/mixed", "\r\nHello", "Content-Type: text/html\r\n\r\n<b>and</b> a footer")
    assert.strictEqual(await textOf(message), "Hello\n\nand a footer")
  })

  it("reads text in its charset", async () => {
    assert.strictEqual(await textOf(inCharset("iso-8859-1", [0x47, 0x72, 0xfc, 0xdf])), "Grüß")
    assert.strictEqual(await textOf(inCharset("gbk", [0xc4, 0xe3, 0xba, 0xc3])), "你好")
    assert.strictEqual(
      await textOf(inCharset("iso-2022-jp", [0x1b, 0x24, 0x42, 0x46, 0x7c, 0x4b, 0x5c, 0x1b, 0x28, 0x42])),
      "日本"
    )
    assert.strictEqual(await textOf(inCharset("utf-16le", [0x61, 0, 0xfc, 0])), "aü")
  })

  it("prefers valid UTF-8 to a wrong declaration, and guesses without one", async () => {
    assert.strictEqual(await textOf(inCharset("big5", [0xe4, 0xbd, 0xa0])), "你")
    assert.strictEqual(await textOf(inCharset("us-ascii", [0xc3, 0xa9])), "é")
    assert.strictEqual(await textOf(inCharset("no-such-charset", [0xe9])), "é")
    assert.strictEqual(await textOf(inCharset("utf-8", [0xe9, 0x21])), "é!")
  })

  it("uses the charset named in an HTML page if its part names none", async () => {
    const page = (type: string) =>
      Buffer.concat([
        Buffer.from(`Content-Type: ${type}\r\n\r\n<style>p {margin: 0}</style><meta http-equiv=x content="text/html; `),
        Buffer.from('charset=koi8-r"><p>'),
        Buffer.from([0xe4, 0xc1])
      ])
    assert.strictEqual(await textOf(page("text/html")), "Да")
    assert.strictEqual(await textOf(page("text/html; charset=us-ascii")), "Да")
    assert.strictEqual(await textOf(page("text/html; charset=iso-8859-1")), "äÁ")
  })

  it("reads a file name in the charset of the preceding text, unless another is named", async () => {
    const file = Buffer.concat([
      Buffer.from("--b\r\nContent-Type: application/pdf; name="),
      Buffer.from([0xf3, 0xde, 0xa3, 0xd4]),
      Buffer.from(".pdf\r\n\r\nx\r\n--b--\r\n")
    ])
    const text =
      "Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain; charset=koi8-r\r\n\r\nx\r\n"
    const { files } = await read(Buffer.concat([Buffer.from(text), file]))
    assert.strictEqual(files[0]?.filename, "Счёт.pdf")
  })

  it("reads a message with CR line ends only, however it is split", async () => {
    const message = parts("multipart/mixed", "\r\nHello\r\nWorld", "Content-Type: image/png\r\n\r\nx").replaceAll(
      "\r\n",
      "\r"
    )
    const { files, repairs, text } = await read(message)
    assert.deepStrictEqual([text, files.length, repairs], ["Hello\nWorld", 1, ["its lines ended with a bare CR"]])
    const mended: Array<Buffer> = []
    for await (const piece of withLineFeeds([..."a\rb\r\nc\r\rd\r"].map((character) => Buffer.from(character))))
      mended.push(piece)
    assert.strictEqual(Buffer.concat(mended).toString(), "a\r\nb\r\nc\r\n\r\nd\r\n")
    // Except at the end of the first line, a CR is part of the text.
    assert.strictEqual(await textOf("Content-Type: text/plain\r\n\r\na\rb"), "a\nb")
  })

  it("shows a message with a missing or wrong boundary as it is, beside the message itself", async () => {
    const body = "\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\nGrüße\r\n--b--\r\n"
    for (const type of ["multipart/mixed", "multipart/alternative; boundary=other"]) {
      const { incomplete, text } = await read(`Content-Type: ${type}${body}`)
      assert.include(text, "Grüße", type)
      assert.isTrue(incomplete, type)
    }
  })

  it("shows text that nothing separates from the header, but not what a program puts there", async () => {
    const header = "From: ines@north.example\r\nSubject: Printer"
    assert.strictEqual(await textOf(`${header}\r\nIt is brök.\r\nSince noon.\r\n`), "It is brök.\nSince noon.")
    const { repairs, text } = await read(`${header}\r\nIt is broken.\r\n\r\nSince noon.\r\n`)
    assert.deepStrictEqual(
      [text, repairs],
      ["It is broken.\n\nSince noon.", ["no empty line separated its header from its text"]]
    )
    const report = "The backup failed.\nError: disk 2 is full\nHost: nas\nhttps://nas.north.example/log"
    assert.strictEqual(await textOf(`${header}\r\n${report.replaceAll("\n", "\r\n")}\r\n`), report)
    for (const more of ["", "\r\n folded", "\r\nlost its fold\r\nContent-Type: text/plain"])
      assert.strictEqual(await textOf(`>From x Mon Nov 23\r\n${header}${more}\r\n\r\nHello\r\n`), "Hello")
  })

  it("joins flowed lines and decodes quoted-printable and base64", async () => {
    assert.strictEqual(await textOf("Content-Type: text/plain; format=flowed\r\n\r\none \r\ntwo\r\n"), "one two")
    assert.strictEqual(await textOf("Content-Transfer-Encoding: quoted-printable\r\n\r\nGr=C3=BC=\r\n=C3=9F"), "Grüß")
    assert.strictEqual(await textOf("Content-Transfer-Encoding: base64\r\n\r\nR3LDvMOf\r\n"), "Grüß")
  })

  it("stores no NUL and no lone surrogate", async () => {
    assert.strictEqual(await textOf("Subject: x\r\n\r\na\0b"), "ab")
    assert.isTrue((await textOf(inCharset("utf-16le", [0x00, 0xd8, 0x61, 0]))).isWellFormed())
  })

  it("names an embedded message by its subject, and keeps invitations and signatures as files", async () => {
    const { files } = await read(
      parts(
        "multipart/mixed",
        "\r\nsee below",
        "Content-Type: message/rfc822\r\n\r\nSubject: Your order\r\n\r\ninner",
        "Content-Type: text/calendar\r\n\r\nBEGIN:VCALENDAR",
        "Content-Type: application/pkcs7-signature\r\n\r\nx"
      )
    )
    assert.deepStrictEqual(
      files.map(({ filename }) => filename),
      ["Your order.eml", "invite.ics", "smime.p7s"]
    )
  })

  it("accepts only media types that the API accepts", async () => {
    const file = (type: string) => `Content-Type: ${type}; name=a.bin\r\nContent-Disposition: attachment\r\n\r\nx`
    const types = ["application/pdf", "image/svg+xml", ".x/y", "x/-y", "x/y_z.1", `x/${"y".repeat(101)}`]
    const { files } = await read(parts("multipart/mixed", ...types.map(file)))
    const octets = "application/octet-stream"
    assert.deepStrictEqual(
      files.map(({ contentType }) => contentType),
      ["application/pdf", "image/svg+xml", octets, octets, "x/y_z.1", octets]
    )
  })

  it("truncates the name of an embedded message between characters", async () => {
    const { files } = await read(
      parts("multipart/mixed", `Content-Type: message/rfc822\r\n\r\nSubject: x${"😀".repeat(100)}\r\n\r\ninner`)
    )
    assert.strictEqual(files[0]?.filename, `x${"😀".repeat(49)}.eml`)
  })

  it("keeps only a valid content id of a file in winmail.dat", async () => {
    const number = (value: number) => Buffer.from([value, value >> 8, value >> 16, value >> 24])
    const attribute = (id: number, data: Buffer) =>
      Buffer.concat([Buffer.from([2]), number(id), number(data.length), data, Buffer.alloc(2)])
    const id = Buffer.from(`<${"x".repeat(4_000)}`)
    const container = Buffer.concat([
      number(0x223e9f78),
      Buffer.alloc(2),
      attribute(0x00069002, Buffer.alloc(4)),
      attribute(0x0006800f, Buffer.from("bytes")),
      attribute(
        0x00069005,
        Buffer.concat([number(1), number(0x3712_001e), number(1), number(id.length), id, Buffer.alloc(3)])
      )
    ])
    const { files } = await read(
      parts(
        "multipart/mixed",
        `Content-Type: application/ms-tnef\r\nContent-Transfer-Encoding: base64\r\n\r\n${container.toString("base64")}`
      )
    )
    assert.deepStrictEqual(
      files.map(({ contentId, filename }) => [filename, contentId]),
      [
        ["winmail.dat", undefined],
        ["attachment-2.bin", "x".repeat(254)]
      ]
    )
  })

  it("truncates a text of more than a mebibyte and says so", async () => {
    const { incomplete, text } = await read(`Subject: long\r\n\r\n${"ü".repeat(700_000)}`)
    assert.isTrue(incomplete)
    assert.isAtMost(Buffer.byteLength(text), 1024 * 1024)
    assert.isTrue(text.endsWith("ü\n[…]"))
  })

  it("keeps fifty files, and says that there were more", async () => {
    const file = "Content-Type: image/png\r\n\r\nx"
    const having = (count: number) => read(parts("multipart/mixed", ...Array.from({ length: count }, () => file)))
    const { files, incomplete, text } = await having(120)
    assert.strictEqual(files.length, 50)
    assert.isTrue(incomplete)
    assert.strictEqual(text, "[70 more files are in message.eml, which is attached.]")
    // Parts beyond two hundred are not counted.
    assert.strictEqual((await having(300)).text, "[More files are in message.eml, which is attached.]")
  })

  it("has one content hash for one content, however it is encoded", async () => {
    const [plain, coded, other] = await Promise.all(
      ["\r\nGrüß", "Content-Transfer-Encoding: base64\r\n\r\nR3LDvMOf", "\r\nGruß"].map(read)
    )
    assert.deepStrictEqual(plain?.contentHash, coded?.contentHash)
    assert.notDeepEqual(plain?.contentHash, other?.contentHash)
  })

  it("reads a message from a file, and stores its files beside it", async () => {
    const folder = mkdtempSync(join(tmpdir(), "read-body-"))
    const path = join(folder, "message")
    writeFileSync(
      path,
      parts(
        "multipart/mixed",
        "\r\nHello",
        "Content-Type: image/png\r\nContent-Transfer-Encoding: base64\r\n\r\naGVsbG8="
      )
    )
    const { body } = await readBody({ source: { path }, folder, returnPath: "" })
    const { files, text } = body
    const content = files[0]?.content
    assert.strictEqual(text, "Hello")
    assert.strictEqual(content !== undefined && "path" in content ? readFileSync(content.path, "utf8") : "", "hello")
  })
})
