import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import { simpleParser } from "mailparser"
import { createTransport } from "nodemailer"
import { htmlToText } from "../../../../channels/email/mime/htmlToText.ts"
import { visibleReply } from "../../../../channels/email/reply/visibleReply.ts"
import { replyFixtures } from "../../../support/replyFixtures.ts"

const fixtures = [...replyFixtures("tuned"), ...replyFixtures("held-out")]
/** Quotes of all mail programs and languages, as they appear below a reply. */
const tails = fixtures
  .filter(({ mail, visible }) => mail.html === undefined && visibleReply(mail).visible === visible)
  .map(({ mail, visible }) => mail.text.replace(/^\s*\n/, "").slice(visible.length))
  .filter((tail) => tail.trim() !== "")
/** Those with quote marks, below which a reply can be written. */
const marked = tails.filter((tail) => /^>/m.test(tail) && !/^-- ?$|^_{30}|Sent from/m.test(tail))

/** What people write, some of it close to what mail programs write. */
const sentences = [
  "Thank you, that helped.",
  "It is order 4711 of 05.03.2024, the parcel came at 10:30.",
  "Call me at +49 30 1234567 or write to ines@roth.example.",
  "From: Berlin, to: Paris.",
  "He wrote: never again!",
  "On Monday I will be there.",
  "Das Gerät läuft nicht – auch nach dem Neustart.",
  "Où est ma commande ?",
  "¿Dónde está mi pedido?",
  "Где мой заказ?",
  "Πού είναι η παραγγελία μου;",
  "ご確認ください。",
  "请尽快处理。",
  "확인 부탁드립니다.",
  "أين طلبي؟",
  "איפה ההזמנה שלי?",
  "मेरा ऑर्डर कहाँ है?",
  "คำสั่งซื้อของฉันอยู่ที่ไหน",
  "👍🏽 🎉",
  "- one\n- two",
  "--- no rule",
  "https://roth.example/a?b=c"
]
const written = fc
  .array(
    fc.array(fc.constantFrom(...sentences), { minLength: 1, maxLength: 4 }).map((lines) => lines.join("\n")),
    {
      minLength: 1,
      maxLength: 5
    }
  )
  .map((paragraphs) => paragraphs.join("\n\n"))

const solid = (text: string) => text.replace(/\s/g, "")
const runs = { numRuns: 300 }

describe("nothing that a person wrote is lost", () => {
  const line = fc.oneof(
    fc.constantFrom(...sentences),
    fc.constantFrom(...fixtures.flatMap(({ mail }) => mail.text.split("\n")).filter((text) => text.trim() !== "")),
    fc.constantFrom("", ">", "> > x", "-- ", "--", "________________________________", "\u200f", "\u00a0", "\r"),
    fc.string({ unit: "binary", maxLength: 30 })
  )
  const html = fc.option(
    fc.constantFrom(...fixtures.flatMap(({ mail }) => (mail.html === undefined ? [] : [mail.html]))),
    { nil: undefined }
  )

  it("whatever lines a mail consists of", () =>
    fc.assert(
      fc.property(
        fc.array(line, { maxLength: 30 }),
        html,
        fc.option(line, { nil: undefined }),
        (lines, page, marker) => {
          const text = lines.join("\n")
          const { quoted, visible } = visibleReply({ text, html: page, marker })
          assert.strictEqual(solid(visible) + solid(quoted), solid(text))
          if (solid(text) !== "") assert.notStrictEqual(solid(visible), "")
        }
      ),
      { numRuns: 1_000 }
    ))

  it("above a quote of any program in any language", () =>
    fc.assert(
      fc.property(written, fc.constantFrom(...tails), (own, tail) => {
        const { quoted, visible } = visibleReply({ text: `${own}\n\n${tail}` })
        assert.strictEqual(visible, own)
        assert.strictEqual(solid(quoted), solid(tail))
      }),
      runs
    ))

  it("below a quote, or between two", () =>
    fc.assert(
      fc.property(written, written, fc.constantFrom(...marked), fc.constantFrom(...marked), (one, two, head, tail) => {
        for (const text of [`${head}\n\n${one}`, `${one}\n\n${head}\n\n${two}`, `${head}\n\n${one}\n\n${tail}`]) {
          const { visible } = visibleReply({ text })
          assert.isTrue(solid(visible).includes(solid(one)), visible)
          if (text.includes(two)) assert.isTrue(solid(visible).includes(solid(two)), visible)
        }
      }),
      runs
    ))
})

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll("\n", "<br>")
const attribution = "On Tue, Mar 5, 2024 at 3:12 PM Acme <support@acme.example> wrote:"
const header = "From: Acme <support@acme.example>\nSent: Tuesday, March 5, 2024 3:12 PM\nTo: Ines\nSubject: Re: x"

