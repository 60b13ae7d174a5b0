import { assert, describe, it } from "@effect/vitest"
import { isSeen } from "../../src/domain/isSeen.ts"

describe("isSeen", () => {
  it("recognizes letters of every script, symbols and pictures, including newly assigned ones", () => {
    for (const text of [
      "a",
      " . ",
      "\u200b1\u200b",
      "\u05d0",
      "\u4e2d",
      "\u0301",
      "\u{1F600}",
      "\ufe0f\u20e3",
      "\ue000",
      "\u{1FAEA}"
    ])
      assert.isTrue(isSeen(text), JSON.stringify(text))
  })

  it("ignores spaces, joiners, direction marks, fillers and tags", () => {
    for (const text of [
      "",
      " \t\n",
      "\u00a0\u3000",
      "\u200b",
      "\u2060\ufeff",
      "\u00ad",
      "\u202e",
      "\u3164\u115f",
      "\u2800",
      "\u{E0041}"
    ])
      assert.isFalse(isSeen(text), JSON.stringify(text))
  })
})
