import { assert, describe, it } from "@effect/vitest"
import { deliveryVerdict } from "../../../channels/sms/deliveryVerdict.ts"
import { heldReason, inflowLimits } from "../../../channels/sms/heldReason.ts"
import { optOutOf } from "../../../channels/sms/optOutOf.ts"
import { answered, unanswered } from "../../../channels/sms/TwilioFailure.ts"
import { incomingText, textStatus } from "../../../channels/sms/twilioMessages.ts"

describe("A keyword", () => {
  const keyword = (body: string, isOut = false, optOut?: "STOP" | "START" | "HELP") => optOutOf({ body, optOut }, isOut)

  it("is the whole text of a message, however it is written", () => {
    for (const body of ["STOP", " stop\n", "Unsubscribe", "cancel", "END", "quit", "revoke", "OptOut", "stopall"])
      assert.strictEqual(keyword(body), "out", body)
    assert.strictEqual(keyword("help"), "help")
    for (const body of ["stop sending broken invoices", "Please stop", "", "ENDE"])
      assert.isUndefined(keyword(body), body)
  })

  it("opts in someone who has opted out, and is an answer like any other for everyone else", () => {
    for (const body of ["START", "yes", "Unstop"]) {
      assert.strictEqual(keyword(body, true), "in")
      assert.isUndefined(keyword(body, false))
    }
  })

  it("is whatever Twilio says it is", () => {
    assert.strictEqual(keyword("arrêt", false, "STOP"), "out")
    assert.strictEqual(keyword("stop", true, "START"), "in")
  })
})

describe("A message that would open a ticket", () => {
  it("is held if its sender, or all of them, have opened too many, until the team lets it in", () => {
    const opened = { bySender: 0, byAll: 0, isReleased: false }
    assert.isUndefined(heldReason({ ...opened, bySender: inflowLimits.bySender - 1, byAll: inflowLimits.byAll - 1 }))
    assert.include(heldReason({ ...opened, bySender: inflowLimits.bySender, byAll: 5 }), "its sender opened 5")
    assert.include(heldReason({ ...opened, byAll: inflowLimits.byAll }), "text messages opened 100")
    assert.isUndefined(heldReason({ bySender: 50, byAll: 500, isReleased: true }))
  })
})

describe("A request from Twilio", () => {
  const id = "0".repeat(32)
  const form = {
    MessageSid: `SM${id}`,
    AccountSid: `AC${id}`,
    From: "+14155550100",
    To: "+14155550199",
    Body: " hi ",
    NumMedia: "0"
  }

  it("is read as it is", () => {
    assert.deepStrictEqual(
      incomingText({ ...form, NumMedia: "1", MediaUrl0: "https://x", MediaContentType0: "image/png" }),
      {
        sid: `SM${id}`,
        accountSid: `AC${id}`,
        from: "+14155550100",
        to: "+14155550199",
        body: " hi ",
        serviceSid: undefined,
        media: [{ url: "https://x", contentType: "image/png" }],
        optOut: undefined
      }
    )
  })

  it("is ignored if any part of it is not Twilio's", () => {
    for (const more of [{ To: "" }, { AccountSid: "AC" }, { NumMedia: "1e1" }, { MessageSid: `SM${id}0` }])
      assert.isUndefined(incomingText({ ...form, ...more }), JSON.stringify(more))
    for (const name of ["Body", "NumMedia", "From", "To", "AccountSid", "MessageSid"] as const) {
      const { [name]: _, ...rest } = form
      assert.isUndefined(incomingText(rest), name)
    }
    assert.isUndefined(textStatus({ ...form, MessageStatus: "SENT" }))
    assert.isUndefined(textStatus({ ...form, MessageStatus: "sent", ErrorCode: "x" }))
    assert.strictEqual(textStatus({ ...form, MessageStatus: "undelivered", ErrorCode: "30003" })?.errorCode, 30003)
  })
})

describe("A failure", () => {
  it("is certain if Twilio said so or never heard of the message, and otherwise uncertain", () => {
    const refusal = answered(400, '{"code":21211,"message":"no"}', undefined)
    assert.deepInclude({ ...refusal }, { kind: "refused", code: 21211 })
    assert.strictEqual(refusal.message, "Twilio responded with no (21211)")
    assert.deepInclude({ ...answered(429, "", "7") }, { kind: "limited", retryAfter: 7 })
    assert.deepInclude({ ...answered(400, { code: 20429 }, "soon") }, { kind: "limited" })
    assert.strictEqual(answered(503, "<html>", undefined).kind, "unknown")
    assert.strictEqual(unanswered({ code: "ECONNREFUSED" }).kind, "unreachable")
    assert.strictEqual(unanswered({ code: "ECONNABORTED" }).kind, "unknown")
    assert.strictEqual(unanswered(undefined).kind, "unknown")
  })

  it("of delivery may be temporary or not", () => {
    // According to the table in docs/channels/sms.md.
    for (const code of [21211, 21612, 21614, 21635, 30006])
      assert.deepInclude(deliveryVerdict(code), {
        permanent: true,
        unreachable: "The number cannot receive text messages"
      })
    for (const code of [21408, 21603, 21606, 21212, 30032, 30034, 30004, 30007, 21617])
      assert.deepStrictEqual(
        [deliveryVerdict(code)?.permanent, deliveryVerdict(code)?.unreachable],
        [true, undefined],
        String(code)
      )
    for (const code of [30001, 30002, 30003, 30005, 30008])
      assert.deepStrictEqual(
        [deliveryVerdict(code)?.permanent, deliveryVerdict(code)?.unreachable],
        [false, undefined],
        String(code)
      )
    assert.isTrue(deliveryVerdict(21610)?.permanent)
    assert.isFalse(deliveryVerdict(30003)?.permanent)
    assert.isUndefined(deliveryVerdict(30007)?.unreachable)
    assert.isUndefined(deliveryVerdict(1))
    assert.isUndefined(deliveryVerdict(undefined))
  })
})
