import { assert, describe, it } from "@effect/vitest"
import { invitationText } from "../../../../channels/email/mime/invitationText.ts"
import { takesAtMost } from "../../../support/takesAtMost.ts"

const calendar = (event: string, method = "REQUEST") =>
  `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nMETHOD:${method}\r\nBEGIN:VTIMEZONE\r\nTZID:Berlin\r\nBEGIN:STANDARD\r\nDTSTART:16010101T030000\r\nEND:STANDARD\r\nEND:VTIMEZONE\r\nBEGIN:VEVENT\r\n${event}\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`

describe("invitationText", () => {
  for (const [what, text, said] of [
    [
      "what, when, where and who, of what Exchange writes",
      calendar(
        'ORGANIZER;CN=Ines Roth:mailto:ines@north.example\r\nDTSTART;TZID="W. Europe Standard Time":20261201T100000\r\nDTEND;TZID="W. Europe Standard Time":20261201T103000\r\nSUMMARY;LANGUAGE=de-DE:Call\\, about the \r\n invoice\r\nLOCATION:Room 5\r\nDESCRIPTION:Bring your notes.\\nAnd\\; coffee.\\n\r\nBEGIN:VALARM\r\nDESCRIPTION:REMINDER\r\nEND:VALARM'
      ),
      "Call, about the invoice\nStart: 2026-12-01 10:00 (W. Europe Standard Time)\nEnd: 2026-12-01 10:30 (W. Europe Standard Time)\nPlace: Room 5\nFrom: Ines Roth\n\nBring your notes.\nAnd; coffee."
    ],
    [
      "a time of UTC, and an organizer without a name",
      calendar("SUMMARY:Call\r\nDTSTART:20261201T090000Z\r\nORGANIZER:MAILTO:ines@north.example"),
      "Call\nStart: 2026-12-01 09:00 (UTC)\nFrom: ines@north.example"
    ],
    ["whole days", calendar("SUMMARY:Fair\r\nDTSTART;VALUE=DATE:20261201"), "Fair\nStart: 2026-12-01"],
    ["that it is off", calendar("SUMMARY:Call", "CANCEL"), "Call\nCancelled"],
    ["nothing of what has no event", "BEGIN:VCALENDAR\r\nMETHOD:REQUEST\r\nSUMMARY:x\r\nEND:VCALENDAR", ""],
    ["nothing of what is no calendar", "Hello", ""]
  ] as const)
    it(`describes ${what}`, () => assert.strictEqual(invitationText(text), said))

  it("takes time linear in the text", () => {
    for (const piece of ["BEGIN:VEVENT\n", "SUMMARY:a\\n\\n", "a\n b\n", ";", "DESCRIPTION:x\n"])
      takesAtMost(1_000, () => invitationText(`BEGIN:VEVENT\n${piece.repeat(Math.ceil(1_000_000 / piece.length))}`))
  })
})
