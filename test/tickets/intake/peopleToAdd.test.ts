import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import type { InboundMessage } from "../../../src/domain/InboundMessage.ts"
import { participantLimits, peopleToAdd } from "../../../src/tickets/intake/peopleToAdd.ts"
import { now, ticketIn } from "../../support/ticketState.ts"

const messageTo = (emails: ReadonlyArray<string>, isAutomated = false): InboundMessage => ({
  channel: "email",
  source: "email",
  externalId: "m@north.example",
  dedupeKey: new Uint8Array(32),
  sender: { email: "ines@north.example" },
  recipients: [],
  text: "x",
  references: [],
  files: [],
  participants: emails.map((email) => ({ email })),
  isAutomated,
  receivedAt: now,
  size: 1,
  rawBlobKey: "k"
})

const person = fc.integer({ min: 0, max: 80 }).map((number) => `p${number}@west.example`)

describe("peopleToAdd", () => {
  it("adds each new person once, within the limits, and names everyone else", () => {
    fc.assert(
      fc.property(fc.array(person, { maxLength: 100 }), fc.uniqueArray(person, { maxLength: 70 }), (named, taking) => {
        const ticket = ticketIn("open", { participants: taking.map((email) => ({ email, verified: false })) })
        const { added, leftOut } = peopleToAdd(messageTo(named), ticket)
        const fresh = [...new Set(named)].filter((email) => !taking.includes(email))
        assert.deepStrictEqual([...added.map(({ email }) => email), ...leftOut], fresh)
        assert.isAtMost(added.length, participantLimits.perMail)
        if (added.length > 0) assert.isAtMost(added.length + taking.length, participantLimits.perTicket)
        if (leftOut.length > 0)
          assert.strictEqual(
            added.length,
            Math.max(0, Math.min(participantLimits.perMail, participantLimits.perTicket - taking.length))
          )
      })
    )
  })

  it("adds neither the sender, the customer, our addresses nor those that cannot reply, and no one for automatic mail", () => {
    const named = ["ines@north.example", "support@acme.example", "no-reply@shop.example", "ada@east.example"]
    const ours = new Set(["support@acme.example"])
    assert.deepStrictEqual(peopleToAdd(messageTo(named), ticketIn("open"), ours), {
      added: [{ email: "ada@east.example" }],
      leftOut: []
    })
    assert.deepStrictEqual(peopleToAdd(messageTo(named, true), undefined), { added: [], leftOut: [] })
  })
})
