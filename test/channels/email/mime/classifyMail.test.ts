import { readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { classifyMail, type MailKind } from "../../../../channels/email/mime/classifyMail.ts"
import { HeaderFields } from "../../../../channels/email/mime/HeaderFields.ts"

const cases: ReadonlyArray<readonly [MailKind, string, string?]> = [
  ["human", "Subject: Hello"],
  ["human", "Auto-Submitted: no"],
  ["human", "Auto-Submitted: No; comment"],
  ["human", "X-Auto-Response-Suppress: All"],
  ["human", "Subject: Out of stock"],
  ["human", "Subject: Re: out of office furniture"],
  ["auto-replied", "Auto-Submitted: auto-replied; owner-email=x"],
  ["auto-replied", "Auto-Submitted: auto-replied (vacation)"],
  ["auto-replied", "Precedence: auto_reply"],
  ["auto-replied", "X-Autoreply: yes"],
  ["auto-replied", "Content-Type: multipart/report; report-type=disposition-notification; boundary=b"],
  ["auto-generated", "Auto-Submitted: auto-generated"],
  ["auto-generated", "Precedence: bulk"],
  ["auto-generated", "List-Id: <news.example>"],
  ["auto-generated", "Subject: Report Domain: acme.example Submitter: mail.example Report-ID: <2@mail.example>"],
  ["auto-generated", "Subject: [Preview] Report domain: acme.example Submitter: mail.example Report-ID: 9"],
  ["human", "Subject: Report: domain acme.example is down"],
  ["auto-generated", "Content-Type: multipart/report; report-type=tlsrpt; boundary=b"],
  ["auto-generated", 'Content-Type: multipart/report; boundary="b"'],
  ["complaint", "Content-Type: multipart/report; report-type=feedback-report; boundary=b"],
  ["auto-generated", "Subject: from the null sender", ""],
  ["bounce", "Content-Type: multipart/report; report-type=delivery-status; boundary=b"],
  ["bounce", 'Content-Type: multipart/report;\r\n\tboundary="b";\r\n\treport-type="delivery-status"'],
  ["bounce", "X-Failed-Recipients: a@b.example"],
  ["bounce", "From: MAILER-DAEMON@b.example", ""],
  ["bounce", "From: postmaster@b.example\r\nSubject: Undeliverable: hello"],
  ["bounce", "From: postmaster@b.example\r\nSubject: Unzustellbar: hello"],
  ["bounce", "From: postmaster@b.example\r\nSubject: [EXTERNAL] Undeliverable: hello"],
  ["auto-replied", "In-Reply-To: <a@b.example>\r\nSubject: [EXT] [Acme] Automatic reply: hello"],
  ["human", "In-Reply-To: <a@b.example>\r\nSubject: [Automatic reply] hello"],
  ["human", "From: postmaster@b.example\r\nSubject: question"]
]

/** Subjects of automatic replies. */
const absent = [
  "Out of Office: back on Monday",
  ...[
    "Automatisch antwoord:",
    "Automatiskt svar:",
    "Automatisk svar:",
    "Automatická odpoveď:",
    "Odpowiedź automatyczna:"
  ],
  ...["Automatski odgovor:", "Automātiska atbilde:", "Автоматичен отговор:", "ΑΥΤΌΜΑΤΗ ΑΠΆΝΤΗΣΗ:"],
  ...["رد تلقائي:", "\u200fתשובה אוטומטית:", "ตอบกลับอัตโนมัติ:", "Trả lời Tự động:", "自動回覆:"],
  "Abwesenheitsnotiz: Urlaub",
  "Réponse automatique : facture",
  "Afwezig: vakantie",
  "Abwesend: Urlaub",
  "Автоответ: ваш запрос",
  "Frånvaro: semester",
  "Respuesta automática: pedido",
  "=?utf-8?b?6Ieq5Yqo562U5aSNOiDkvaDlpb0=?="
]

describe("classifyMail", () => {
  for (const subject of absent) {
    it(`classifies "${subject}" as an automatic reply if it replies to something, and otherwise as automatic mail`, () => {
      const kindOf = (header: string, returnPath = "a@b.example") =>
        classifyMail(new HeaderFields(Buffer.from(`Subject: ${subject}\r\n${header}\r\n`)), returnPath)
      assert.strictEqual(kindOf("In-Reply-To: <1@b.example>\r\n"), "auto-replied")
      assert.strictEqual(kindOf("References: <1@b.example>\r\n"), "auto-replied")
      assert.strictEqual(kindOf("", ""), "auto-replied")
      assert.strictEqual(kindOf(""), "auto-generated")
    })
  }

  for (const [kind, header, returnPath = "a@b.example"] of cases) {
    it(`classifies ${JSON.stringify(header)} from <${returnPath}> as ${kind}`, () =>
      assert.strictEqual(classifyMail(new HeaderFields(Buffer.from(`${header}\r\n\r\n`)), returnPath), kind))
  }
})

/** Mail as real programs write it, with its return path if that is not the sender's. */
const shapes: ReadonlyArray<readonly [string, MailKind, string?]> = [
  ["gmail-person", "human"],
  ["outlook-person", "human"],
  ["calendar-reply", "human"],
  ["exchange-out-of-office", "auto-replied", ""],
  ["gmail-vacation", "auto-replied"],
  ["vacation-program", "auto-replied", ""],
  ["read-receipt", "auto-replied", ""],
  ["mailing-list", "auto-generated", "users-bounces@lists.west.example"],
  ["newsletter", "auto-generated"],
  ["ses-notification", "auto-generated"],
  ["cron", "auto-generated"],
  ["abuse-feedback", "complaint"]
]

describe("classifyMail with real-world mail", () => {
  for (const [name, kind, returnPath = "someone@else.example"] of shapes) {
    it(`classifies ${name} as ${kind}`, () => {
      const bytes = readFileSync(join(import.meta.dirname, `../../../fixtures/mail/classes/${name}.eml`))
      assert.strictEqual(classifyMail(new HeaderFields(bytes), returnPath), kind)
    })
  }
})