/** How programs write a reply in HTML together with plain text. */
const programs: Record<string, (own: string, quoted: string) => { readonly html: string; readonly text: string }> = {
  gmail: (own, quoted) => ({
    text: `${own}\n\n${attribution}\n\n${behindMarks(quoted)}\n`,
    html: `<div dir="ltr">${escaped(own)}</div><br><div class="gmail_quote"><div class="gmail_attr">${escaped(attribution)}</div><blockquote class="gmail_quote">${escaped(quoted)}</blockquote></div>`
  }),
  thunderbird: (own, quoted) => ({
    text: `${own}\n\n${attribution}\n${behindMarks(quoted)}\n`,
    html: `<p>${escaped(own)}</p><div class="moz-cite-prefix">${escaped(attribution)}</div><blockquote type="cite">${escaped(quoted)}</blockquote>`
  }),
  outlook: (own, quoted) => ({
    text: `${own}\n________________________________\n${header}\n\n${quoted}\n`,
    html: `<div>${escaped(own)}</div><div id="appendonsend"></div><hr><div id="divRplyFwdMsg">${escaped(header)}</div><div>${escaped(quoted)}</div>`
  }),
  apple: (own, quoted) => ({
    text: `${own}\n\n${behindMarks(`${attribution}\n\n${quoted}`)}\n`,
    html: `${escaped(own)}<br><blockquote type="cite"><div>${escaped(attribution)}</div><br><div>${escaped(quoted)}</div></blockquote>`
  }),
  yahoo: (own, quoted) => ({
    text: `${own}\n    ${attribution}  \n \n ${quoted.replaceAll("\n", "\n ")}\n`,
    html: `<div>${escaped(own)}</div><div class="yahoo_quoted"><div>${escaped(attribution)}</div><div>${escaped(quoted)}</div></div>`
  }),
  proton: (own, quoted) => ({
    text: `${own}\n\n${attribution}\n\n${behindMarks(quoted)}\n`,
    html: `<div>${escaped(own)}</div><div class="protonmail_quote">${escaped(attribution)}<br><blockquote class="protonmail_quote" type="cite">${escaped(quoted)}</blockquote></div>`
  })
}
const behindMarks = (text: string) => text.replace(/^/gm, "> ")

describe("mail of programs that write HTML", () => {
  for (const [name, program] of Object.entries(programs)) {
    it(`is separated by its containers: ${name}`, () =>
      fc.assert(
        fc.property(written, written, (own, quoted) => {
          const { html, text } = program(own, quoted)
          assert.strictEqual(visibleReply({ text, html }).visible, own)
          const page = htmlToText(html)
          assert.strictEqual(solid(visibleReply({ text: page, html }).visible), solid(own))
        }),
        runs
      ))
  }

  it("is separated after being encoded as a mail and parsed", async () => {
    const transport = createTransport({ streamTransport: true, buffer: true })
    await fc.assert(
      fc.asyncProperty(
        written,
        written,
        fc.constantFrom(...Object.values(programs)),
        fc.constantFrom("quoted-printable", "base64"),
        async (own, quoted, program, textEncoding) => {
          const sent = await transport.sendMail({
            from: "ines@roth.example",
            to: "support@acme.example",
            subject: "Re: x",
            textEncoding,
            ...program(own, quoted)
          })
          const mail = await simpleParser(sent.message, { skipHtmlToText: true, skipTextToHtml: true })
          const { visible } = visibleReply({ text: mail.text ?? "", html: mail.html || undefined })
          assert.strictEqual(visible, own)
        }
      ),
      { numRuns: 60 }
    )
  })
})
