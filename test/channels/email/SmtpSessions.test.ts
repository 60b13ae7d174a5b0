import { assert, describe, it } from "@effect/vitest"
import { defaultLimits } from "../../../channels/email/SmtpLimits.ts"
import { refusals } from "../../../channels/email/SmtpRefusal.ts"
import { SmtpSessions } from "../../../channels/email/SmtpSessions.ts"

describe("SmtpSessions", () => {
  it("accept a limited number of clients per address and in total; a refused one takes no slot", () => {
    const sessions = new SmtpSessions(
      { ...defaultLimits, sessions: 3, sessionsPerAddress: 2 },
      () => {},
      () => false
    )
    const come = (id: string, address: string) => sessions.open(id, address)?.text
    assert.isUndefined(come("1", "192.0.2.1"))
    assert.isUndefined(come("2", "192.0.2.1"))
    for (let n = 0; n < 10; n++) assert.strictEqual(come(`more ${n}`, "192.0.2.1"), refusals.tooManySessions.text)
    assert.isUndefined(come("3", "192.0.2.2"))
    assert.strictEqual(come("4", "192.0.2.3"), refusals.full.text)
    sessions.close("1")
    assert.isUndefined(come("4", "192.0.2.3"))
    for (const id of ["2", "3", "4"]) sessions.close(id)
  })
})
