import { assert, describe, it } from "@effect/vitest"
import { answerSubject, bareSubject, isForwardSubject } from "../../../src/tickets/mail/mailSubject.ts"

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

describe("The subject of what is passed on", () => {
  for (const mark of ["Fwd:", "fwd[2]:", "WG:", "TR :", "I:", "Doorst:", "VB:", "PD:", "İLT:", "转发：", "Переслано:"])
    it(`is marked as that, and is the first one's without it: ${mark}`, () => {
      const subject = `${mark} Printer is broken`
      assert.isTrue(isForwardSubject(subject))
      assert.strictEqual(bareSubject(`Re: ${subject}`), "Printer is broken")
    })

  it("is none that is answered, or only begins alike", () => {
    for (const subject of ["Re: Fwd: Printer", "VS: Printer", "Infos: next week", "I think it broke"])
      assert.isFalse(isForwardSubject(subject), subject)
  })
})
