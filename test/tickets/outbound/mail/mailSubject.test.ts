import { assert, describe, it } from "@effect/vitest"
import {
  answerSubject,
  bareSubject,
  isForwardSubject,
  oneLine
} from "../../../../src/tickets/outbound/mail/mailSubject.ts"

/** The prefixes that mail programs of many languages put before the subject of a reply. */
const marks = ["Re:", "RE :", "re[2]:", "AW:", "SV:", "VS:", "R:", "RES:", "Odp:", "Odg:", "YNT:", "Vá:", "ΑΠ:"]

describe("The subject of a reply", () => {
  for (const mark of [...marks, "回复：", "回覆:", "返信:", "회신:", "رد:"])
    it(`has one prefix, however often it went to and fro: ${mark}`, () => {
      let subject = "Printer is broken"
      for (let round = 0; round < 3; round++) {
        subject = answerSubject(`${mark} ${subject}`)
        assert.strictEqual(subject, "Re: Printer is broken")
      }
      assert.strictEqual(bareSubject(`${mark} WG: ${subject}`), "Printer is broken")
    })

  it("keeps what is not a prefix", () => {
    for (const subject of ["Ref: 4711", "PDF: how to open it", "Reason: none", "Fwd: Printer"])
      assert.strictEqual(answerSubject(subject), `Re: ${subject}`)
  })
})

describe("The subject of a forwarded mail", () => {
  for (const mark of ["Fwd:", "fwd[2]:", "WG:", "TR :", "I:", "Doorst:", "VB:", "PD:", "İLT:", "转发：", "Переслано:"])
    it(`is recognized, and is the original's without the prefix: ${mark}`, () => {
      const subject = `${mark} Printer is broken`
      assert.isTrue(isForwardSubject(subject))
      assert.strictEqual(bareSubject(`Re: ${subject}`), "Printer is broken")
    })

  it("is not that of a reply, or one that only starts like it", () => {
    for (const subject of ["Re: Fwd: Printer", "VS: Printer", "Infos: next week", "I think it broke"])
      assert.isFalse(isForwardSubject(subject), subject)
  })
})

describe("A header on one line", () => {
  it("contains nothing that folds, starts another field, or changes its direction", () => {
    assert.strictEqual(oneLine("  Printer\r\nBcc: eve@elsewhere.example "), "Printer Bcc: eve@elsewhere.example")
    for (const code of [0x00, 0x09, 0x0b, 0x1f, 0x7f, 0x85, 0x2028, 0x2029, 0x202e, 0x2066])
      assert.strictEqual(oneLine(`a${String.fromCharCode(code)}b`), "a b", code.toString(16))
  })

  it("has at most 250 characters, none of them split", () => {
    assert.strictEqual(oneLine("🖨".repeat(251)), "🖨".repeat(250))
  })
})
