import { createHash } from "node:crypto"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { readBody } from "../../../../channels/email/mime/readBody.ts"
import { readHead } from "../../../../channels/email/mime/readHead.ts"
import { sanitizeMail } from "../../../../channels/email/mime/sanitizeMail.ts"

const folder = join(import.meta.dirname, "../../../fixtures/mail/content")

const contents = {
  png: Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
    "base64"
  ),
  pdf: Buffer.from(
    "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n"
  ),
  ics: Buffer.from(
    "BEGIN:VCALENDAR\r\nMETHOD:REQUEST\r\nBEGIN:VEVENT\r\nUID:1@north.example\r\nSUMMARY:Call\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
  ),
  note: Buffer.from("größte Datei\n"),
  key: Buffer.from("-----BEGIN PGP PUBLIC KEY BLOCK-----"),
  embedded: Buffer.from(
    "From: someone@else.example\r\nSubject: =?utf-8?Q?Ihre_Bestellung_=2F_42?=\r\nContent-Type: multipart/mixed; boundary=inner\r\n\r\n--inner\r\n\r\nHello\r\n--inner--\r\n"
  )
}

interface Expected {
  readonly from: string
  readonly name?: string
  readonly subject: string
  readonly text: string
  /** What the HTML contains, and what it must not contain. */
  readonly html?: string
  readonly notHtml?: RegExp
  /** Name, type and bytes of each file. For bytes that differ from run to run: only that they exist. */
  readonly files?: ReadonlyArray<readonly [string, string, keyof typeof contents | "any", "inline"?]>
  readonly repaired?: RegExp
}

const ines = { from: "ines@north.example", name: "Ines Roth" }
const lena = { from: "lena@north.example", name: "Lena Vogt" }
const signed = { ...ines, subject: "Secret", text: "Signed grüße" }

