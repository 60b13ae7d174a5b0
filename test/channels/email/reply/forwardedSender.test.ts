import { assert, describe, it } from "@effect/vitest"
import { forwardedSender } from "../../../../channels/email/reply/forwardedSender.ts"
import { takesAtMost } from "../../../support/takesAtMost.ts"

const pat = { email: "pat@south.example", name: "Pat Lee" }

const forwards: Record<string, readonly [subject: string, text: string]> = {
  Gmail: [
    "Fwd: Order 7",
    "Can you take this?\n\n---------- Forwarded message ---------\nFrom: Pat Lee <pat@south.example>\nDate: Tue, Mar 5, 2024 at 3:12 PM\nSubject: Order 7\nTo: Ines Roth <ines@north.example>\n\nWhere is it?"
  ],
  "Gmail in German": [
    "Fwd: Bestellung 7",
    "---------- Weitergeleitete Nachricht ---------\nVon: Pat Lee <pat@south.example>\nDate: Di., 5. März 2024 um 15:12 Uhr\nSubject: Bestellung 7\nTo: <ines@north.example>\n\nWo ist sie?"
  ],
  "Outlook for Windows": [
    "WG: Bestellung 7",
    "Bitte übernehmen.\n\nVon: Pat Lee <pat@south.example>\nGesendet: Dienstag, 5. März 2024 15:12\nAn: Ines Roth <ines@north.example>\nBetreff: Bestellung 7\n\nWo ist sie?"
  ],
  "Outlook, older": [
    "FW: Order 7",
    "-----Original Message-----\nFrom: Pat Lee [mailto:pat@south.example]\nSent: Tuesday, March 5, 2024 3:12 PM\nTo: Ines Roth\nSubject: Order 7\n\nWhere is it?"
  ],
  "Outlook on the web, bold, with a link": [
    "Fw: Order 7",
    "________________________________\n*From:* Pat Lee <pat@south.example<mailto:pat@south.example>>\n*Sent:* Tuesday, March 5, 2024 3:12 PM\n*To:* Ines\n*Subject:* Order 7\n\nWhere is it?"
  ],
  "Apple Mail": [
    "Fwd: Order 7",
    "Begin forwarded message:\n\n> From: Pat Lee <pat@south.example>\n> Subject: Order 7\n> Date: 5. March 2024 at 15:12:00 CET\n> To: Ines Roth <ines@north.example>\n> \n> Where is it?"
  ],
  Thunderbird: [
    "Fwd: Order 7",
    "-------- Forwarded Message --------\nSubject: \tOrder 7\nDate: \tTue, 5 Mar 2024 15:12:00 +0100\nFrom: \tPat Lee <pat@south.example>\nTo: \tInes Roth <ines@north.example>\n\nWhere is it?"
  ],
  "Yahoo, its address on the next line": [
    "Fw: Order 7",
    "----- Forwarded Message -----\nFrom: Pat Lee\n<pat@south.example>\nTo: Ines\nSent: Tuesday, March 5, 2024\nSubject: Order 7\n\nWhere is it?"
  ],
  ProtonMail: [
    "Fw: Order 7",
    "------- Forwarded Message -------\nFrom: Pat Lee <pat@south.example>\nDate: On Tuesday, March 5th, 2024 at 3:12 PM\nSubject: Order 7\nTo: ines@north.example <ines@north.example>\n\n> Where is it?"
  ],
  "a forward of a forward": [
    "Fwd: Fwd: Order 7",
    "---------- Forwarded message ---------\nFrom: Pat Lee <pat@south.example>\nDate: Tue\nSubject: Fwd: Order 7\nTo: ines@north.example\n\n---------- Forwarded message ---------\nFrom: Kim <kim@west.example>\nDate: Mon\nSubject: Order 7\n\nWhere is it?"
  ]
}

describe("The author of a forwarded message", () => {
  for (const [program, [subject, text]] of Object.entries(forwards))
    it(`is read from the header of ${program}`, () => assert.deepStrictEqual(forwardedSender(text, subject), pat))

  it("is absent if nothing is forwarded, or no address is named", () => {
    const [, outlook] = forwards["Outlook for Windows"] ?? assert.fail()
    assert.isUndefined(forwardedSender(outlook, "AW: Bestellung 7"), "an answer has such a header too")
    assert.isUndefined(forwardedSender("Where is it?", "Fwd: Order 7"))
    assert.isUndefined(forwardedSender("", ""))
    assert.isUndefined(
      forwardedSender(
        "From: Pat Lee\nSent: Tuesday, March 5, 2024\nTo: Ines\nSubject: Order 7\n\nWhere is it?",
        "FW: Order 7"
      )
    )
    assert.isUndefined(forwardedSender("From: Vienna\nTo: Berlin\n", "Fwd: Trip"))
  })

  it("takes time linear in the text, whatever it contains", () => {
    for (const piece of [
      "From: x@y.example\n",
      "> ",
      "---------- Forwarded message ---------\n",
      "From: <",
      "[mailto:",
      "\n"
    ])
      takesAtMost(1_500, () => forwardedSender(piece.repeat(200_000), "Fwd: x"), piece)
  })
})
