import { assert, describe, it } from "@effect/vitest"
import { isComposing } from "../../../web/message/isComposing.ts"

describe("A key belongs to the input method", () => {
  it("while it composes a word", () => {
    assert.isTrue(isComposing({ isComposing: true, keyCode: 13 }))
    assert.isFalse(isComposing({ isComposing: false, keyCode: 13 }))
  })

  it("when Safari reports it after the word has ended", () => {
    assert.isTrue(isComposing({ isComposing: false, keyCode: 229 }))
  })
})