const expected: Record<string, Expected> = {
  amp: { from: "no-reply@shop.example", name: "Shop", subject: "AMP", text: "Plain", html: "<p>HTML</p>" },
  "apple-mail": {
    from: "anna@west.example",
    name: "Anna Berg",
    subject: "Contract",
    text: "Hi — the contract is attached.\n\n\n\nThanks, Anna",
    html: "Thanks, Anna",
    files: [["Vertrag für Anna (endgültig).pdf", "application/pdf", "pdf"]]
  },
  "blanks-in-names": {
    from: "ines@north.example",
    name: "Ines",
    subject: "Files",
    text: "Three files",
    files: [
      ["Rechnung März 2026.pdf", "application/pdf", "pdf"],
      ["_.._Windows_Rechnung März 2026.pdf", "application/pdf", "pdf"],
      ["Rechnung März 2026 (2).pdf", "application/pdf", "pdf"]
    ]
  },
  "exchange-winmail": {
    ...ines,
    subject: "Rich text",
    text: "Grüße aus Exchange – Anhänge anbei.",
    html: '<p>Grüße aus Exchange – Anhänge anbei.</p><img src="cid:logo@x" />',
    files: [
      ["winmail.dat", "application/ms-tnef", "any"],
      ["Rechnung März.pdf", "application/pdf", "pdf"],
      ["grün.png", "image/png", "png", "inline"]
    ],
    repaired: /winmail/
  },
  "forwarded-message": {
    ...ines,
    subject: "Fwd: Ihre Bestellung",
    text: "Please see the message below.",
    files: [["Ihre Bestellung _ 42.eml", "message/rfc822", "embedded"]]
  },
  "gbk-named-in-title": {
    from: "li@cn.example",
    name: "Li",
    subject: "订单",
    text: "我的订单还没有到货呢",
    repaired: /without a charset is in gb/
  },
  "gbk-without-mime": {
    from: "wang@cn.example",
    name: "王伟",
    subject: "发票问题",
    text: "您好，我想咨询一下发票的问题，谢谢。"
  },
  "gmail-inline-image": {
    from: "juergen.weiss@gmail.com",
    name: "Jürgen Weiß",
    subject: "Rechnung zu groß – bitte prüfen 🙏",
    text: "Hallo,\n\nder Betrag ist zu groß, siehe Bild:\n[image: schirm.png]\n\nGrüße\nJürgen",
    html: 'src="cid:ii_m3x7k2a80"',
    files: [
      ["schirm.png", "image/png", "png", "inline"],
      ["Rechnung März.pdf", "application/pdf", "pdf"]
    ]
  },
  "google-invitation": {
    ...ines,
    subject: "Invitation: Call @ Fri 20 Nov 2026",
    text: "You have been invited to a call that is described in a line so long that it flows.",
    html: "<p>You have been invited to a call.</p>",
    files: [["invite.ics", "application/ics", "ics"]]
  },
  "html-excuse": {
    from: "ines@north.example",
    name: "Ines",
    subject: "Excuse",
    text: "I would like to cancel my subscription as of the end of this year, please confirm that you received this.",
    html: "cancel my subscription"
  },
  "html-only": {
    from: "no-reply@shop.example",
    name: "Shop",
    subject: "Order 42",
    text: "Order 42 see it (https://shop.example/42) bad",
    html: '<td style="color: #333">Order\u00a042</td>',
    notHtml: /script|javascript|onload|onclick|onerror|form|iframe|evil|position|<style|<title/i
  },
  "invitation-alone": {
    ...ines,
    subject: "Call about the invoice",
    text: "Call about the invoice\nStart: 2026-12-01 10:00 (W. Europe Standard Time)\nPlace: Büro 5\nFrom: Ines Roth",
    files: [["invite.ics", "text/calendar", "any"]]
  },
  "iphone-photo": {
    from: "tom@island.example",
    name: "Tom Lee",
    subject: "Broken screen",
    text: "It looks like this:\n\n\n\nSent from my iPhone",
    files: [["IMG_0042.jpeg", "image/jpeg", "png"]]
  },
  "iso-2022-jp": {
    from: "yamada@docomo.example",
    name: "山田",
    subject: "ログインできません",
    text: "昨日からログインできません。"
  },
  "koi8-undeclared": {
    from: "ivan@ru.example",
    name: "Иван",
    subject: "Не могу войти в кабинет",
    text: "Здравствуйте, не могу войти в личный кабинет со вчерашнего дня.",
    repaired: /without a charset is in koi8-r/
  },
  "line-feeds": {
    from: "cron@server.example",
    subject: "no carriage returns",
    text: "first line\nsecond line",
    files: [["a.pdf", "application/pdf", "pdf"]]
  },
  "mailing-list": {
    from: "users@lists.example",
    name: "Pat Doe via Users",
    subject: "[Users] Upgrade fails",
    text: "The upgrade stops at step three.\n\n_______________________________________________\nUsers mailing list -- users@lists.example"
  },
  "outlook-desktop": {
    from: "ines.roth@north.example",
    name: "Roth, Ines",
    subject: "Invoice R-77: wrong company",
    text: "Dear team,\n\nthe company on invoice “R-77” is wrong – please correct it. Cost: € 120.\n\nKind regards\nInes Roth\n[cid:image001.png@01DB3A5C.8E2F4A10]",
    html: 'src="cid:image001.png@01DB3A5C.8E2F4A10"',
    notHtml: /mso|xml|<style|MsoNormal/i,
    files: [
      ["image001.png", "image/png", "png", "inline"],
      ["image002.png", "image/png", "png"]
    ]
  },
  "outlook-invitation": {
    from: "ines@north.example",
    name: "Roth, Ines",
    subject: "Call",
    text: "Let us talk.",
    files: [["invite.ics", "text/calendar", "ics"]]
  },
  "outlook-mobile": {
    from: "chloe@east.example",
    name: "Chloe Martin",
    subject: "Ré: Commande n° 8842 — colis perdu",
    text: "Toujours rien reçu, pouvez-vous vérifier ?\n\nObtenir Outlook pour iOS<https://aka.ms/o0ukef>",
    html: "Obtenir Outlook pour iOS</a>"
  },
  "outlook-web": {
    from: "mateo@south.example",
    name: "Mateo Núñez",
    subject: "No puedo iniciar sesión ¿me ayudan?",
    text: "Buenos días:\n\nNo puedo iniciar sesión desde ayer.\n\nMateo\n________________________________\nDe: Acme Support <support@acme.example>\nEnviado: miércoles, 18 de noviembre de 2026 9:00",
    html: "Buenos días:"
  },
  "pgp-encrypted": {
    from: "lena@proton.example",
    name: "Lena",
    subject: "...",
    text: "[This message is encrypted and cannot be read here. It is attached as received.]",
    files: [["encrypted.asc", "application/octet-stream", "any"]]
  },
  "pgp-encrypted-through-exchange": {
    ...lena,
    subject: "...",
    text: "[This message is encrypted and cannot be read here. It is attached as received.]",
    files: [["encrypted.asc", "application/octet-stream", "any"]]
  },
  "pgp-encrypted-through-list": {
    ...lena,
    subject: "...",
    text: "_____________________\nhelp@lists.acme.example\n\n[This message is encrypted and cannot be read here. It is attached as received.]",
    files: [["encrypted.asc", "application/octet-stream", "any"]]
  },
  "pgp-inline": {
    ...lena,
    subject: "Password",
    text: "Dear support, my key is below.\n\n[This is encrypted and cannot be read here. It is attached as received.]\n\n[A public key is attached.]\n\nLena",
    files: [
      ["encrypted.asc", "application/pgp-encrypted", "any"],
      ["public-key.asc", "application/pgp-keys", "any"]
    ],
    repaired: /PGP/
  },
  "pgp-inline-html": {
    ...lena,
    subject: "Password",
    text: "[This is encrypted and cannot be read here. It is attached as received.]",
    html: "-----BEGIN PGP MESSAGE-----",
    files: [["encrypted.asc", "application/pgp-encrypted", "any"]],
    repaired: /PGP/
  },
  protonmail: {
    from: "lena@proton.example",
    name: "Lena Vogt",
    subject: "Data export",
    text: "Please export all my data. Merci 🙂\n\nSent with Proton Mail secure email.",
    html: 'class="protonmail_signature_block"',
    files: [
      ["publickey - lena@proton.example - 0x1A2B3C4D.asc", "application/pgp-keys", "key"],
      ["signature.asc", "application/pgp-signature", "any"]
    ]
  },
  "ses-contact-form": {
    from: "forms@shop.example",
    name: "Contact form",
    subject: "Kontaktskjema: retur",
    text: "Jeg vil returnere skoene mine, størrelse 43."
  },
  "smime-certificates": {
    ...ines,
    subject: "Our certificate",
    text: "",
    files: [["smime.p7c", "application/pkcs7-mime", "any"]]
  },
  "smime-encrypted": {
    ...ines,
    subject: "Secret",
    text: "[This message is encrypted and cannot be read here. It is attached as received.]",
    files: [["smime.p7m", "application/pkcs7-mime", "any"]]
  },
  "smime-opaque": {
    ...signed,
    files: [
      ["smime.p7m", "application/pkcs7-mime", "any"],
      ["a.pdf", "application/pdf", "pdf"]
    ],
    repaired: /opaque/
  },
  "smime-opaque-streamed": {
    ...signed,
    files: [
      ["smime.p7m", "application/pkcs7-mime", "any"],
      ["a.pdf", "application/pdf", "pdf"]
    ],
    repaired: /opaque/
  },
  "smime-signed": {
    ...signed,
    files: [
      ["a.pdf", "application/pdf", "pdf"],
      ["smime.p7s", "application/pkcs7-signature", "any"]
    ]
  },
  "split-characters": { from: "a@b.example", subject: "你好", text: "Hi" },
  thunderbird: {
    from: "zoe@river.example",
    name: "Zoë Müller",
    subject: "Frage zur Kündigung und zu einem wirklich sehr langen Betreff über zwei Zeilen",
    text: "Guten Tag,\n\ndieser Absatz ist so lang, dass Thunderbird ihn umbricht, und er soll als eine Zeile gelesen werden.\n\n-- \nZoë",
    files: [["Kündigung und alles andere.txt", "text/plain", "note"]]
  },
  "unclosed-multipart": {
    from: "ines@north.example",
    name: "Ines",
    subject: "Unclosed",
    text: "Hello",
    html: "<p>Hello</p>",
    files: [["a.pdf", "application/pdf", "pdf"]],
    repaired: /boundaries/
  },
  "utf8-declared-big5": {
    from: "lin@tw.example",
    name: "小林",
    subject: "發票",
    text: "您好，發票抬頭有誤。",
    repaired: /declared as big5 is in utf-8/
  },
  uuencoded: {
    from: "old@system.example",
    subject: "Report",
    text: "The report of today:\n\n\nbegin the day with it",
    files: [["report.pdf", "application/pdf", "pdf"]],
    repaired: /extracted from the text/
  },
  yahoo: {
    from: "priya.nair@yahoo.example",
    name: "Priya Nair",
    subject: "Refund not received",
    text: "Hi,\nI was promised ₹4,999 back. Nothing arrived.\nPriya\n    On Monday, 16 November 2026 at 10:00:00 am IST, Acme <support@acme.example> wrote:  \n \n Your refund is on its way.",
    html: 'class="yahoo_quoted"'
  }
}

