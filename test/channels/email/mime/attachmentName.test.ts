import { assert, describe, it } from "@effect/vitest"
import { attachmentName } from "../../../../channels/email/mime/attachmentName.ts"

const none = new Set<string>()

describe("attachmentName", () => {
  it("names unnamed files by their number and type", () => {
    assert.strictEqual(attachmentName(undefined, "image/png", 3, none), "attachment-3.png")
    assert.strictEqual(attachmentName(" ", "x/y", 4, none), "attachment-4.bin")
    assert.strictEqual(attachmentName(undefined, "message/disposition-notification", 2, none), "attachment-2.txt")
    assert.strictEqual(attachmentName(undefined, "message/feedback-report", 2, none), "attachment-2.txt")
    assert.strictEqual(attachmentName(undefined, "image/heic", 2, none), "attachment-2.heic")
    assert.strictEqual(attachmentName(undefined, "audio/wav", 2, none), "attachment-2.wav")
    assert.strictEqual(attachmentName(undefined, "text/calendar", 1, none), "invite.ics")
    assert.strictEqual(attachmentName(undefined, "text/calendar", 2, new Set(["invite.ics"])), "invite (2).ics")
  })

  it("removes paths, direction marks and control characters", () => {
    assert.strictEqual(attachmentName("..\\..\\etc/passwd", "x/y", 1, none), "_.._etc_passwd")
    assert.strictEqual(attachmentName("invoice\u202efdp.exe", "x/y", 1, none), "invoice fdp.exe")
    assert.strictEqual(attachmentName('a:b"c<d>e|f*g?h.txt', "x/y", 1, none), "a_b_c_d_e_f_g_h.txt")
    assert.strictEqual(attachmentName(" .hidden. ", "x/y", 1, none), "hidden")
    assert.strictEqual(attachmentName("a\u0000b\r\nc.txt", "x/y", 1, none), "a b c.txt")
  })

  it("makes equal file names unique, ignoring case", () => {
    assert.strictEqual(attachmentName("Scan.PDF", "x/y", 2, new Set(["scan.pdf", "scan (2).pdf"])), "Scan (3).PDF")
  })

  it("truncates long names between characters, and keeps the extension", () => {
    const name = attachmentName(`${"ü€😀".repeat(100)}.docx`, "x/y", 1, none)
    assert.isAtMost(Buffer.byteLength(name), 255)
    assert.isTrue(name.endsWith(".docx"))
    assert.isTrue(name.isWellFormed())
  })

  it("composes letters and their accents", () => {
    assert.strictEqual(attachmentName("u\u0308ber.txt", "x/y", 1, none), "über.txt")
  })
})
