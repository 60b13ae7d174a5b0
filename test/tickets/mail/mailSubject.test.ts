import { assert, describe, it } from "@effect/vitest"
import { answerSubject, bareSubject } from "../../../src/tickets/mail/mailSubject.ts"

/** As the mail programs of many languages begin the subject of an answer. */
const marks = ["Re:", "RE :", "re[2]:", "AW:", "SV:", "VS:", "R:", "RES:", "Odp:", "Odg:", "YNT:", "Vá:", "ΑΠ:"]

describe("The subject of an answer", () => {
  for (const mark of [...marks, "回复：", "回覆:", "返信:", "회신:", "رد:"])
    it(`has one mark, however often it went to and fro: ${mark}`, () => {
      let subject = "Printer is broken"
      for (let round = 0; round < 3; round++) {
        subject = answerSubject(`${mark} ${subject}`)
        assert.strictEqual(subject, "Re: Printer is broken")
      }
      assert.strictEqual(bareSubject(`${mark} WG: ${subject}`), "Printer is broken")
    })

  it("keeps what is no mark", () => {
    for (const subject of ["Ref: 4711", "PDF: how to open it", "Reason: none", "Fwd: Printer"])
      assert.strictEqual(answerSubject(subject), `Re: ${subject}`)
  })
})
