import { assert, describe, it } from "@effect/vitest"
import { usualReactions } from "../../../channels/chat/SlackReactions.ts"
import type { SmsNumber } from "../../../sdk/src/index.ts"
import { smsDefaults } from "../../../src/tickets/connections/changeSmsNumber.ts"
import { reactionsOf, wordsOf } from "../../../web/admin/src/pages/settings/channels/slack/reactionWords.ts"
import {
  newNumber,
  numberChange,
  typedOf,
  usual
} from "../../../web/admin/src/pages/settings/channels/sms/numberBody.ts"

const account = `AC${"0".repeat(32)}`
const key = `SK${"1".repeat(32)}`
const service = `MG${"2".repeat(32)}`

const known: SmsNumber = {
  ...{ id: "num_1", brandId: "br_1", number: "+15551234567", provider: "twilio", oneWay: false, accountSid: account },
  ...{ messagingServiceSid: service, apiKeySid: key, reopenHours: 0, mms: false, hourlyLimit: 20, dailyLimit: 2_000 },
  ...{ destinations: ["+1"], enabled: true, status: "active", createdAt: "2026-11-22T00:00:00.000Z" },
  ...{ inboundUrl: "https://desk.example/in", statusUrl: "https://desk.example/status" }
}
const unchanged = {
  ...{ accountSid: account, messagingServiceSid: service, reopenHours: 0, mms: false, hourlyLimit: 20 },
  ...{ dailyLimit: 2_000, destinations: ["+1"] }
}

describe("The form for a number", () => {
  it("shows the server's own limits", () => {
    const { mms, ...limits } = smsDefaults
    assert.deepStrictEqual<unknown>(usual, limits)
    assert.strictEqual(typedOf(undefined).mms, mms)
  })

  it("omits empty fields, and trims pasted ids and secrets", () => {
    const typed = { ...typedOf(undefined), number: " +15551234567", accountSid: `${account}\n`, authToken: "token " }
    const common = { number: "+15551234567", provider: "twilio", accountSid: account, authToken: "token", mms: true }
    const usual = { hourlyLimit: 10, dailyLimit: 1_000, reopenHours: 168 }
    assert.deepStrictEqual<unknown>(newNumber(typed), { ...common, ...usual })
    const more = { service: `${service} `, keySid: key, keySecret: " secret", reopenHours: 0, destinations: ["+1"] }
    assert.deepStrictEqual<unknown>(newNumber({ ...typed, ...more, mms: false }), {
      ...{ ...common, ...usual, mms: false, reopenHours: 0, messagingServiceSid: service, destinations: ["+1"] },
      apiKey: { sid: key, secret: "secret" }
    })
  })

  it("keeps secrets that are not entered, and removes what is emptied", () => {
    const typed = typedOf(known)
    assert.deepStrictEqual<unknown>(numberChange(known, typed), unchanged)
    const emptied = { ...typed, service: "", keySid: "", destinations: [], hourlyLimit: Number.NaN }
    assert.deepStrictEqual<unknown>(numberChange(known, emptied), {
      ...{ ...unchanged, messagingServiceSid: null, apiKey: null, destinations: null, hourlyLimit: 10 }
    })
  })

  it("sends both parts of an API key, whichever of them was entered", () => {
    const apiKeyOf = (more: { readonly keySid?: string; readonly keySecret?: string }) =>
      numberChange(known, { ...typedOf(known), ...more }).apiKey
    assert.deepStrictEqual(apiKeyOf({ keySecret: "another" }), { sid: key, secret: "another" })
    assert.deepStrictEqual(apiKeyOf({ keySid: "SK2" }), { sid: "SK2", secret: "" })
    assert.deepStrictEqual(apiKeyOf({ keySid: "", keySecret: "lost" }), { sid: "", secret: "lost" })
  })
})

describe("The form for reactions", () => {
  it("starts with the server's meanings of emoji", () => {
    assert.deepStrictEqual(wordsOf(usualReactions), wordsOf())
    assert.isNull(reactionsOf(wordsOf(usualReactions)))
  })

  it("writes emoji as Slack does, and accepts them with or without colons", () => {
    assert.deepStrictEqual(wordsOf(), { open: ":ticket:", assign: ":eyes:", resolve: ":white_check_mark:" })
    const words = { open: ":ticket::memo:", assign: "raised_hand, eyes", resolve: "" }
    const reactions = { ticket: "open", memo: "open", raised_hand: "assign", eyes: "assign" } as const
    assert.deepStrictEqual<unknown>(reactionsOf(words), reactions)
    assert.deepStrictEqual(wordsOf(reactions), {
      ...{ open: ":ticket: :memo:", assign: ":raised_hand: :eyes:", resolve: "" }
    })
  })

  it("treats the default as unset", () => {
    assert.isNull(reactionsOf(wordsOf()))
    assert.deepStrictEqual<unknown>(reactionsOf({ open: "", assign: "", resolve: "" }), {})
  })
})
