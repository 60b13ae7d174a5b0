import { assert, describe, it } from "@effect/vitest"
import { isComposing } from "../../../web/message/isComposing.ts"

describe("A key is the input method's", () => {
  it("as long as it composes a word", () => {
    assert.isTrue(isComposing({ isComposing: true, keyCode: 13 }))
    assert.isFalse(isComposing({ isComposing: false, keyCode: 13 }))
  })

  it("where Safari tells of it once the word has ended", () => {
    assert.isTrue(isComposing({ isComposing: false, keyCode: 229 }))
  })
})
