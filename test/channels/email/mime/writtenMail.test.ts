import { createHash } from "node:crypto"
import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import MailComposer from "nodemailer/lib/mail-composer/index.js"
import { oneLine } from "../../../../channels/email/mime/oneLine.ts"
import { readBody } from "../../../../channels/email/mime/readBody.ts"
import { readHead } from "../../../../channels/email/mime/readHead.ts"

/** Words in many scripts, including those that programs stumble over. */
const words = fc.constantFrom(
  ..."Grüße Привет 你好 こんにちは 안녕하세요 שלום مرحبا สวัสดี नमस्ते Γειά 🙏 👩‍👩‍👧 é̂ - -- --b > >> From . .. =3D begin 644 <b> &amp; € % \" ' \\ ; , ( ) @ : tab\tstop x".split(
    " "
  )
)
const line = fc.array(words, { maxLength: 12 }).map((found) => found.join(" "))
const text = fc
  .array(fc.oneof(line, fc.constantFrom("", "=?utf-8?Q?x?=", "--b", "Content-Type: text/html")), {
    minLength: 1,
    maxLength: 12
  })
  .map((lines) => lines.join("\n"))
const title = line.map((found) => oneLine(found, 200))
const filename = fc
  .tuple(fc.array(words, { minLength: 1, maxLength: 6 }), fc.constantFrom("pdf", "png", "txt", "bin"))
  .map(([stem, ending]) => `file ${oneLine(stem.join(" ")).replace(/[/\\:"<>|*?]/g, "_")}.${ending}`)
const file = fc.record({ filename, content: fc.uint8Array({ maxLength: 2_000 }).map((bytes) => Buffer.from(bytes)) })

const mail = fc.record({
  subject: title,
  name: title.map((found) => found.replace(/["\\<>@,;:()[\]]/g, "").trim()),
  text,
  html: fc.option(
    text.map((found) => `<p>${found.replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</p>`),
    { nil: undefined }
  ),
  files: fc.array(file, { maxLength: 4 }),
  encoding: fc.constantFrom("base64" as const, "quoted-printable" as const)
})

const compose = ({
  encoding,
  files,
  html,
  name,
  subject,
  text: body
}: typeof mail extends fc.Arbitrary<infer M> ? M : never) =>
  new MailComposer({
    from: { name, address: "ines@north.example" },
    to: "support@acme.example",
    subject,
    text: body,
    html,
    textEncoding: encoding,
    attachments: files
  })
    .compile()
    .build()

/** As a ticket stores text: without blank lines around it. */
const kept = (body: string) => body.replace(/^\s*\n/, "").trimEnd()

describe("mail written with nodemailer", () => {
  it("is read as it was written: name, title, text and files", async () => {
    await fc.assert(
      fc.asyncProperty(mail, async (written) => {
        const bytes = new Uint8Array(await compose(written))
        const head = readHead(bytes, "")
        const { body, page } = await readBody({ source: { bytes }, folder: "", returnPath: "" })
        assert.strictEqual(head.subject, oneLine(written.subject, 255))
        assert.strictEqual(head.sender?.email, "ines@north.example")
        assert.strictEqual(head.sender?.name ?? "", oneLine(written.name, 200))
        if (written.text.trim() !== "") assert.strictEqual(body.text, kept(written.text))
        assert.strictEqual(page?.trimEnd(), written.html?.trimEnd())
        assert.deepStrictEqual(
          body.files.map(({ sha256 }) => sha256),
          written.files.map(({ content }) => createHash("sha256").update(content).digest("hex"))
        )
        for (const [index, { filename: given }] of written.files.entries()) {
          const read = body.files[index]?.filename ?? ""
          // A repeated name gets a number.
          assert.strictEqual(read.replace(/ \(\d+\)(?=\.\w+$)/, ""), oneLine(given.normalize("NFC")))
        }
        assert.strictEqual(new Set(body.files.map(({ filename: read }) => read.toLowerCase())).size, body.files.length)
      }),
      { numRuns: 150 }
    )
  })
})