const hash = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex")

describe("mail as real programs write it", () => {
  it("has an expectation for every fixture", () => {
    const fixtures = readdirSync(folder).map((file) => file.replace(/\.eml$/, ""))
    assert.deepStrictEqual(fixtures.sort(), Object.keys(expected).sort())
  })

  for (const [name, { files = [], from, html, name: person, notHtml, repaired, subject, text }] of Object.entries(
    expected
  )) {
    it(`reads ${name}: sender, title, text and every file byte for byte`, async () => {
      const bytes = new Uint8Array(readFileSync(join(folder, `${name}.eml`)))
      const head = readHead(bytes, "")
      const { body, page } = await readBody({ source: { bytes }, folder: "", returnPath: "" })
      assert.deepStrictEqual(head.sender, person === undefined ? { email: from } : { email: from, name: person })
      assert.strictEqual(head.subject, subject)
      assert.strictEqual(body.text, text)
      assert.deepStrictEqual(
        body.files.map(({ contentType, filename, inline }) => [filename, contentType, inline]),
        files.map(([filename, contentType, , shown]) => [filename, contentType, shown === "inline"])
      )
      for (const [index, file] of body.files.entries()) {
        const content = files[index]?.[2] ?? "any"
        assert.strictEqual("bytes" in file.content ? hash(file.content.bytes) : "", file.sha256)
        if (content !== "any") assert.strictEqual(file.sha256, hash(contents[content]))
        else assert.isAbove(file.size, 10)
      }
      const safe = page === undefined ? "" : (sanitizeMail(page) ?? "")
      if (html === undefined) assert.strictEqual(page, undefined)
      else assert.include(safe, html)
      if (notHtml !== undefined) assert.notMatch(safe, notHtml)
      assert.match(body.repairs.join("\n"), repaired ?? /^$/)
      assert.isFalse(body.incomplete)
    })
  }
})
