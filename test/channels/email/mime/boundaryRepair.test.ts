import { assert, describe, it } from "@effect/vitest"
import { boundaryRepair } from "../../../../channels/email/mime/boundaryRepair.ts"
import { readBody } from "../../../../channels/email/mime/readBody.ts"

const lines = (...all: ReadonlyArray<string>) => `${all.join("\r\n")}\r\n`

const whole = lines(
  'Content-Type: multipart/mixed; charset="x"; boundary="outer b"',
  "",
  "preamble",
  "--outer b",
  "Content-Type: multipart/alternative;",
  "\tboundary=inner",
  "",
  "--inner",
  "",
  "Hello",
  "--no boundary  ",
  "--inner--",
  "--outer b",
  "Content-Type: application/pdf; name=a.pdf",
  "Content-Transfer-Encoding: base64",
  "",
  "aGVsbG8=",
  "--outer b--",
  "epilogue"
)

/** `message` after the repair, fed in chunks of `size` bytes. */
const repaired = (message: string, size = 7) => {
  const bytes = Buffer.from(message)
  const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) =>
    bytes.subarray(n * size, (n + 1) * size)
  )
  const repair = boundaryRepair()
  return Buffer.concat([...pieces.map((piece) => repair.push(piece)), repair.end()]).toString()
}

describe("boundaryRepair", () => {
  it("passes an intact message through byte for byte, however it is split", async () => {
    for (const size of [1, 2, 7, 64, 10_000]) assert.strictEqual(repaired(whole, size), whole)
  })

  it("removes white space after boundaries, and nowhere else", async () => {
    const padded = whole.replace(/^--(inner|outer b)(--)?$/gm, "--$1$2 \t ")
    assert.notStrictEqual(padded, whole)
    assert.strictEqual(repaired(padded), whole)
  })

  it("closes an inner multipart before the boundary of the outer one", async () => {
    for (const size of [1, 7, 10_000]) assert.strictEqual(repaired(whole.replace("--inner--\r\n", ""), size), whole)
  })

  it("passes lines of any length, and a message that ends anywhere", async () => {
    const long = whole.replace("aGVsbG8=", "x".repeat(200_000))
    assert.strictEqual(repaired(long, 1_000), long)
    for (let end = 0; end < whole.length; end += 3)
      assert.strictEqual(repaired(whole.slice(0, end)), whole.slice(0, end))
  })

  it("lets mailparser find the file in either form", async () => {
    for (const broken of [whole.replace("--inner--\r\n", ""), whole.replaceAll("--outer b\r\n", "--outer b  \r\n")]) {
      const { body } = await readBody({
        source: { bytes: new Uint8Array(Buffer.from(broken)) },
        folder: "",
        returnPath: ""
      })
      assert.strictEqual(body.text, "Hello\n--no boundary")
      assert.deepStrictEqual(
        body.files.map(({ filename, size }) => [filename, size]),
        [["a.pdf", 5]]
      )
    }
  })
})
