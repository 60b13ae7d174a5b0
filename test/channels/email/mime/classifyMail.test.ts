import { assert, describe, it } from "@effect/vitest"
import { classifyMail, type MailKind } from "../../../../channels/email/mime/classifyMail.ts"
import { HeaderFields } from "../../../../channels/email/mime/HeaderFields.ts"

const cases: ReadonlyArray<readonly [MailKind, string, string?]> = [
  ["human", "Subject: Hello"],
  ["human", "Auto-Submitted: no"],
  ["human", "X-Auto-Response-Suppress: All"],
  ["human", "Subject: Out of stock"],
  ["auto-replied", "Auto-Submitted: auto-replied; owner-email=x"],
  ["auto-replied", "Precedence: auto_reply"],
  ["auto-replied", "Subject: Out of Office: back on Monday"],
  ["auto-replied", "Subject: Abwesenheitsnotiz: Urlaub"],
  ["auto-replied", "X-Autoreply: yes"],
  ["auto-generated", "Auto-Submitted: auto-generated"],
  ["auto-generated", "Precedence: bulk"],
  ["auto-generated", "List-Id: <news.example>"],
  ["auto-generated", "Subject: from the null sender", ""],
  ["bounce", "Content-Type: multipart/report; report-type=delivery-status; boundary=b"],
  ["bounce", "X-Failed-Recipients: a@b.example"],
  ["bounce", "From: MAILER-DAEMON@b.example", ""],
  ["bounce", "From: postmaster@b.example\r\nSubject: Undeliverable: hello"],
  ["human", "From: postmaster@b.example\r\nSubject: question"]
]

describe("classifyMail", () => {
  for (const [kind, header, returnPath = "a@b.example"] of cases) {
    it(`takes ${JSON.stringify(header)} from <${returnPath}> for ${kind}`, () =>
      assert.strictEqual(classifyMail(new HeaderFields(Buffer.from(`${header}\r\n\r\n`)), returnPath), kind))
  }
})
