import { assert, describe, it } from "@effect/vitest"
import { mayNotSend } from "../../../../src/tickets/outbound/mail/mayNotSend.ts"
import { draftOf } from "../../../support/mailDraft.ts"

describe("A queued mail", () => {
  it("is usually sent", () => {
    assert.strictEqual(mayNotSend(draftOf()), undefined)
    assert.strictEqual(mayNotSend(draftOf({ kind: "autoresponse" })), undefined)
    assert.strictEqual(mayNotSend(draftOf({ kind: "notification" })), undefined)
  })

  it("is not sent to an address without a mailbox", () => {
    assert.isString(mayNotSend(draftOf({ rested: new Map([["ines@north.example", "bounce"]]) })))
    assert.strictEqual(mayNotSend(draftOf({ rested: new Map([["paul@north.example", "bounce"]]) })), undefined)
  })

  it("is not sent as the fourth acknowledgement in an hour, the eleventh in a day, or the brand's 1,001st in an hour", () => {
    const afterOthers = (lastHour: number, lastDay: number, brandLastHour = lastHour) =>
      mayNotSend(draftOf({ kind: "autoresponse", acknowledged: { lastHour, lastDay, brandLastHour } }))
    assert.strictEqual(afterOthers(2, 9), undefined)
    assert.isString(afterOthers(3, 3))
    assert.isString(afterOthers(0, 10))
    assert.strictEqual(afterOthers(0, 0, 999), undefined)
    assert.isString(afterOthers(0, 0, 1_000))
  })

  it("is not sent when the comment is gone", () => {
    assert.isString(mayNotSend(draftOf({ comment: undefined })))
    assert.isString(mayNotSend(draftOf({ kind: "notice", comment: undefined, context: { status: null } })))
  })

  it("is not sent to removed members, and as a note to no one else", () => {
    const { comment } = draftOf()
    const note = comment === undefined ? undefined : { ...comment, isInternal: true }
    const member = { memberId: "mem_01m896efq3e6hv4g62mf8gy9bq" }
    assert.strictEqual(
      mayNotSend(draftOf({ kind: "notice", comment: note, context: member, toMember: true })),
      undefined
    )
    assert.isString(mayNotSend(draftOf({ kind: "notice", context: member, toMember: false })))
    const custom = { memberId: "custom_ines@north.example" }
    assert.strictEqual(mayNotSend(draftOf({ kind: "notice", context: custom })), undefined)
    assert.isString(mayNotSend(draftOf({ kind: "notice", comment: note, context: custom, toMember: true })))
  })
})
