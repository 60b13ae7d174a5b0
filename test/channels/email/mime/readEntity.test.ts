import { mkdtempSync, readFileSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { readBody } from "../../../../channels/email/mime/readBody.ts"

const read = async (text: string) =>
  (await readBody({ source: { bytes: new Uint8Array(Buffer.from(text)) }, folder: "", returnPath: "" })).body

const pdf = "Content-Type: application/pdf; name=a.pdf\r\nContent-Transfer-Encoding: base64\r\n\r\naGVsbG8=\r\n"
const mixed = `Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nHello\r\n--b\r\n${pdf}--b--\r\n`

describe("the fallback reader", () => {
  const hugeHeader = `Subject: x\r\n${`X-Trace: ${"y".repeat(200)}\r\n`.repeat(10_000)}${mixed}`

  it("reads a message whose header mailparser rejects", async () => {
    const { files, incomplete, repairs, text } = await read(hugeHeader)
    assert.strictEqual(text, "Hello")
    assert.deepStrictEqual(
      files.map(({ filename, size }) => [filename, size]),
      [["a.pdf", 5]]
    )
    assert.match(repairs.join(), /fallback parser/)
    assert.isFalse(incomplete)
  })

  it("stores the files of a message beside it, and none from the first attempt", async () => {
    const folder = mkdtempSync(join(tmpdir(), "read-entity-"))
    const path = join(folder, "message")
    // The first reader stores a file before the header of the third part ends it.
    const tail = `--b\r\n${`X-Trace: ${"y".repeat(200)}\r\n`.repeat(3_000)}${pdf.replaceAll("a.pdf", "b.pdf")}--b--\r\n`
    writeFileSync(path, mixed.replace("--b--\r\n", tail))
    const { body } = await readBody({ source: { path }, folder, returnPath: "" })
    assert.deepStrictEqual(
      body.files.map(({ content, filename }) => [
        filename,
        "path" in content ? readFileSync(content.path, "utf8") : ""
      ]),
      [
        ["a.pdf", "hello"],
        ["b.pdf", "hello"]
      ]
    )
  })

  it("is not used for a message that only quotes the source of another one", async () => {
    const quoted = `Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nWhat is wrong here?\r\n--x\r\nContent-Type: text/html\r\n\r\n<p>\r\n--b--\r\n`
    const { repairs, text } = await read(quoted)
    assert.deepStrictEqual(repairs, [])
    assert.include(text, "--x\nContent-Type: text/html")
  })
})

describe("a message of many parts", () => {
  const many = (count: number) =>
    `Content-Type: multipart/mixed; boundary=b\r\n\r\n${"--b\r\n\r\npart\r\n".repeat(count)}--b--\r\n`

  it("is read completely up to two hundred parts, and marked when there are more", async () => {
    const whole = await read(many(200))
    assert.isFalse(whole.incomplete)
    assert.strictEqual(whole.text.split("part").length - 1, 200)
    const cut = await read(many(20_000))
    assert.isTrue(cut.incomplete)
    assert.strictEqual(cut.text.split("part").length - 1, 200)
  })

  it("is read at any depth, up to two hundred multiparts", async () => {
    const deep = (depth: number) =>
      `${Array.from({ length: depth }, (_, n) => `Content-Type: multipart/mixed; boundary=b${n}x\r\n\r\n--b${n}x\r\n`).join("")}\r\ninnermost\r\n`
    assert.strictEqual((await read(deep(150))).text, "innermost")
    assert.isTrue((await read(deep(5_000))).incomplete)
  })
})
